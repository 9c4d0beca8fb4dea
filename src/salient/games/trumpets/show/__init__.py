"""What serves the eye."""
