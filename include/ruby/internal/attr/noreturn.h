/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_ATTR_NORETURN_H
#define RUTILE_INTERNAL_ATTR_NORETURN_H
#include "ruby/defines.h"
#endif
