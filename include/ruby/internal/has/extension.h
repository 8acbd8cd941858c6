/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_HAS_EXTENSION_H
#define RUTILE_INTERNAL_HAS_EXTENSION_H
#include "ruby/defines.h"
#endif
