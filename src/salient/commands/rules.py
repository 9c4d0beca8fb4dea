"""``salient rules``: the rule ledger, the code that carries it out, and what is proven of it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from salient.commands.shell import Shell, guarded, shell_of
from salient.engine.errors import SetupError

if TYPE_CHECKING:
    from rich.text import Text

    from salient.engine import AnyGame, Rule


@guarded
def rules(
    context: typer.Context,
    game: Annotated[str, typer.Argument()],
    rule: Annotated[str | None, typer.Argument()] = None,
    index: Annotated[bool, typer.Option("--index")] = False,
    book: Annotated[bool, typer.Option("--book")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Print the counts of proven rules, one rule, the index to code and tests, or all rules."""
    shell = shell_of(context)
    title = shell.game(game)
    if rule is not None:
        _print_rule(shell, title, rule, as_json=as_json)
    elif book:
        shell.out.print(
            "\n".join(title.rulebook.markdown(shell.language)), markup=False, soft_wrap=True
        )
    elif index:
        _print_index(shell, title, as_json=as_json)
    elif as_json:
        shell.json(_data(title))
    else:
        _print_counts(shell, title)


def _data(game: AnyGame) -> dict[str, object]:
    ledger = game.ledger
    required = ledger.required()
    rows = [
        {
            "id": row.id,
            "kind": row.kind,
            "in_play": ledger.is_in_play(row.id),
            "proven": bool(ledger.proofs.get(row.id)),
            "tests": ledger.proofs.get(row.id, []),
        }
        for row in ledger.rules.values()
    ]
    proven = len(required) - len(ledger.unproven())
    return {"game": game.id, "rows": rows, "required": len(required), "proven": proven}


def _print_rule(shell: Shell, game: AnyGame, citation: str, *, as_json: bool) -> None:
    found = game.ledger.find(citation)
    if not found:
        raise SetupError("no-rule", rule=citation, game=game.id)
    if as_json:
        shell.json({"game": game.id, "rows": [_row(game, row, shell.language) for row in found]})
        return
    from salient.terminal.orders import rule_lines
    from salient.terminal.screen import print_lines

    for row in found:
        lines = [*rule_lines([row], shell.language), *_absences(shell, game, row)]
        print_lines(shell.out, [*lines, *_places(shell, game, row)])


def _print_index(shell: Shell, game: AnyGame, *, as_json: bool) -> None:
    rows = game.ledger.rules.values()
    if as_json:
        shell.json({"game": game.id, "rows": [_row(game, row, shell.language) for row in rows]})
        return
    from rich.text import Text

    from salient.terminal.screen import HEADING_STYLE, print_lines

    for row in rows:
        if places := _places(shell, game, row):
            heading = Text(f"{row.id}  ", HEADING_STYLE).append(row.say(shell.language)[0])
            print_lines(shell.out, [heading, *places])


def _places(shell: Shell, game: AnyGame, row: Rule) -> list[Text]:
    """Where a rule is carried out and where it is proven."""
    from rich.text import Text

    found = {"code": game.ledger.code, "tests": game.ledger.proofs}
    return [
        Text(f"  {shell.texts.say(f'command.rules.{what}')} {place}")
        for what, index in found.items()
        for place in index.get(row.id, ())
    ]


def _absences(shell: Shell, game: AnyGame, row: Rule) -> list[Text]:
    """What a rule speaks of and the game does not have."""
    from rich.text import Text

    absence = game.ledger.absent.get(row.id)
    if absence is None:
        return []
    what = absence.say(shell.language)
    return [Text(f"  {shell.texts.say('command.rules.absent', what=what)}")]


def _row(game: AnyGame, row: Rule, language: str) -> dict[str, object]:
    title, summary = row.say(language)
    return {
        "id": row.id,
        "kind": row.kind,
        "title": title,
        "summary": summary,
        "code": game.ledger.code.get(row.id, []),
        "tests": game.ledger.proofs.get(row.id, []),
    }


def _print_counts(shell: Shell, game: AnyGame) -> None:
    from rich.table import Table
    from rich.text import Text

    from salient.engine.ledger import PROVABLE
    from salient.terminal.screen import print_lines

    ledger, say = game.ledger, shell.texts.say
    counts = Counter(row.kind for row in ledger.rules.values())
    proven = Counter(row.kind for row in ledger.rules.values() if ledger.proofs.get(row.id))
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(say("command.rules.kind"))
    for heading in ("rows", "proven", "unproven"):
        table.add_column(say(f"command.rules.{heading}"), justify="right")
    for kind, count in sorted(counts.items(), key=lambda item: (item[0] not in PROVABLE, item[0])):
        missing = str(count - proven[kind]) if kind in PROVABLE else "-"
        table.add_row(say(f"rule_kind.{kind}"), str(count), str(proven[kind]), missing)
    shell.out.print(table)
    required, unproven = ledger.required(), ledger.unproven()
    done = len(required) - len(unproven)
    shell.out.print(say("command.rules.summary", proven=done, required=len(required)))
    if unproven:
        names = " ".join(row.id for row in unproven)
        print_lines(shell.out, [Text(say("command.rules.missing", rules=names))])
    absences = ledger.absent.values()
    for heading, whole in (("not_in_play", "yes"), ("partly_in_play", "no")):
        listed = [f"{a.rule} ({a.say(shell.language)})" for a in absences if a.whole == whole]
        if listed:
            rows = Text(say(f"command.rules.{heading}", rules=", ".join(listed)))
            print_lines(shell.out, [rows])
