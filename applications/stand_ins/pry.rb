# A console that no test opens.
