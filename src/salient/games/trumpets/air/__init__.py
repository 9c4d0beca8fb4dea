"""Chapters on the air war: missions, strafing, interdiction, bombing."""
