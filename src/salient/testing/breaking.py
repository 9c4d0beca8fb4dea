"""Code that runs broken: mutations in a process of their own.

A mutant is tried in a forked process in which everything is imported already: there the code of its
functions is changed in place (:func:`patch`), which takes no time. What is worked out while modules
are imported (constants, tables, defaults) cannot be changed in that way; for that a new interpreter
imports the broken module instead of the whole one (:class:`Broken`).
"""

from __future__ import annotations

import ast
import gc
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from salient.testing.mutations import Mutation, mutations

MEMORY = 4 << 30
"""Bytes that a mutant may use."""

IDLENESS = 20
"""How much longer than it may use the processor a process may last."""

QUIET = ("-q", "-x", "-p", "no:cacheprovider")

ANEW = "import sys; from salient.testing.breaking import run_anew; run_anew(*sys.argv[1:])"
"""What a new interpreter does."""


def in_a_process(work: Callable[[], int], seconds: float) -> int | None:
    """Do something in a forked process, silently; its answer, or nothing if it takes too long.

    The seconds are those of the processor: a machine that is busy with other things says nothing
    about a mutant.
    """
    sys.stdout.flush()
    child = os.fork()
    if not child:
        answer = 70
        try:
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            used = math.ceil(time.process_time() + seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (used, used))
            answer = work()
        finally:
            os._exit(answer)
    end = time.monotonic() + IDLENESS * seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return None if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


# -- in place -------------------------------------------------------------------------------------


@cache
def parsed(path: Path) -> tuple[ast.Module, list[Mutation]]:
    """A module and its mutations: looked for once, by the process that all others come from."""
    tree = ast.parse(path.read_bytes())
    return tree, list(mutations(tree))


def broken_code(path: Path, at: int) -> CodeType:
    """The code of a module with one of its mutations."""
    tree, found = parsed(path)
    before = found[at].apply()
    code = compile(tree, str(path), "exec", dont_inherit=True)
    found[at].put(before)
    return code


@cache
def imported_functions() -> dict[str, list[FunctionType]]:
    """All functions there are, by the file they come from."""
    found: dict[str, list[FunctionType]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType):
            found.setdefault(function.__code__.co_filename, []).append(function)
    return found


def patch(path: Path, at: int) -> bool:
    """Break the functions of an imported module; whether anything was changed."""
    changed = broken_functions(path, at)
    for function, code in changed:
        function.__code__ = code
    return bool(changed)


@lru_cache(maxsize=1)
def broken_functions(path: Path, at: int) -> list[tuple[FunctionType, CodeType]]:
    """The imported functions that a mutation changes, with their broken code.

    None where it cannot be done in place: if two functions stand in one line (``lambda``), or if a
    broken one needs other variables of the function around it.
    """
    codes: dict[tuple[str, int], list[CodeType]] = {}
    for code in _functions(broken_code(path, at)):
        codes.setdefault(_key(code), []).append(code)
    found: list[tuple[FunctionType, CodeType]] = []
    for function in imported_functions().get(str(path), ()):
        broken = codes.get(_key(function.__code__), [])
        if function.__code__ in broken or not broken:
            continue
        if len(broken) > 1 or len(broken[0].co_freevars) != len(function.__code__.co_freevars):
            return []
        found.append((function, broken[0]))
    return found


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions and methods of a module; those inside of functions come with them."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & 1:  # Functions have fast locals, the bodies of classes do not.
                yield inner
            else:
                yield from _functions(inner)


# -- anew -----------------------------------------------------------------------------------------


class Broken(MetaPathFinder):
    """Imports one module with a mutation."""

    def __init__(self, module: str, path: Path, at: int) -> None:
        self.module, self.path, self.at = module, path, at

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the broken module, and of no other."""
        if name != self.module:
            return None
        packages = [str(self.path.parent)] if self.path.stem == "__init__" else None
        loader = BrokenLoader(name, self.path, self.at)
        return spec_from_file_location(
            name, self.path, loader=loader, submodule_search_locations=packages
        )


class BrokenLoader(SourceFileLoader):
    """Reads a module with a mutation, and keeps nothing of it."""

    def __init__(self, name: str, path: Path, at: int) -> None:
        super().__init__(name, str(path))
        self.at = at

    def get_code(self, fullname: str) -> CodeType:
        """The broken code."""
        return broken_code(Path(self.path), self.at)


def start_anew(module: str, path: Path, at: int | None, tests: Sequence[str]) -> int:
    """Become a new interpreter that runs tests with a broken module, or with a whole one."""
    number = "" if at is None else str(at)
    os.execv(sys.executable, [sys.executable, "-c", ANEW, module, str(path), number, *tests])


def run_anew(module: str, path: str, at: str, *tests: str) -> None:
    """Run tests with a broken module; the process ends with nought if all are green."""
    if at:
        sys.meta_path.insert(0, Broken(module, Path(path), int(at)))
    sys.exit(int(pytest.main([*QUIET, *tests])))
