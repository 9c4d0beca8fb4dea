"""The orders of a corps as one list: works, ferries, bridges and charges.

Chapters 18.0, 19.0, 20.0, 21.0, 22.0.
"""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.state import Decision, Log, at_rest
from salient.games.trumpets.orders.attachment import attach, attachments, free_to_pass
from salient.games.trumpets.orders.engineers import engineer_offers, set_to_work
from salient.games.trumpets.orders.reserves import may_be_reserve, name_reserve
from salient.games.trumpets.orders.staff import is_anything_proposed, proposed_orders
from salient.games.trumpets.orders.works import WORKS, begin_work, free_to_build, possible_works
from salient.games.trumpets.setting import END, STAFF
from salient.games.trumpets.standing.demolition import try_to_blow
from salient.games.trumpets.standing.fuel import burn, burnable
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep


class Orders(TrumpetsStep, frozen=True, tag="orders"):
    """Steps 18-22 of a corps. Rules sop-18, sop-19, sop-20, sop-21, sop-22."""

    side: int
    corps: int

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Who is told to do what."""
        actions = self._offers(g)
        if not actions:
            return None
        if is_anything_proposed(g, self.side, actions):
            actions.append(STAFF)
        values = {"corps": g.setting.roster.formations[self.corps].id}
        rules = ("sop-18", "sop-19", "sop-20", "sop-21", "sop-22")
        return Decision(self.side, "orders", [*actions, END], rules, dict(values))

    def _offers(self, g: TrumpetsState) -> list[Action]:
        """The orders that can be given, one by one."""
        offer, actions = g.setting.offer, list[Action]()
        units = g.corps_on_map(self.corps)
        attaching, builders = free_to_pass(g, units), free_to_build(g, units)
        engineers = g.setting.roster.engineers
        for unit in each_piece(units):
            if attaching >> unit & 1:
                actions += attachments(g, unit)
            if may_be_reserve(g, unit):
                actions.append(offer["reserve"][unit])
            if builders >> unit & 1:
                actions += [offer[order][unit] for order in possible_works(g, unit)]
            if engineers >> unit & 1:
                actions += engineer_offers(g, unit)
        return [*actions, *offer["burn"].of(members(burnable(g, self.side, self.corps)))]

    def proposed(self, g: TrumpetsState) -> list[Action]:
        """The orders that the staff would give."""
        return proposed_orders(g, self.side, self._offers(g))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Carry out an order, or all that the staff proposes (rc-staff-1)."""
        if action == END:
            g.steps.pop()
        elif action == STAFF:
            for order in self.proposed(g):
                self._carry_out(g, order, log)
        else:
            self._carry_out(g, action, log)

    def _carry_out(self, g: TrumpetsState, action: Action, log: Log) -> None:
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
