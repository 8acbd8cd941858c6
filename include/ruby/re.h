/* Regular expressions and matches, with the engine's own types. */
#ifndef RUTILE_RE_H
#define RUTILE_RE_H

#include "ruby/ruby.h"
#include "ruby/regex.h"

#define RUBY_RE_H 1

typedef struct re_pattern_buffer Regexp;

struct rmatch_offset {
    long beg;
    long end;
};

/* What a match has beside its registers, for tools that read headers: no match has one here. */
struct rb_matchext_struct {
    struct rmatch_offset *char_offset;
    int char_offset_num_allocated;
};
typedef struct rb_matchext_struct rb_matchext_t;

RUTILE_API_BEGIN

/* The engine's pattern of a Regexp, and where a match and its groups are. */
struct re_pattern_buffer *rutile_regexp_pattern(VALUE);
struct re_registers *rutile_match_registers(VALUE);
VALUE rb_reg_regcomp(VALUE);
long rb_reg_search(VALUE, VALUE, long, int);
VALUE rb_reg_regsub(VALUE, VALUE, struct re_registers *, VALUE);
long rb_reg_adjust_startpos(VALUE, VALUE, long, int);
VALUE rb_reg_quote(VALUE);
regex_t *rb_reg_prepare_re(VALUE, VALUE);
OnigPosition rb_reg_onig_match(VALUE, VALUE, OnigPosition (*)(regex_t *, VALUE, struct re_registers *, void *), void *, struct re_registers *);
int rb_reg_region_copy(struct re_registers *, const struct re_registers *);

RUTILE_API_END

#define RREGEXP_PTR(regexp) rutile_regexp_pattern(regexp)
static inline struct re_registers *RMATCH_REGS(VALUE match) { return rutile_match_registers(match); }
#define RMATCH_REGS RMATCH_REGS

#endif
