"""Commands that only one title has.

A title says what such a command is called and takes, and works out an answer; the command line
reads the arguments, says the answer in the user's language and writes the files. The texts
``command.<name>.help``, ``.details`` and ``.<parameter>`` stand in the title's catalogue.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from salient.engine.messages import Value
from salient.engine.setting import Setting

Say = Callable[[Value], str]


class Parameter(msgspec.Struct, frozen=True):
    """What a command takes.

    Attributes:
        name: What its function calls it; an option goes by the same name.
        metavar: What stands for it in the help.
        kind: What is read: a word or the path of a file.
        option: Whether it is an option, and not one of the arguments in their order.
        required: Whether it must be given; what is not given is empty, a file is None.
    """

    name: str
    metavar: str = ""
    kind: Literal["word", "file"] = "word"
    option: bool = False
    required: bool = False


class Answer(msgspec.Struct, frozen=True):
    """What a command has found.

    Attributes:
        lines: What people read.
        data: The same for programs; messages in it are said as well.
        setting: Whose pieces and places are named.
        draw: Makes a picture of it, given who says its words.
        sound: Whether all is as it should be; otherwise the program ends with a status of 1.
    """

    lines: list[Value]
    data: Any
    setting: Setting | None = None
    draw: Callable[[Say], str] | None = None
    sound: bool = True


class Command(msgspec.Struct, frozen=True):
    """A command.

    Attributes:
        name: What is typed.
        run: Works the answer out from the game and the parameters by their names.
        parameters: What it takes.
        draws: Whether a picture can be asked for; ``command.<name>.drawn`` says that it was drawn.
    """

    name: str
    run: Callable[..., Answer]
    parameters: tuple[Parameter, ...]
    draws: bool = False
