"""What everything else stands on: setting, state, events, questions, costs, stacking."""
