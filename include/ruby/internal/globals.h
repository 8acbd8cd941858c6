/* Part of `ruby/api/globals.h` here. */
#ifndef RUTILE_INTERNAL_GLOBALS_H
#define RUTILE_INTERNAL_GLOBALS_H
#include "ruby/api/globals.h"
#endif
