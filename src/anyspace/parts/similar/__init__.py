"""The memory of similar states: what is kept of a position, and how positions like it are found again."""
