"""Lines of sight in play, and who is concealed from whom."""
