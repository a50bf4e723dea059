"""Games as they are played, taken back, saved and read again."""
