"""Players made of code. They know only the contract of the engine and a game's own hooks."""

from salient.bots.players import BOTS, Bot, RandomBot, SimpleBot, make_bot

__all__ = ["BOTS", "Bot", "RandomBot", "SimpleBot", "make_bot"]
