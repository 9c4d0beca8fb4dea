"""Tests of the campaign."""
