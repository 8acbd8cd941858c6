/* Part of `ruby/api/value.h` here. */
#ifndef RUTILE_INTERNAL_VALUE_H
#define RUTILE_INTERNAL_VALUE_H
#include "ruby/api/value.h"
#endif
