/* Functions that a C library may lack. */
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
/* That of GNU has these two since 2.38. HAVE_STRLCPY does not tell: a program's own look for it finds what is here. */
#if defined(__GLIBC__) && !__GLIBC_PREREQ(2, 38)
/* Copies what there is room for, and says how long the whole is. */
static inline size_t rutile_strlcpy(char *to, const char *from, size_t room)
{
    size_t length = strlen(from);
    if (room > 0) {
        size_t copied = length < room ? length : room - 1;
        memcpy(to, from, copied);
        to[copied] = 0;
    }
    return length;
}
# define strlcpy rutile_strlcpy
/* Appends what there is room for, likewise. */
static inline size_t rutile_strlcat(char *to, const char *from, size_t room)
{
    size_t start = strnlen(to, room);
    return start + rutile_strlcpy(to + start, from, room - start);
}
# define strlcat rutile_strlcat
#endif
__attribute__((__format__(__printf__, 1, 2))) void setproctitle(const char *, ...);
#ifdef __cplusplus
}
#endif

#endif
