"""Tests of Battle of the Bulge: Ardennes '44."""
