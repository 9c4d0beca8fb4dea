"""What can happen in the squad game, as data.

Some of it only one side may see: ``seen_by`` gives what a side sees of an event, the event itself,
a version without names, or nothing.
"""
