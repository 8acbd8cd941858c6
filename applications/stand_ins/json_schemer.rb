# Schemas of JSON are not asked: their tests are left out.
