"""Firepower, cover, attacks, morale and damage. Rules A7-A10, D5-D10, B24, B28."""
