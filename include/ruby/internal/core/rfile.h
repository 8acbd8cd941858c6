/* Part of `ruby/io.h` here. */
#ifndef RUTILE_INTERNAL_CORE_RFILE_H
#define RUTILE_INTERNAL_CORE_RFILE_H
#include "ruby/io.h"
#endif
