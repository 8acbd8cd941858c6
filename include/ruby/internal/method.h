/* Part of `ruby/api/method.h` here. */
#ifndef RUTILE_INTERNAL_METHOD_H
#define RUTILE_INTERNAL_METHOD_H
#include "ruby/api/method.h"
#endif
