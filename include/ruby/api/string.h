/*
 * Strings. The pointer to a String's bytes is good until the String changes, and as long as a C frame or a registered
 * address names the String; a zero byte follows the last.
 */
#ifndef RUTILE_API_STRING_H
#define RUTILE_API_STRING_H

#include "ruby/api/value.h"
#include "ruby/api/number.h"
#include "ruby/st.h"

enum ruby_rstring_flags { RSTRING_NOEMBED = RUBY_FL_USER1, RSTRING_FSTR = RUBY_FL_USER17 };
#define RSTRING_NOEMBED RSTRING_NOEMBED
#define RSTRING_FSTR RSTRING_FSTR

RUTILE_API_BEGIN

/* --- Bytes --- */
char *rutile_string_pointer(VALUE);
long rutile_string_length(VALUE);

/* --- Conversion --- */
VALUE rb_str_to_str(VALUE);
VALUE rb_string_value(volatile VALUE *);
char *rb_string_value_ptr(volatile VALUE *);
char *rb_string_value_cstr(volatile VALUE *);
VALUE rb_str_export(VALUE);
VALUE rb_str_export_locale(VALUE);
void rb_check_safe_str(VALUE);
void rb_debug_rstring_null_ptr(const char *);
VALUE rb_String(VALUE);
VALUE rb_get_path(VALUE);
VALUE rb_get_path_no_checksafe(VALUE);

/* --- All the rest --- */
VALUE rb_str_new(const char *, long);
VALUE rb_str_new_cstr(const char *);
VALUE rb_str_new_shared(VALUE);
VALUE rutile_string_root(VALUE);
VALUE rb_str_new_frozen(VALUE);
VALUE rb_str_new_with_class(VALUE, const char *, long);
VALUE rb_external_str_new(const char *, long);
VALUE rb_external_str_new_cstr(const char *);
VALUE rb_locale_str_new(const char *, long);
VALUE rb_locale_str_new_cstr(const char *);
VALUE rb_filesystem_str_new(const char *, long);
VALUE rb_filesystem_str_new_cstr(const char *);
VALUE rb_str_buf_new(long);
VALUE rb_str_buf_new_cstr(const char *);
VALUE rb_str_tmp_new(long);
VALUE rb_usascii_str_new(const char *, long);
VALUE rb_usascii_str_new_cstr(const char *);
VALUE rb_utf8_str_new(const char *, long);
VALUE rb_utf8_str_new_cstr(const char *);
VALUE rb_str_new_static(const char *, long);
VALUE rb_usascii_str_new_static(const char *, long);
VALUE rb_utf8_str_new_static(const char *, long);
void rb_str_free(VALUE);
void rb_str_shared_replace(VALUE, VALUE);
VALUE rb_str_buf_append(VALUE, VALUE);
VALUE rb_str_buf_cat_ascii(VALUE, const char *);
VALUE rb_obj_as_string(VALUE);
VALUE rb_check_string_type(VALUE);
void rb_must_asciicompat(VALUE);
VALUE rb_str_dup(VALUE);
VALUE rb_str_resurrect(VALUE);
VALUE rb_str_locktmp(VALUE);
VALUE rb_str_unlocktmp(VALUE);
VALUE rb_str_plus(VALUE, VALUE);
VALUE rb_str_times(VALUE, VALUE);
long rb_str_sublen(VALUE, long);
VALUE rb_str_substr(VALUE, long, long);
VALUE rb_str_subseq(VALUE, long, long);
char *rb_str_subpos(VALUE, long, long *);
void rb_str_modify(VALUE);
void rb_str_modify_expand(VALUE, long);
VALUE rb_str_freeze(VALUE);
void rb_str_set_len(VALUE, long);
VALUE rb_str_resize(VALUE, long);
VALUE rb_str_cat(VALUE, const char *, long);
VALUE rb_str_cat_cstr(VALUE, const char *);
VALUE rb_str_append(VALUE, VALUE);
VALUE rb_str_concat(VALUE, VALUE);
st_index_t rb_str_hash(VALUE);
int rb_str_hash_cmp(VALUE, VALUE);
int rb_str_comparable(VALUE, VALUE);
int rb_str_cmp(VALUE, VALUE);
VALUE rb_str_equal(VALUE, VALUE);
VALUE rb_str_drop_bytes(VALUE, long);
void rb_str_update(VALUE, long, long, VALUE);
VALUE rb_str_replace(VALUE, VALUE);
VALUE rb_str_inspect(VALUE);
VALUE rb_str_dump(VALUE);
VALUE rb_str_split(VALUE, const char *);
long rb_str_strlen(VALUE);
VALUE rb_str_length(VALUE);
long rb_str_offset(VALUE, long);
size_t rb_str_capacity(VALUE);
VALUE rb_str_ellipsize(VALUE, long);
VALUE rb_str_scrub(VALUE, VALUE);
VALUE rb_str_succ(VALUE);
VALUE rb_str_dup_frozen(VALUE);
VALUE rb_str_cat2(VALUE, const char *);
VALUE rb_str_buf_cat(VALUE, const char *, long);
VALUE rb_str_buf_cat2(VALUE, const char *);

/* The one frozen String of these bytes. */
VALUE rb_str_to_interned_str(VALUE);
VALUE rb_interned_str(const char *, long);
VALUE rb_interned_str_cstr(const char *);

