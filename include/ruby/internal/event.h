/* Part of `ruby/api/event.h` here. */
#ifndef RUTILE_INTERNAL_EVENT_H
#define RUTILE_INTERNAL_EVENT_H
#include "ruby/api/event.h"
#endif
