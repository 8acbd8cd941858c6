/* Encodings: finding them, those of objects, and the characters of bytes. */
#ifndef RUTILE_API_ENCODING_H
#define RUTILE_API_ENCODING_H

#include "ruby/ruby.h"
#include "ruby/onigmo.h"

typedef const OnigEncodingType rb_encoding;

enum ruby_encoding_consts {
    RUBY_ENCODING_INLINE_MAX = 127,
    RUBY_ENCODING_SHIFT = RUBY_FL_USHIFT + 10,
    RUBY_ENCODING_MASK = 127 << (RUBY_FL_USHIFT + 10),
    RUBY_ENCODING_MAXNAMELEN = 42
};
#define ENCODING_INLINE_MAX RUBY_ENCODING_INLINE_MAX
#define ENCODING_SHIFT RUBY_ENCODING_SHIFT
#define ENCODING_MASK RUBY_ENCODING_MASK
#define ENCODING_MAXNAMELEN RUBY_ENCODING_MAXNAMELEN

/* What is known of a String's bytes; of an unknown one rb_enc_str_coderange() finds out. */
enum ruby_coderange_type {
    RUBY_ENC_CODERANGE_UNKNOWN = 0,
    RUBY_ENC_CODERANGE_7BIT = RUBY_FL_USER8,
    RUBY_ENC_CODERANGE_VALID = RUBY_FL_USER9,
    RUBY_ENC_CODERANGE_BROKEN = RUBY_FL_USER8 | RUBY_FL_USER9,
    RUBY_ENC_CODERANGE_MASK = RUBY_FL_USER8 | RUBY_FL_USER9
};
#define ENC_CODERANGE_MASK RUBY_ENC_CODERANGE_MASK
#define ENC_CODERANGE_UNKNOWN RUBY_ENC_CODERANGE_UNKNOWN
#define ENC_CODERANGE_7BIT RUBY_ENC_CODERANGE_7BIT
#define ENC_CODERANGE_VALID RUBY_ENC_CODERANGE_VALID
#define ENC_CODERANGE_BROKEN RUBY_ENC_CODERANGE_BROKEN

RUTILE_API_BEGIN

/* --- Encodings --- */
int rb_char_to_option_kcode(int, int *, int *);
int rb_define_dummy_encoding(const char *);
int rb_enc_dummy_p(rb_encoding *);
int rb_enc_to_index(rb_encoding *);
int rb_enc_get_index(VALUE);
void rb_enc_set_index(VALUE, int);
int rb_enc_capable(VALUE);
int rb_enc_find_index(const char *);
int rb_enc_alias(const char *, const char *);
int rb_to_encoding_index(VALUE);
rb_encoding *rb_to_encoding(VALUE);
rb_encoding *rb_find_encoding(VALUE);
rb_encoding *rb_enc_get(VALUE);
rb_encoding *rb_enc_compatible(VALUE, VALUE);
rb_encoding *rb_enc_check(VALUE, VALUE);
VALUE rb_enc_associate_index(VALUE, int);
VALUE rb_enc_associate(VALUE, rb_encoding *);
void rb_enc_copy(VALUE, VALUE);
rb_encoding *rb_enc_from_index(int);
rb_encoding *rb_enc_find(const char *);
int rb_enc_mbclen(const char *, const char *, rb_encoding *);
int rb_enc_fast_mbclen(const char *, const char *, rb_encoding *);
int rb_enc_precise_mbclen(const char *, const char *, rb_encoding *);
int rb_enc_ascget(const char *, const char *, int *, rb_encoding *);
unsigned int rb_enc_codepoint_len(const char *, const char *, int *, rb_encoding *);
int rb_enc_codelen(int, rb_encoding *);
VALUE rb_enc_from_encoding(rb_encoding *);
int rb_enc_unicode_p(rb_encoding *);
rb_encoding *rb_ascii8bit_encoding(void);
rb_encoding *rb_utf8_encoding(void);
rb_encoding *rb_usascii_encoding(void);
rb_encoding *rb_locale_encoding(void);
rb_encoding *rb_filesystem_encoding(void);
rb_encoding *rb_default_external_encoding(void);
rb_encoding *rb_default_internal_encoding(void);
int rb_ascii8bit_encindex(void);
int rb_utf8_encindex(void);
int rb_usascii_encindex(void);
int rb_locale_encindex(void);
int rb_filesystem_encindex(void);
VALUE rb_enc_default_external(void);
VALUE rb_enc_default_internal(void);
void rb_enc_set_default_external(VALUE);
void rb_enc_set_default_internal(VALUE);
VALUE rb_locale_charmap(VALUE);

