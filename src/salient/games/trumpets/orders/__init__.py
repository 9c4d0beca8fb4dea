"""Chapters on orders: attachment, reserves, works, engineers, arrivals, areas."""
