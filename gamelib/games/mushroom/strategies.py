"""Strategies for The Mushroom Eaters."""
