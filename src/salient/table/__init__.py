"""The table: a server and a page where people play any game of the engine."""
