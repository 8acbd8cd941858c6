/* Part of `ruby/api/data.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RDATA_H
#define RUTILE_INTERNAL_CORE_RDATA_H
#include "ruby/api/data.h"
#endif
