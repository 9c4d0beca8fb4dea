"""Code that runs broken: mutations in a process of their own.

A mutant is tried in a forked process in which everything is imported already: there the code of its
functions is changed in place (:func:`patch`), which takes no time. What is worked out while modules
are imported (constants, tables, defaults) cannot be changed in that way; for that a new interpreter
imports the broken module instead of the whole one (:class:`Broken`).
"""

from __future__ import annotations

import ast
import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

import pytest

from salient.testing.mutations import mutations

MEMORY = 4 << 30
"""Bytes that a mutant may use."""

QUIET = ("-q", "-x", "-p", "no:cacheprovider")

ANEW = "import sys; from salient.testing.breaking import run_anew; run_anew(*sys.argv[1:])"
"""What a new interpreter does."""


def in_a_process(work: Callable[[], int], seconds: float) -> int | None:
    """Do something in a forked process, silently; its answer, or nothing if it takes too long."""
    sys.stdout.flush()
    child = os.fork()
    if not child:
        answer = 70
        try:
            with Path(os.devnull).open("w") as nowhere:
                os.dup2(nowhere.fileno(), 1)
                os.dup2(nowhere.fileno(), 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            answer = work()
        finally:
            os._exit(answer)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


# -- in place -------------------------------------------------------------------------------------


def broken_code(path: Path, at: int) -> CodeType:
    """The code of a module with one of its mutations."""
    tree = ast.parse(path.read_bytes())
    list(mutations(tree))[at].apply()
    return compile(tree, str(path), "exec", dont_inherit=True)


def patch(path: Path, at: int) -> bool:
    """Break the functions of an imported module; whether anything was changed."""
    codes = {_key(code): code for code in _functions(broken_code(path, at))}
    changed = False
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == str(path):
            code = codes.get(_key(function.__code__))
            if code is not None and code != function.__code__:
                if len(code.co_freevars) != len(function.__code__.co_freevars):
                    return False
                function.__code__ = code
                changed = True
    return changed


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


def start_anew(module: str, path: Path, at: int, tests: Sequence[str]) -> int:
    """Become a new interpreter that runs tests with a broken module."""
    os.execv(sys.executable, [sys.executable, "-c", ANEW, module, str(path), str(at), *tests])


def run_anew(module: str, path: str, at: str, *tests: str) -> None:
    """Run tests with a broken module; the process ends with nought if all are green."""
    sys.meta_path.insert(0, Broken(module, Path(path), int(at)))
    sys.exit(int(pytest.main([*QUIET, *tests])))
