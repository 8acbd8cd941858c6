/* Symbols, and their numbers, which C calls ID. A Symbol is its ID beside a mark; none is ever collected. */
#ifndef RUTILE_API_SYMBOL_H
#define RUTILE_API_SYMBOL_H

#include "ruby/api/value.h"

RUTILE_API_BEGIN
ID rb_sym2id(VALUE);
VALUE rb_id2sym(ID);
ID rb_intern(const char *);
ID rb_intern2(const char *, long);
ID rb_intern_str(VALUE);
const char *rb_id2name(ID);
ID rb_check_id(volatile VALUE *);
ID rb_to_id(VALUE);
VALUE rb_id2str(ID);
VALUE rb_sym2str(VALUE);
VALUE rb_to_symbol(VALUE);
VALUE rb_check_symbol(volatile VALUE *);
ID rb_id_attrset(ID);
int rb_is_const_id(ID);
int rb_is_global_id(ID);
int rb_is_instance_id(ID);
int rb_is_attrset_id(ID);
int rb_is_class_id(ID);
int rb_is_local_id(ID);
int rb_is_junk_id(ID);
int rb_symname_p(const char *);
VALUE rb_sym_all_symbols(void);
VALUE rb_str_intern(VALUE);
VALUE rb_sym_to_s(VALUE);

RUTILE_API_END

#define RB_ID2SYM rb_id2sym
#define RB_SYM2ID rb_sym2id
#define ID2SYM RB_ID2SYM
#define SYM2ID RB_SYM2ID

static inline ID rb_intern_const(const char *name) { return rb_intern2(name, (long)strlen(name)); }

/* The ID of a name that the compiler knows is looked up once. */
static inline ID rutile_intern_once(ID *kept, const char *name)
{
    if (RB_UNLIKELY(*kept == 0)) *kept = rb_intern_const(name);
    return *kept;
}

#define RUBY_CONST_ID_CACHE(result, name) \
    { \
        static ID rb_intern_id_cache; \
        rutile_intern_once(&rb_intern_id_cache, (name)); \
        result rb_intern_id_cache; \
    }
#define RUBY_CONST_ID(variable, name) \
    do { \
        static ID rutile_kept_id; \
        (variable) = rutile_intern_once(&rutile_kept_id, (name)); \
    } while (0)
#define CONST_ID_CACHE RUBY_CONST_ID_CACHE
#define CONST_ID RUBY_CONST_ID
#define rb_intern(name) \
    (__builtin_constant_p(name) \
        ? __extension__({ static ID rutile_kept_id; rutile_intern_once(&rutile_kept_id, (name)); }) \
        : (rb_intern)(name))

#endif
