"""What the staff of a side proposes in the refit phase, from what the side itself knows."""
