"""The book of a campaign that is played by hand on the printed maps."""
