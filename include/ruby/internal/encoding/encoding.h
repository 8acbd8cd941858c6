/* Part of `ruby/encoding.h` here. */
#ifndef RUTILE_INTERNAL_ENCODING_ENCODING_H
#define RUTILE_INTERNAL_ENCODING_ENCODING_H
#include "ruby/encoding.h"
#endif
