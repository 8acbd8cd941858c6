# Nothing is stricter.
