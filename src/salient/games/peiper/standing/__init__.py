"""What a side holds and may use: control, victory points, entry areas, the counters in the box."""
