/* Part of `ruby/ruby.h` here. */
#ifndef RUTILE_INTERNAL_CORE_H
#define RUTILE_INTERNAL_CORE_H
#include "ruby/ruby.h"
#endif
