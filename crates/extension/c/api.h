/* What the C files of this crate use of the C API, which the rest of it defines in Rust. */
#ifndef RUTILE_API_H
#define RUTILE_API_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned long VALUE;
typedef unsigned long ID;

#define Qfalse ((VALUE)0x00)
#define Qnil ((VALUE)0x04)
#define Qtrue ((VALUE)0x14)
#define Qundef ((VALUE)0x24)

struct rb_encoding;

VALUE rb_funcallv(VALUE receiver, ID name, int count, const VALUE *arguments);
VALUE rb_yield_values2(int count, const VALUE *arguments);
VALUE rb_ary_new(void);
VALUE rb_ary_new_from_values(long count, const VALUE *values);
VALUE rb_ary_push(VALUE array, VALUE value);
VALUE rb_str_new(const char *bytes, long length);
VALUE rb_utf8_str_new(const char *bytes, long length);
VALUE rb_str_cat(VALUE string, const char *bytes, long length);
VALUE rb_str_buf_append(VALUE string, VALUE other);
VALUE rb_enc_associate(VALUE string, const struct rb_encoding *encoding);
const struct rb_encoding *rb_enc_get(VALUE value);
const struct rb_encoding *rb_enc_compatible(VALUE one, VALUE other);
VALUE rb_str_conv_enc(VALUE string, const struct rb_encoding *from, const struct rb_encoding *to);
VALUE rb_obj_as_string(VALUE value);
VALUE rb_inspect(VALUE value);
VALUE rb_id2sym(ID name);
ID rb_intern(const char *name);
int rb_block_given_p(void);
int rb_keyword_given_p(void);
VALUE rb_check_hash_type(VALUE value);
VALUE rb_hash_new(void);
VALUE rb_hash_dup(VALUE hash);
VALUE rb_hash_lookup2(VALUE hash, VALUE key, VALUE absent);
VALUE rb_hash_delete(VALUE hash, VALUE key);
VALUE rb_hash_keys(VALUE hash);
size_t rutile_hash_size(VALUE hash);
void rb_error_arity(int given, int least, int most);
VALUE rutile_block_or_nil(void);
VALUE rutile_rescue(VALUE (*body)(VALUE), VALUE argument, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_argument, VALUE classes);
void rutile_raise(VALUE class, VALUE text);
void rutile_raise_name_error(VALUE class, VALUE name, VALUE receiver, VALUE text);
void rutile_raise_frozen(VALUE object, VALUE text);
void rutile_warn(int level, int category, VALUE text);
void rutile_bug(VALUE text);
VALUE rutile_quote_unprintable(VALUE text);
char *rutile_string_pointer(VALUE string);
long rutile_string_length(VALUE string);
VALUE rutile_struct_define(VALUE outer, const char *name, VALUE superclass, VALUE members, void *allocator);
VALUE rutile_data_define(VALUE superclass, VALUE members);
VALUE rb_struct_alloc(VALUE class, VALUE values);

char *rb_string_value_cstr(VALUE *string);
VALUE rb_vsprintf(const char *format, va_list arguments);
VALUE rb_enc_vsprintf(struct rb_encoding *encoding, const char *format, va_list arguments);

#endif
