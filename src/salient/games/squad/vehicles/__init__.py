"""Vehicles on the move, and what they tow, push and run over. Rules C10, D2-D10."""