/* --- Characters --- */
unsigned int rb_enc_codepoint(const char *, const char *, rb_encoding *);
OnigCodePoint rb_enc_mbc_to_codepoint(const char *, const char *, rb_encoding *);
int rb_enc_code_to_mbclen(int, rb_encoding *);
int rb_enc_mbcput(unsigned int, void *, rb_encoding *);
char *rb_enc_prev_char(const char *, const char *, const char *, rb_encoding *);
char *rb_enc_left_char_head(const char *, const char *, const char *, rb_encoding *);
char *rb_enc_right_char_head(const char *, const char *, const char *, rb_encoding *);
char *rb_enc_step_back(const char *, const char *, const char *, int, rb_encoding *);
bool rb_enc_is_newline(const char *, const char *, rb_encoding *);
bool rb_enc_isctype(OnigCodePoint, OnigCtype, rb_encoding *);
int rb_enc_toupper(int, rb_encoding *);
int rb_enc_tolower(int, rb_encoding *);

/* --- Strings --- */
int rutile_string_coderange(VALUE);
void rutile_string_coderange_set(VALUE, int);
VALUE rb_enc_str_new(const char *, long, rb_encoding *);
VALUE rb_enc_str_new_cstr(const char *, rb_encoding *);
VALUE rb_enc_str_new_static(const char *, long, rb_encoding *);
VALUE rb_enc_interned_str(const char *, long, rb_encoding *);
VALUE rb_enc_interned_str_cstr(const char *, rb_encoding *);
long rb_enc_strlen(const char *, const char *, rb_encoding *);
char *rb_enc_nth(const char *, const char *, long, rb_encoding *);
VALUE rb_obj_encoding(VALUE);
VALUE rb_enc_str_buf_cat(VALUE, const char *, long, rb_encoding *);
VALUE rb_enc_uint_chr(unsigned int, rb_encoding *);
VALUE rb_external_str_new_with_enc(const char *, long, rb_encoding *);
VALUE rb_str_export_to_enc(VALUE, rb_encoding *);
VALUE rb_str_conv_enc(VALUE, rb_encoding *, rb_encoding *);
VALUE rb_str_conv_enc_opts(VALUE, rb_encoding *, rb_encoding *, int, VALUE);
int rb_enc_str_coderange(VALUE);
long rb_str_coderange_scan_restartable(const char *, const char *, rb_encoding *, int *);
int rb_enc_str_asciionly_p(VALUE);
long rb_memsearch(const void *, long, const void *, long, rb_encoding *);
PRINTF_ARGS(VALUE rb_enc_sprintf(rb_encoding *, const char *, ...), 2, 3);
PRINTF_ARGS(VALUE rb_enc_vsprintf(rb_encoding *, const char *, va_list), 2, 0);
NORETURN(PRINTF_ARGS(void rb_enc_raise(rb_encoding *, VALUE, const char *, ...), 3, 4));

/* --- Symbols, Regexps, paths --- */
ID rb_intern3(const char *, long, rb_encoding *);
int rb_enc_symname_p(const char *, rb_encoding *);
int rb_enc_symname2_p(const char *, long, rb_encoding *);
ID rb_check_id_cstr(const char *, long, rb_encoding *);
VALUE rb_check_symbol_cstr(const char *, long, rb_encoding *);
VALUE rb_enc_reg_new(const char *, long, rb_encoding *, int);
char *rb_enc_path_next(const char *, const char *, rb_encoding *);
char *rb_enc_path_skip_prefix(const char *, const char *, rb_encoding *);
char *rb_enc_path_last_separator(const char *, const char *, rb_encoding *);
char *rb_enc_path_end(const char *, const char *, rb_encoding *);
const char *ruby_enc_find_basename(const char *, long *, long *, rb_encoding *);
const char *ruby_enc_find_extname(const char *, long *, rb_encoding *);

