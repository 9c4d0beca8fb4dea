"""What all requests have in common: their kinds of words and numbers."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=2, max_length=24, pattern=r"^[\w][\w .'-]*[\w.]$(?!\n)")]
Password = Annotated[str, Meta(min_length=8, max_length=200)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]
Short = Annotated[str, Meta(max_length=200)]
NO_NUL = r"^[^\x00]*$"  # PostgreSQL cannot keep it
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what a client sends: an unknown field is a mistake and is refused."""
