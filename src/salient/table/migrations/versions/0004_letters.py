"""Addresses are confirmed by a letter."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Bring the tables forward; nobody has confirmed an address yet."""
    op.add_column(
        "users", sa.Column("confirmed", sa.String(200), server_default="", nullable=False)
    )
    op.create_table(
        "letters",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_letters_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_letters")),
    )
    op.create_index(op.f("ix_letters_user_id"), "letters", ["user_id"])


def downgrade() -> None:
    """Take it back."""
    op.drop_table("letters")
    op.drop_column("users", "confirmed")
