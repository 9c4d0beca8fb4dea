"""The map: kinds of terrain, map files, buildings, hexes and locations."""
