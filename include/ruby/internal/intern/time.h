/* Part of `ruby/api/time.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_TIME_H
#define RUTILE_INTERNAL_INTERN_TIME_H
#include "ruby/api/time.h"
#endif
