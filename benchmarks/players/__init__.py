"""Programs that play at random, choosing among all legal moves, and count their actions per second."""
