/* Part of `ruby/api/value.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RBASIC_H
#define RUTILE_INTERNAL_CORE_RBASIC_H
#include "ruby/api/value.h"
#endif