/* --- Hashes of bytes --- */
st_index_t rb_memhash(const void *, long);
st_index_t rb_hash_start(st_index_t);

/* --- Formatting; `PRIsVALUE` takes a value --- */
VALUE rb_f_sprintf(int, const VALUE *);
PRINTF_ARGS(VALUE rb_sprintf(const char *, ...), 1, 2);
PRINTF_ARGS(VALUE rb_vsprintf(const char *, va_list), 1, 0);
PRINTF_ARGS(VALUE rb_str_catf(VALUE, const char *, ...), 2, 3);
PRINTF_ARGS(VALUE rb_str_vcatf(VALUE, const char *, va_list), 2, 0);
VALUE rb_str_format(int, const VALUE *, VALUE);
PRINTF_ARGS(int ruby_snprintf(char *, size_t, const char *, ...), 3, 4);
PRINTF_ARGS(int ruby_vsnprintf(char *, size_t, const char *, va_list), 3, 0);

RUTILE_API_END

static inline char *RSTRING_PTR(VALUE string) { return rutile_string_pointer(string); }
static inline long RSTRING_LEN(VALUE string) { return rutile_string_length(string); }
static inline int RSTRING_LENINT(VALUE string) { return rb_long2int(rutile_string_length(string)); }
static inline char *RSTRING_END(VALUE string) { return rutile_string_pointer(string) + rutile_string_length(string); }
#define RSTRING_PTR RSTRING_PTR
#define RSTRING_LEN RSTRING_LEN
#define RSTRING_LENINT RSTRING_LENINT
#define RSTRING_END RSTRING_END
#define RSTRING_GETMEM(string, pointer, length) \
    ((pointer) = rutile_string_pointer(string), (length) = rutile_string_length(string))

/* A String as a structure, for code that still goes by one: a picture that the next RSTRING() in the thread draws over. */
struct RString {
    struct RBasic basic;
    long len;
    union {
        struct {
            char *ptr;
            union {
                long capa;
                VALUE shared;
            } aux;
        } heap;
        struct {
            char ary[1];
        } embed;
    } as;
};

static inline struct RString *rutile_string_picture(VALUE string)
{
    static __thread struct RString picture;
    picture.len = rutile_string_length(string);
    /* Before the pointer is asked for, which may give the String bytes of its own. */
    if (RB_FL_ANY(string, RUBY_ELTS_SHARED)) picture.as.heap.aux.shared = rutile_string_root(string);
    else picture.as.heap.aux.capa = picture.len;
    picture.as.heap.ptr = rutile_string_pointer(string);
    return &picture;
}
#define RSTRING(string) rutile_string_picture((VALUE)(string))

#define StringValue(variable) rb_string_value(&(variable))
#define StringValuePtr(variable) rb_string_value_ptr(&(variable))
#define StringValueCStr(variable) rb_string_value_cstr(&(variable))
#define SafeStringValue(variable) StringValue(variable)
#define ExportStringValue(variable) do { StringValue(variable); (variable) = rb_str_export(variable); } while (0)
#define FilePathValue(variable) ((variable) = rb_get_path(variable))
#define FilePathStringValue(variable) ((variable) = rb_get_path(variable))

#define rb_str_new2 rb_str_new_cstr
#define rb_str_new3 rb_str_new_shared
#define rb_str_new4 rb_str_new_frozen
#define rb_str_new5 rb_str_new_with_class
#define rb_str_buf_new2 rb_str_buf_new_cstr
#define rb_usascii_str_new2 rb_usascii_str_new_cstr
#define rb_str_dup_frozen rb_str_new_frozen
#define rb_str_buf_cat rb_str_cat
#define rb_str_buf_cat2 rb_str_cat_cstr
#define rb_str_cat2 rb_str_cat_cstr
#define rb_strlen_lit(literal) (sizeof(literal "") - 1)
#define rb_str_new_lit(literal) rb_str_new_static((literal), rb_strlen_lit(literal))
#define rb_usascii_str_new_lit(literal) rb_usascii_str_new_static((literal), rb_strlen_lit(literal))
#define rb_utf8_str_new_lit(literal) rb_utf8_str_new_static((literal), rb_strlen_lit(literal))
#define rb_enc_str_new_lit(literal, encoding) rb_enc_str_new_static((literal), rb_strlen_lit(literal), (encoding))
#define rb_str_new_literal(literal) rb_str_new_lit(literal)
#define rb_usascii_str_new_literal(literal) rb_usascii_str_new_lit(literal)
#define rb_utf8_str_new_literal(literal) rb_utf8_str_new_lit(literal)
#define rb_enc_str_new_literal(literal, encoding) rb_enc_str_new_lit(literal, encoding)

#define rb_hash_uint32(hash, number) st_hash_uint32((hash), (number))
#define rb_hash_uint(hash, number) st_hash_uint((hash), (number))
#define rb_hash_end(hash) st_hash_end(hash)

static inline char rb_num2char_inline(VALUE value)
{
    if (RB_TYPE_P(value, RUBY_T_STRING) && RSTRING_LEN(value) >= 1) return RSTRING_PTR(value)[0];
    return (char)NUM2INT(value);
}

#endif
