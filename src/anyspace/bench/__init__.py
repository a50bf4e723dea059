"""Speed, side by side with a peer in the same run: what `anyspace bench` measures. One file a peer."""
