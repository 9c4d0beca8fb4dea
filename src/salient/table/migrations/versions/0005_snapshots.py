"""Games are opened from snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Bring the tables forward; snapshots are made as games are opened and played."""
    op.create_table(
        "snapshots",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("program", sa.String(16), nullable=False),
        sa.Column("stamp", sa.String(8), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("pages", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_snapshots_game_id_games"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_snapshots")),
    )


def downgrade() -> None:
    """Take it back: what is lost can be played again."""
    op.drop_table("snapshots")
