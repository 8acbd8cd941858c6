/* Part of `ruby/api/hash.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RHASH_H
#define RUTILE_INTERNAL_CORE_RHASH_H
#include "ruby/api/hash.h"
#endif
