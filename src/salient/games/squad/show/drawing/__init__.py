"""The map and the counters of the squad game, drawn as SVG."""
