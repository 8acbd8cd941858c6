/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_DLLEXPORT_H
#define RUTILE_INTERNAL_DLLEXPORT_H
#include "ruby/defines.h"
#endif
