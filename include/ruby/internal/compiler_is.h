/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_COMPILER_IS_H
#define RUTILE_INTERNAL_COMPILER_IS_H
#include "ruby/defines.h"
#endif
