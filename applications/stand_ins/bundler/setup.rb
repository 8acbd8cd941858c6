# The gems of GEM_PATH are there already.
