"""Equilibria: strategies that nobody gains by leaving, and how far others are from them (docs/equilibria.md)."""
