"""Tests of the environment for research."""
