/* Part of `ruby/api/array.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_ARRAY_H
#define RUTILE_INTERNAL_INTERN_ARRAY_H
#include "ruby/api/array.h"
#endif
