# No times are told.
