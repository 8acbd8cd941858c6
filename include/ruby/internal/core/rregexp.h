/* Part of `ruby/re.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RREGEXP_H
#define RUTILE_INTERNAL_CORE_RREGEXP_H
#include "ruby/re.h"
#endif
