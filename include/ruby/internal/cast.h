/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_CAST_H
#define RUTILE_INTERNAL_CAST_H
#include "ruby/defines.h"
#endif
