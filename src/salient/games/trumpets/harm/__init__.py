"""Chapters on harm: step losses, retreat, disruption."""
