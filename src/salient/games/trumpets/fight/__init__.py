"""Chapters on combat: artillery, barrage, odds, results, advance, blitzkrieg."""
