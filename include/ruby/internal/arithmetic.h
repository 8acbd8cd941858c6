/* Part of `ruby/api/number.h` here. */
#ifndef RUTILE_INTERNAL_ARITHMETIC_H
#define RUTILE_INTERNAL_ARITHMETIC_H
#include "ruby/api/number.h"
#endif
