"""The phases of a turn: rally, movement, rout, advance, close combat; set-up and victory."""
