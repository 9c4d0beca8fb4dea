"""The orders of a corps as one list: works, ferries, bridges and charges.

Chapters 18.0, 19.0, 20.0, 21.0, 22.0.
"""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.state import Decision, Log
from salient.games.trumpets.orders.attachment import attach, attachments
from salient.games.trumpets.orders.engineers import engineer_offers, set_to_work
from salient.games.trumpets.orders.reserves import may_be_reserve, name_reserve
from salient.games.trumpets.orders.works import WORKS, begin_work, possible_works
from salient.games.trumpets.setting import END
from salient.games.trumpets.standing.demolition import try_to_blow
from salient.games.trumpets.standing.fuel import burn, burnable
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep


class Orders(TrumpetsStep, frozen=True, tag="orders"):
    """Steps 18-22 of a corps. Rules sop-18, sop-19, sop-20, sop-21, sop-22."""

    side: int
    corps: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who is told to do what."""
        actions: list[Action] = []
        for unit in members(g.on_map(g.corps_units(self.corps))):
            actions += attachments(g, unit)
            if may_be_reserve(g, unit):
                actions.append(g.setting.offer["reserve"][unit])
            actions += [g.setting.offer[order][unit] for order in possible_works(g, unit)]
            actions += engineer_offers(g, unit)
        actions += g.setting.offer["burn"].of(members(burnable(g, self.side, self.corps)))
        if not actions:
            return None
        values = {"corps": g.setting.roster.formations[self.corps].id}
        rules = ("sop-18", "sop-19", "sop-20", "sop-21", "sop-22")
        return Decision(self.side, "orders", [*actions, END], rules, dict(values))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Carry out an order."""
        if action == END:
            g.steps.pop()
            return
        unit = action.piece(0)
        if action.verb == "burn":
            burn(g, action.place(0), log)
        elif action.verb == "attach":
            attach(g, unit, action.piece(1), log)
        elif action.verb == "reserve":
            name_reserve(g, unit)
        elif action.verb in WORKS:
            begin_work(g, unit, action.verb, log)
        elif action.verb == "explode":  # rc-blow-3: a Ready roll without an enemy
            site = g.setting.country.site_at[g.where[unit], action.place(1)]
            g.ready[unit] = site
            g.blow_tried |= 1 << unit
            try_to_blow(g, unit, site, 0, log)
        else:
            set_to_work(g, unit, action.verb, action.place(1), log)
