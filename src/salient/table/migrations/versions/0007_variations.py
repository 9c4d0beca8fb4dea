"""Games that are variations of others."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Bring the tables forward; no game is a variation yet."""
    op.create_table(
        "variations",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("of", sa.String(24), nullable=False),
        sa.Column("move", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(40), server_default="", nullable=False),
        sa.Column("name", sa.String(60), server_default="", nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_variations_game_id_games"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_variations_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_variations")),
    )
    op.create_index(op.f("ix_variations_of"), "variations", ["of"])
    op.create_index(op.f("ix_variations_user_id"), "variations", ["user_id"])


def downgrade() -> None:
    """Take it back: variations are games like others."""
    op.drop_table("variations")
