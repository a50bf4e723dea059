"""Methods for one player, where the best line found is the result: one idea a file, each a compiled loop of its own
over the function table; `Solo` runs them all."""
