/* Part of `ruby/api/load.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_LOAD_H
#define RUTILE_INTERNAL_INTERN_LOAD_H
#include "ruby/api/load.h"
#endif
