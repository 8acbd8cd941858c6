# No browser is driven.
