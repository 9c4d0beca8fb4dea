"""The rules, one chapter of the rulebook a module."""
