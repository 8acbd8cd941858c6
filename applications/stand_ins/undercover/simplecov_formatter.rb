# No coverage is told.
