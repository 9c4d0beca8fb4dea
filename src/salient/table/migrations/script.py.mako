"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Bring the tables forward."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Take the tables back."""
    ${downgrades if downgrades else "pass"}
