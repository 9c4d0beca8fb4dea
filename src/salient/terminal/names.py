"""Reading the names of places and pieces as people type them."""

from __future__ import annotations

from collections.abc import Sequence

from salient.engine import ArgKind, SalientError
from salient.engine.speech import Speech


def find_name(speech: Speech, kind: ArgKind, words: Sequence[str]) -> int:
    """The place or piece that typed words mean: by any of its names, or by a clear beginning.

    Raises:
        RuleViolation: ``unknown-name``, with names that look like it.
    """
    lexicon = speech.setting.lexicon
    typed = " ".join(words)
    try:
        return int(lexicon.find(kind, "-".join(words)))
    except SalientError as error:
        refusal = error
    tokens = lexicon.pieces if kind is ArgKind.PIECE else lexicon.places
    names = [
        (token, speech.name(kind.value, index), speech.name(kind.value, index, long=True))
        for index, token in enumerate(tokens)
    ]
    wanted = typed.casefold()
    exact = [i for i, row in enumerate(names) if any(n.casefold() == wanted for n in row)]
    begun = [i for i, row in enumerate(names) if any(n.casefold().startswith(wanted) for n in row)]
    for found in (exact, begun):
        if wanted and len(found) == 1:
            return found[0]
    raise refusal
