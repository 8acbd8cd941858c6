/* Features: loading them, providing them, and what other extensions export. */
#ifndef RUTILE_API_LOAD_H
#define RUTILE_API_LOAD_H

#include "ruby/api/value.h"

RUTILE_API_BEGIN
VALUE rb_require(const char *);
void rb_load(VALUE, int);
void rb_load_protect(VALUE, int, int *);
int rb_provided(const char *);
int rb_feature_provided(const char *, const char **);
void rb_provide(const char *);
VALUE rb_f_require(VALUE, VALUE);
VALUE rb_require_string(VALUE);
void *rb_ext_resolve_symbol(const char *, const char *);
void rb_ext_ractor_safe(bool);
VALUE rb_autoload_load(VALUE, ID);
VALUE rb_autoload_p(VALUE, ID);
RUBY_EXTERN VALUE rb_argv0;
VALUE rb_get_argv(void);
void *rb_load_file(const char *);
void *rb_load_file_str(VALUE);
RUTILE_API_END

#define HAVE_RB_EXT_RESOLVE_SYMBOL 1
#define HAVE_RB_EXT_RACTOR_SAFE 1
#define RB_EXT_RACTOR_SAFE(safe) rb_ext_ractor_safe(safe)
#define rb_argv rb_get_argv()

/* A part of an extension that starts by itself. */
#define InitVM(extension) { void InitVM_##extension(void); InitVM_##extension(); }

#endif
