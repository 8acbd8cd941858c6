/* Part of `ruby/defines.h` here. */
#ifndef RUTILE_INTERNAL_ASSUME_H
#define RUTILE_INTERNAL_ASSUME_H
#include "ruby/defines.h"
#endif
