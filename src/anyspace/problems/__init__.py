"""Problems that are not games, solved by Monte Carlo tree search as it was published for them. One idea a file."""
