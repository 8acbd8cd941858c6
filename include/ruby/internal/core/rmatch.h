/* Part of `ruby/re.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RMATCH_H
#define RUTILE_INTERNAL_CORE_RMATCH_H
#include "ruby/re.h"
#endif
