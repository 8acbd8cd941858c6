/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_BACKWARD_GCC_VERSION_SINCE_H
#define RUTILE_BACKWARD_GCC_VERSION_SINCE_H
#include "ruby/defines.h"
#endif
