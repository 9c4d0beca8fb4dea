"""What thinks: the staff, and the bot that follows it."""
