/* Part of `ruby/config.h` here. */
#ifndef RUTILE_INTERNAL_CONFIG_H
#define RUTILE_INTERNAL_CONFIG_H
#include "ruby/config.h"
#endif