RUTILE_API_END

/* --- What the structure says --- */
static inline const char *rb_enc_name(rb_encoding *encoding) { return encoding->name; }
static inline int rb_enc_mbminlen(rb_encoding *encoding) { return encoding->min_enc_len; }
static inline int rb_enc_mbmaxlen(rb_encoding *encoding) { return encoding->max_enc_len; }
static inline bool rb_enc_asciicompat(rb_encoding *encoding) { return encoding->min_enc_len == 1 && !rb_enc_dummy_p(encoding); }
static inline bool rb_enc_str_asciicompat_p(VALUE string) { return rb_enc_asciicompat(rb_enc_get(string)); }
#define rb_enc_name rb_enc_name
#define rb_enc_mbminlen rb_enc_mbminlen
#define rb_enc_mbmaxlen rb_enc_mbmaxlen
#define rb_enc_asciicompat rb_enc_asciicompat
#define rb_enc_str_asciicompat_p rb_enc_str_asciicompat_p
#define rb_enc_left_char_head(start, at, end, encoding) \
    (rb_enc_left_char_head)((const char *)(start), (const char *)(at), (const char *)(end), (encoding))
#define rb_enc_right_char_head(start, at, end, encoding) \
    (rb_enc_right_char_head)((const char *)(start), (const char *)(at), (const char *)(end), (encoding))
#define rb_enc_prev_char(start, at, end, encoding) \
    (rb_enc_prev_char)((const char *)(start), (const char *)(at), (const char *)(end), (encoding))
#define rb_enc_mbc_to_codepoint(start, end, encoding) \
    (rb_enc_mbc_to_codepoint)((const char *)(start), (const char *)(end), (encoding))

/* --- The encoding of an object, by its number --- */
static inline int RB_ENCODING_GET(VALUE object) { return rb_enc_get_index(object); }
static inline void RB_ENCODING_SET(VALUE object, int index) { rb_enc_set_index(object, index); }
static inline bool RB_ENCODING_IS_ASCII8BIT(VALUE object) { return rb_enc_get_index(object) == rb_ascii8bit_encindex(); }
#define RB_ENCODING_GET RB_ENCODING_GET
#define RB_ENCODING_SET RB_ENCODING_SET
#define RB_ENCODING_GET_INLINED RB_ENCODING_GET
#define RB_ENCODING_SET_INLINED RB_ENCODING_SET
#define RB_ENCODING_IS_ASCII8BIT RB_ENCODING_IS_ASCII8BIT
#define ENCODING_GET(object) RB_ENCODING_GET(object)
#define ENCODING_SET(object, index) RB_ENCODING_SET((object), (index))
#define ENCODING_GET_INLINED(object) RB_ENCODING_GET(object)
#define ENCODING_SET_INLINED(object, index) RB_ENCODING_SET((object), (index))
#define ENCODING_IS_ASCII8BIT(object) RB_ENCODING_IS_ASCII8BIT(object)

static inline int rb_enc_coderange_clean_p(int range) { return range == RUBY_ENC_CODERANGE_7BIT || range == RUBY_ENC_CODERANGE_VALID; }
static inline bool RB_ENC_CODERANGE_CLEAN_P(enum ruby_coderange_type range) { return rb_enc_coderange_clean_p((int)range) != 0; }
static inline enum ruby_coderange_type RB_ENC_CODERANGE(VALUE object) { return (enum ruby_coderange_type)rutile_string_coderange(object); }
static inline bool RB_ENC_CODERANGE_ASCIIONLY(VALUE object) { return RB_ENC_CODERANGE(object) == RUBY_ENC_CODERANGE_7BIT; }
static inline void RB_ENC_CODERANGE_SET(VALUE object, enum ruby_coderange_type range) { rutile_string_coderange_set(object, (int)range); }
static inline void RB_ENC_CODERANGE_CLEAR(VALUE object) { rutile_string_coderange_set(object, RUBY_ENC_CODERANGE_UNKNOWN); }

