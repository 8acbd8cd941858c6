/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_WARNING_PUSH_H
#define RUTILE_INTERNAL_WARNING_PUSH_H
#include "ruby/defines.h"
#endif
