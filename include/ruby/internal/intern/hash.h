/* Part of `ruby/api/hash.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_HASH_H
#define RUTILE_INTERNAL_INTERN_HASH_H
#include "ruby/api/hash.h"
#endif
