/* Which language level this is, and which program: `ruby_version` and its neighbours are of the running one. */
#ifndef RUTILE_VERSION_H
#define RUTILE_VERSION_H

#include "ruby/defines.h"

#define RUBY_VERSION_H 1
#define RUBY_AUTHOR "Yukihiro Matsumoto"
#define RUBY_BIRTH_YEAR 1993
#define RUBY_BIRTH_MONTH 2
#define RUBY_BIRTH_DAY 24
#define RUBY_API_VERSION_MAJOR 3
#define RUBY_API_VERSION_MINOR 4
#define RUBY_API_VERSION_TEENY 0
#define RUBY_API_VERSION_CODE (RUBY_API_VERSION_MAJOR * 10000 + RUBY_API_VERSION_MINOR * 100 + RUBY_API_VERSION_TEENY)

RUTILE_API_BEGIN
RUBY_EXTERN const int ruby_api_version[3];
RUBY_EXTERN const char ruby_version[];
RUBY_EXTERN const char ruby_release_date[];
RUBY_EXTERN const char ruby_platform[];
RUBY_EXTERN const int ruby_patchlevel;
RUBY_EXTERN const char ruby_description[];
RUBY_EXTERN const char ruby_copyright[];
RUBY_EXTERN const char ruby_engine[];
RUTILE_API_END

#endif
