# A client whose library in C is not asked for: its tests are left out.
