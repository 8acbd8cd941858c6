/* Part of `ruby/api/string.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_STRING_H
#define RUTILE_INTERNAL_INTERN_STRING_H
#include "ruby/api/string.h"
#endif
