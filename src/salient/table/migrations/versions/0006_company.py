"""Clocks, rated games, seats that are kept for somebody."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

COLUMNS = ("main", "increment", "days", "left_0", "left_1", "deadline", "rated", "rematch_of")
INDEXES = ("deadline", "rematch_of")


def upgrade() -> None:
    """Bring the tables forward; no game has a clock or is rated yet."""
    for name in ("main", "increment", "days"):
        op.add_column("games", sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    op.add_column("games", sa.Column("left_0", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("left_1", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("deadline", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "games", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("games", sa.Column("rematch_of", sa.String(24), nullable=True))
    op.create_index(op.f("ix_games_deadline"), "games", ["deadline"])
    op.create_index(op.f("ix_games_rematch_of"), "games", ["rematch_of"], unique=True)
    op.create_table(
        "keeps",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        _of_game("keeps"),
        _of_user("keeps"),
        sa.PrimaryKeyConstraint("game_id", "side", name=op.f("pk_keeps")),
    )
    op.create_index(op.f("ix_keeps_user_id"), "keeps", ["user_id"])
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("deviation", sa.Float(), nullable=False),
        sa.Column("volatility", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("played", sa.DateTime(timezone=True), nullable=False),
        _of_user("ratings"),
        sa.PrimaryKeyConstraint("user_id", "title", name=op.f("pk_ratings")),
    )
    op.create_index(op.f("ix_ratings_title_rating"), "ratings", ["title", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("game_id", sa.String(24), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("before", sa.Float(), nullable=False),
        sa.Column("after", sa.Float(), nullable=False),
        _of_game("rating_changes"),
        _of_user("rating_changes"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name=op.f("pk_rating_changes")),
    )
    op.create_index(op.f("ix_rating_changes_user_id"), "rating_changes", ["user_id"])
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alive", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_game_id_games")
    return sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=name, ondelete="CASCADE")


def _of_user(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_user_id_users")
    return sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=name, ondelete="CASCADE")


def downgrade() -> None:
    """Take it back; games go on without their clocks."""
    for table in ("pulse", "rating_changes", "ratings", "keeps"):
        op.drop_table(table)
    for name in INDEXES:
        op.drop_index(op.f(f"ix_games_{name}"), "games")
    for name in reversed(COLUMNS):
        op.drop_column("games", name)
