"""Copies of states, derived from their columns: what can change is copied, the rest is shared.

A state is copied some thousand times a second, so a function is written for each class of states
once, from the types of its columns, with one assignment for each column that can change.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

import msgspec

Copy = Callable[[Any], Any]
_PLAIN = (int, float, str, bytes, NoneType, Enum)


def make_copy(state: type[msgspec.Struct], shared: Set[str]) -> Copy:
    """The function that copies states of a class.

    Args:
        state: The class.
        shared: Columns that copies share whatever their type.

    Raises:
        TypeError: A column can change in a way that is not understood.
    """
    lines = ["def copy(state):", "    twin = state.__copy__()"]
    for field in msgspec.structs.fields(state):
        if field.name in shared or is_value(field.type):
            continue
        copied = _copy_of(field.type, f"state.{field.name}")
        if not copied:
            raise TypeError(
                f"{state.__name__}.{field.name}: {field.type} cannot be copied. "
                "Expected a value, or a list, dict or set of values"
            )
        lines.append(f"    twin.{field.name} = {copied}")
    lines.append("    return twin")
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    copy: Copy = names["copy"]
    return copy


def is_value(kind: Any) -> bool:
    """Whether nothing of a type can change: numbers, words, tuples of them, frozen structs.

    ``Any`` passes for one: the steps on a state's stack are frozen, which its type does not say.

    >>> is_value(tuple[int, str | None]), is_value(tuple[list[int], ...])
    (True, False)
    """
    origin, parts = get_origin(kind), get_args(kind)
    if kind is Any or origin is Literal:
        return True
    if origin is Annotated:
        return is_value(parts[0])
    if origin in (tuple, frozenset, Union, UnionType):
        return all(part is Ellipsis or is_value(part) for part in parts)
    if isinstance(kind, NewType):
        return is_value(kind.__supertype__)
    if not isinstance(kind, type):
        return False
    return issubclass(kind, _PLAIN) or _is_frozen(kind)


def _is_frozen(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) and bool(kind.__struct_config__.frozen)


def _copy_of(kind: Any, held: str) -> str:
    """The expression that copies what is held, or nothing if there is none."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin not in (list, dict, set):
        return ""
    inner = parts[-1]
    if is_value(inner):
        return f"{held}.copy()"
    item = _copy_of(inner, "item")
    if not item or origin is set:
        return ""
    if origin is dict:
        return f"{{key: {item} for key, item in {held}.items()}}"
    return f"[{item} for item in {held}]"
