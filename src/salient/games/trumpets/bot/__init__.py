"""What thinks."""
