/* Part of `ruby/api/value.h` here. */
#ifndef RUTILE_INTERNAL_SPECIAL_CONSTS_H
#define RUTILE_INTERNAL_SPECIAL_CONSTS_H
#include "ruby/api/value.h"
#endif
