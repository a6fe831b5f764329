"""Programs that play at random, each step choosing among all legal moves, and count their actions per second."""
