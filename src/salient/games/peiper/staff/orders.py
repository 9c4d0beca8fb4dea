"""Steps in which a side may leave the rest to its staff."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.state import Decision, Log, at_rest
from salient.games.peiper.staff.proposals import STAFF, propose
from salient.games.peiper.state import PeiperState, PeiperStep, of_campaign
from salient.games.squad.core.actions import END
from salient.games.squad.core.state import SquadState

PARTS = ("enter_by", "objective", "site", "shift_to")
"""Questions about a single thing: the staff answers these, and what follows is asked again."""


class Staffed(PeiperStep, frozen=True):
    """A step of one side that its staff can do: as it proposes, to the end of the step."""

    side: int

    @at_rest
    def ask(self, g: SquadState) -> Decision | None:
        """What the step asks, with the staff as one more answer."""
        decision = self.question(of_campaign(g))
        if decision is None or len(decision.actions) == 1:
            return decision
        actions = [action for action in decision.actions if action != END]
        ends = [END] if END in decision.actions else []
        return Decision(
            decision.side, decision.prompt, [*actions, STAFF, *ends], decision.rules,
            decision.values, decision.acting,
        )  # fmt: skip

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Carry out the answer, or let the staff find all of them."""
        if action == STAFF:
            leave_to_staff(of_campaign(g), self, log)
        else:
            self.answer(of_campaign(g), action, log)


def leave_to_staff(g: PeiperState, begun: Staffed, log: Log) -> None:
    """The staff answers what a step asks, until it asks something else or is over."""
    prompt = ""
    while g.steps:
        step = g.steps[-1]
        if type(step) is not type(begun) or not isinstance(step, Staffed):
            return
        decision = step.ask(g)
        if decision is None or decision.side != begun.side:
            return
        if prompt in PARTS and decision.prompt != prompt:
            return
        prompt = prompt or decision.prompt
        step.take(g, propose(g, step.side, decision.prompt, decision.actions), log)
