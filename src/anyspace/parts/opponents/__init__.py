"""What is known of how the others play: a model of them, and a search that reckons with it (docs/opponents.md)."""
