/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_STDBOOL_H
#define RUTILE_INTERNAL_STDBOOL_H
#include "ruby/defines.h"
#endif
