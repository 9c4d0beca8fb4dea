"""Many games at once: matches between bots, fuzzing, measuring."""
