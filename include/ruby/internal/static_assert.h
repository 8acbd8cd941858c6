/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_STATIC_ASSERT_H
#define RUTILE_INTERNAL_STATIC_ASSERT_H
#include "ruby/defines.h"
#endif
