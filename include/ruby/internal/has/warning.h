/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_HAS_WARNING_H
#define RUTILE_INTERNAL_HAS_WARNING_H
#include "ruby/defines.h"
#endif
