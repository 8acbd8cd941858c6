/* Functions that a C library may lack and that the binary has. */
#ifndef RUTILE_MISSING_H
#define RUTILE_MISSING_H

#include "ruby/config.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

#define RUBY_MISSING_H 1

#ifdef __cplusplus
extern "C" {
#endif
#ifndef HAVE_STRLCPY
size_t strlcpy(char *, const char *, size_t);
#endif
#ifndef HAVE_STRLCAT
size_t strlcat(char *, const char *, size_t);
#endif
__attribute__((__format__(__printf__, 1, 2))) void setproctitle(const char *, ...);
#ifdef __cplusplus
}
#endif

#endif
