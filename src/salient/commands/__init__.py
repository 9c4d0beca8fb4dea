"""The commands of the ``salient`` program, one module each.

Importing them is cheap: what a command needs is imported when it runs.
"""
