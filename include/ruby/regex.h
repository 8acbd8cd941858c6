/* The engine of regular expressions, under its other name. */
#ifndef RUTILE_REGEX_H
#define RUTILE_REGEX_H
#define ONIGURUMA_REGEX_H 1
#include "ruby/onigmo.h"
#define mbclen(start, end, encoding) rb_enc_mbclen((start), (end), (encoding))
#endif
