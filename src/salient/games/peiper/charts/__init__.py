"""The charts of the campaign as they are looked up, each value with its provenance in ``data``."""
