"""Names that look alike, and attempts that all servers count together."""

import sqlalchemy as sa
from alembic import op

from salient.table.names import likeness

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring the tables forward; of names that look alike the oldest keeps its likeness."""
    op.add_column("users", sa.Column("likeness", sa.String(64), nullable=True))
    connection = op.get_bind()
    taken: set[str] = set()
    for number, name in connection.execute(sa.text("SELECT id, name FROM users ORDER BY id")).all():
        if (like := likeness(name)) not in taken:
            taken.add(like)
            connection.execute(
                sa.text("UPDATE users SET likeness = :like WHERE id = :id"),
                {"like": like, "id": number},
            )
    op.create_index(op.f("ix_users_likeness"), "users", ["likeness"], unique=True)
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index(op.f("ix_attempts_key_at"), "attempts", ["key", "at"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("attempts")
    op.drop_index(op.f("ix_users_likeness"), "users")
    op.drop_column("users", "likeness")
