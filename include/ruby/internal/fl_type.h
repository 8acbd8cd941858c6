/* Part of `ruby/api/value.h` here. */
#ifndef RUTILE_INTERNAL_FL_TYPE_H
#define RUTILE_INTERNAL_FL_TYPE_H
#include "ruby/api/value.h"
#endif
