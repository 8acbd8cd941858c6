/* Numbers as text, and other help. */
#ifndef RUTILE_UTIL_H
#define RUTILE_UTIL_H

#include "ruby/defines.h"

#define RUBY_UTIL_H 1
#define DECIMAL_SIZE_OF_BITS(bits) (((bits) * 3010 + 9998) / 9999)
#define DECIMAL_SIZE_OF_BYTES(bytes) DECIMAL_SIZE_OF_BITS((bytes) * CHAR_BIT)
#define DECIMAL_SIZE_OF(expression) DECIMAL_SIZE_OF_BYTES(sizeof(expression))

RUTILE_API_BEGIN
RUBY_EXTERN const signed char ruby_digit36_to_number_table[];
RUBY_EXTERN const char ruby_hexdigits[];
unsigned long ruby_scan_digits(const char *, ssize_t, int, size_t *, int *);
unsigned long ruby_scan_oct(const char *, size_t, size_t *);
unsigned long ruby_scan_hex(const char *, size_t, size_t *);
void ruby_setenv(const char *, const char *);
void ruby_unsetenv(const char *);
char *ruby_strdup(const char *);
char *ruby_getcwd(void);
double ruby_strtod(const char *, char **);
void ruby_each_words(const char *, void (*)(const char *, int, void *), void *);
#define ruby_qsort qsort_r
RUTILE_API_END

#define scan_oct(text, length, used) ((int)ruby_scan_oct((text), (length), (used)))
#define scan_hex(text, length, used) ((int)ruby_scan_hex((text), (length), (used)))
#undef strdup
#define strdup(text) ruby_strdup(text)
#undef strtod
#define strtod(text, end) ruby_strtod((text), (end))

#endif
