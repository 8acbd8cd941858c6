/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_HAS_C_ATTRIBUTE_H
#define RUTILE_INTERNAL_HAS_C_ATTRIBUTE_H
#include "ruby/defines.h"
#endif
