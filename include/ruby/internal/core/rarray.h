/* Part of `ruby/api/array.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RARRAY_H
#define RUTILE_INTERNAL_CORE_RARRAY_H
#include "ruby/api/array.h"
#endif
