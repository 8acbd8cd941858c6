# What the unit tests of Hanami set up about their build.
