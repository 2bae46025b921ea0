"""Strategies for Habits."""
