/* Part of `ruby/api/symbol.h` here. */
#ifndef RUTILE_INTERNAL_SYMBOL_H
#define RUTILE_INTERNAL_SYMBOL_H
#include "ruby/api/symbol.h"
#endif
