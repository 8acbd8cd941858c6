# No tasks: the suite is run without Rake.
