"""Strategies for Auntie Mildred."""
