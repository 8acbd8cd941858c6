/* Part of `ruby/api/struct.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RSTRUCT_H
#define RUTILE_INTERNAL_CORE_RSTRUCT_H
#include "ruby/api/struct.h"
#endif
