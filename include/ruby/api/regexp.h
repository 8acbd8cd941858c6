/* Regular expressions, and what they matched, without the engine's own types (`ruby/re.h`). */
#ifndef RUTILE_API_REGEXP_H
#define RUTILE_API_REGEXP_H

#include "ruby/api/string.h"

RUTILE_API_BEGIN

/* The text of a Regexp. */
VALUE rutile_regexp_source(VALUE);
int rb_memcicmp(const void *, const void *, long);
void rb_match_busy(VALUE);
VALUE rb_reg_nth_defined(int, VALUE);
VALUE rb_reg_nth_match(int, VALUE);
int rb_reg_backref_number(VALUE, VALUE);
VALUE rb_reg_last_match(VALUE);
VALUE rb_reg_match_pre(VALUE);
VALUE rb_reg_match_post(VALUE);
VALUE rb_reg_match_last(VALUE);
VALUE rb_reg_new_str(VALUE, int);
VALUE rb_reg_new(const char *, long, int);
VALUE rb_reg_alloc(void);
VALUE rb_reg_init_str(VALUE, VALUE, int);
VALUE rb_reg_match(VALUE, VALUE);
VALUE rb_reg_match2(VALUE);
int rb_reg_options(VALUE);

RUTILE_API_END

static inline VALUE RREGEXP_SRC(VALUE regexp) { return rutile_regexp_source(regexp); }
static inline char *RREGEXP_SRC_PTR(VALUE regexp) { return RSTRING_PTR(rutile_regexp_source(regexp)); }
static inline long RREGEXP_SRC_LEN(VALUE regexp) { return RSTRING_LEN(rutile_regexp_source(regexp)); }
static inline char *RREGEXP_SRC_END(VALUE regexp) { return RSTRING_END(rutile_regexp_source(regexp)); }
#define RREGEXP_SRC RREGEXP_SRC
#define RREGEXP_SRC_PTR RREGEXP_SRC_PTR
#define RREGEXP_SRC_LEN RREGEXP_SRC_LEN
#define RREGEXP_SRC_END RREGEXP_SRC_END
#define rb_memcmp memcmp
#define HAVE_RB_REG_NEW_STR 1

#endif
