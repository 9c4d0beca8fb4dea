"""Tests of A Time for Trumpets."""
