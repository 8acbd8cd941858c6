/* Part of `ruby/api/variable.h` here. */
#ifndef RUTILE_INTERNAL_VARIABLE_H
#define RUTILE_INTERNAL_VARIABLE_H
#include "ruby/api/variable.h"
#endif
