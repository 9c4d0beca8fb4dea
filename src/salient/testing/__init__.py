"""Test helpers that ship with the package, for games in the tree and for games of others."""
