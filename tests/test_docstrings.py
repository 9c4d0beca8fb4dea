"""What docstrings say of attributes is true."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator

import pytest

import salient


def documented() -> Iterator[type]:
    """All classes whose docstrings list their attributes."""
    for module in pkgutil.walk_packages(salient.__path__, "salient."):
        if module.name.endswith("__main__") or ".migrations" in module.name:
            continue
        for item in vars(importlib.import_module(module.name)).values():
            own = inspect.isclass(item) and item.__module__ == module.name
            if own and "Attributes:" in (item.__doc__ or ""):
                yield item


def listed(docstring: str) -> list[str]:
    """The attributes that a docstring lists, ``a, b: what they are`` in a line."""
    section = inspect.cleandoc(docstring).partition("Attributes:\n")[2].partition("\n\n")[0]
    names = re.findall(r"^    (\w+(?:, \w+)*):", section, re.MULTILINE)
    return [name for line in names for name in line.split(", ")]


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, id=kind.__qualname__) for kind in documented()]
)
def test_documented_attributes_exist(kind: type) -> None:
    assert kind.__doc__ is not None
    names = listed(kind.__doc__)
    declared = {name for base in kind.__mro__ for name in getattr(base, "__annotations__", ())}
    assigned = set(re.findall(r"\bself\.(\w+)", inspect.getsource(kind)))
    assert names
    assert set(names) <= declared | assigned | set(dir(kind))