/* What is known of two Strings put together. */
static inline enum ruby_coderange_type RB_ENC_CODERANGE_AND(enum ruby_coderange_type left, enum ruby_coderange_type right)
{
    if (left == RUBY_ENC_CODERANGE_7BIT) return right;
    if (left != RUBY_ENC_CODERANGE_VALID) return RUBY_ENC_CODERANGE_UNKNOWN;
    return right == RUBY_ENC_CODERANGE_7BIT ? RUBY_ENC_CODERANGE_VALID : right;
}

static inline void RB_ENCODING_CODERANGE_SET(VALUE object, int index, enum ruby_coderange_type range)
{
    rb_enc_set_index(object, index);
    RB_ENC_CODERANGE_SET(object, range);
}
#define ENC_CODERANGE(object) ((int)RB_ENC_CODERANGE(object))
#define ENC_CODERANGE_CLEAN_P(range) rb_enc_coderange_clean_p((int)(range))
#define ENC_CODERANGE_ASCIIONLY(object) RB_ENC_CODERANGE_ASCIIONLY(object)
#define ENC_CODERANGE_SET(object, range) RB_ENC_CODERANGE_SET((object), (enum ruby_coderange_type)(range))
#define ENC_CODERANGE_CLEAR(object) RB_ENC_CODERANGE_CLEAR(object)
#define ENC_CODERANGE_AND(left, right) ((int)RB_ENC_CODERANGE_AND((enum ruby_coderange_type)(left), (enum ruby_coderange_type)(right)))
#define ENCODING_CODERANGE_SET(object, index, range) RB_ENCODING_CODERANGE_SET((object), (index), (enum ruby_coderange_type)(range))

/* --- Kinds of characters --- */
#define RUTILE_CHARACTER_KIND(name, kind) \
    static inline bool name(OnigCodePoint character, rb_encoding *encoding) { return rb_enc_isctype(character, kind, encoding); }
static inline bool rb_enc_isascii(OnigCodePoint character, rb_encoding *encoding) { (void)encoding; return character < 128; }
RUTILE_CHARACTER_KIND(rb_enc_isalpha, ONIGENC_CTYPE_ALPHA)
RUTILE_CHARACTER_KIND(rb_enc_islower, ONIGENC_CTYPE_LOWER)
RUTILE_CHARACTER_KIND(rb_enc_isupper, ONIGENC_CTYPE_UPPER)
RUTILE_CHARACTER_KIND(rb_enc_iscntrl, ONIGENC_CTYPE_CNTRL)
RUTILE_CHARACTER_KIND(rb_enc_ispunct, ONIGENC_CTYPE_PUNCT)
RUTILE_CHARACTER_KIND(rb_enc_isalnum, ONIGENC_CTYPE_ALNUM)
RUTILE_CHARACTER_KIND(rb_enc_isprint, ONIGENC_CTYPE_PRINT)
RUTILE_CHARACTER_KIND(rb_enc_isspace, ONIGENC_CTYPE_SPACE)
RUTILE_CHARACTER_KIND(rb_enc_isdigit, ONIGENC_CTYPE_DIGIT)
#undef RUTILE_CHARACTER_KIND

#define MBCLEN_CHARFOUND_P(result) ONIGENC_MBCLEN_CHARFOUND_P(result)
#define MBCLEN_CHARFOUND_LEN(result) ONIGENC_MBCLEN_CHARFOUND_LEN(result)
#define MBCLEN_INVALID_P(result) ONIGENC_MBCLEN_INVALID_P(result)
#define MBCLEN_NEEDMORE_P(result) ONIGENC_MBCLEN_NEEDMORE_P(result)
#define MBCLEN_NEEDMORE_LEN(result) ONIGENC_MBCLEN_NEEDMORE_LEN(result)

#endif
