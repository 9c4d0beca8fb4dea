"""What serves the eye: the view, the picture, the report."""
