"""The refit phase, step by step (8.6)."""
