/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_COMPILER_SINCE_H
#define RUTILE_INTERNAL_COMPILER_SINCE_H
#include "ruby/defines.h"
#endif
