/* Times. */
#ifndef RUTILE_API_TIME_H
#define RUTILE_API_TIME_H

#include "ruby/api/value.h"
#include <sys/time.h>
#include <time.h>

RUTILE_API_BEGIN
void rb_timespec_now(struct timespec *);
VALUE rb_time_new(time_t, long);
VALUE rb_time_nano_new(time_t, long);
VALUE rb_time_timespec_new(const struct timespec *, int);
VALUE rb_time_num_new(VALUE, VALUE);
struct timeval rb_time_interval(VALUE);
struct timeval rb_time_timeval(VALUE);
struct timespec rb_time_timespec(VALUE);
struct timespec rb_time_timespec_interval(VALUE);
VALUE rb_time_utc_offset(VALUE);
RUTILE_API_END

#endif
