/* Part of `ruby/api/exception.h` here. */
#ifndef RUTILE_INTERNAL_ERROR_H
#define RUTILE_INTERNAL_ERROR_H
#include "ruby/api/exception.h"
#endif
