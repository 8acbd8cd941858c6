/* Part of `ruby/encoding.h` here. */
#ifndef RUTILE_INTERNAL_ENCODING_TRANSCODE_H
#define RUTILE_INTERNAL_ENCODING_TRANSCODE_H
#include "ruby/encoding.h"
#endif
