"""What is learnt about a game before it is played: weights of moves, for playouts (parts/playout/weighted_moves.py)."""
