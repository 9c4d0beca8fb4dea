"""What thinks: judgement of offered actions, survey of the position, plans."""
