"""Searches that are not trees of playouts: each a compiled loop of its own over the same function table, with the same
face (`run(state, budget) -> Result`), and baselines for the lab."""
