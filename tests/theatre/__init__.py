"""Tests of the geography and of the map makers."""
