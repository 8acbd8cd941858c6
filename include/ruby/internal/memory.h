/* Part of `ruby/api/memory.h` here. */
#ifndef RUTILE_INTERNAL_MEMORY_H
#define RUTILE_INTERNAL_MEMORY_H
#include "ruby/api/memory.h"
#endif
