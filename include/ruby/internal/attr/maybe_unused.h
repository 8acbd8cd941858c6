/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_ATTR_MAYBE_UNUSED_H
#define RUTILE_INTERNAL_ATTR_MAYBE_UNUSED_H
#include "ruby/defines.h"
#endif
