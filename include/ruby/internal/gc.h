/* Part of `ruby/api/gc.h` here. */
#ifndef RUTILE_INTERNAL_GC_H
#define RUTILE_INTERNAL_GC_H
#include "ruby/api/gc.h"
#endif
