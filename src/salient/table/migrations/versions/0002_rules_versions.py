"""Games that outlive a change of their rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring the tables forward."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("begun", sa.String(40), server_default="", nullable=False))
        games.add_column(sa.Column("halted_by", sa.String(40), server_default="", nullable=False))
        games.add_column(sa.Column("halted_at", sa.Integer(), nullable=True))
    op.execute("UPDATE games SET begun = rules")
    with op.batch_alter_table("journal") as journal:
        journal.add_column(sa.Column("stamp", sa.String(8), server_default="", nullable=False))


def downgrade() -> None:
    """Take it back; halted games are running ones again, which nobody can play."""
    op.execute("UPDATE games SET status = 'running' WHERE status = 'halted'")
    with op.batch_alter_table("journal") as journal:
        journal.drop_column("stamp")
    with op.batch_alter_table("games") as games:
        games.drop_column("halted_at")
        games.drop_column("halted_by")
        games.drop_column("begun")
