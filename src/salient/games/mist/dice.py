"""The die: ten-sided, its 0 read as 10, so that rolls run from 1 to 10 (rule 1.0b)."""

DIE = 10
