/* Part of `ruby/api/thread.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_THREAD_H
#define RUTILE_INTERNAL_INTERN_THREAD_H
#include "ruby/api/thread.h"
#endif
