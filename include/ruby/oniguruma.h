/* The engine of regular expressions, under the name it had. */
#ifndef RUTILE_ONIGURUMA_H
#define RUTILE_ONIGURUMA_H
#define ONIGURUMA_H
#define ONIGURUMA
#define ONIGURUMA_VERSION_MAJOR ONIGMO_VERSION_MAJOR
#define ONIGURUMA_VERSION_MINOR ONIGMO_VERSION_MINOR
#define ONIGURUMA_VERSION_TEENY ONIGMO_VERSION_TEENY
#include "ruby/onigmo.h"
#endif
