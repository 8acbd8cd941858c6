/* Part of `ruby/api/string.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RSTRING_H
#define RUTILE_INTERNAL_CORE_RSTRING_H
#include "ruby/api/string.h"
#endif
