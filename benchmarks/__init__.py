"""What is measured, and never asserted: see README.md."""
