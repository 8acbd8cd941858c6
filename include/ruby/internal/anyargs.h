/* Part of `ruby/api/method.h` here. */
#ifndef RUTILE_INTERNAL_ANYARGS_H
#define RUTILE_INTERNAL_ANYARGS_H
#include "ruby/api/method.h"
#endif
