/* Struct, Data and Range. */
#ifndef RUTILE_API_STRUCT_H
#define RUTILE_API_STRUCT_H

#include "ruby/api/class.h"
#include "ruby/api/number.h"

RUTILE_API_BEGIN

long rutile_struct_length(VALUE);
VALUE rb_struct_size(VALUE);
VALUE rb_struct_aref(VALUE, VALUE);
VALUE rb_struct_aset(VALUE, VALUE, VALUE);
VALUE rb_struct_new(VALUE, ...);
VALUE rb_struct_define(const char *, ...);
VALUE rb_struct_define_under(VALUE, const char *, ...);
VALUE rb_struct_alloc(VALUE, VALUE);
VALUE rb_struct_initialize(VALUE, VALUE);
VALUE rb_struct_getmember(VALUE, ID);
VALUE rb_struct_s_members(VALUE);
VALUE rb_struct_members(VALUE);
VALUE rb_struct_alloc_noinit(VALUE);
VALUE rb_struct_define_without_accessor(const char *, VALUE, rb_alloc_func_t, ...);
VALUE rb_struct_define_without_accessor_under(VALUE, const char *, VALUE, rb_alloc_func_t, ...);
VALUE rb_data_define(VALUE, ...);
VALUE rb_range_new(VALUE, VALUE, int);
VALUE rb_range_beg_len(VALUE, long *, long *, long, int);
int rb_range_values(VALUE, VALUE *, VALUE *, int *);

RUTILE_API_END

static inline long RSTRUCT_LEN(VALUE structure) { return rutile_struct_length(structure); }
static inline VALUE RSTRUCT_GET(VALUE structure, int index) { return rb_struct_aref(structure, INT2NUM(index)); }
static inline VALUE RSTRUCT_SET(VALUE structure, int index, VALUE value) { return rb_struct_aset(structure, INT2NUM(index), value); }
#define RSTRUCT_LEN RSTRUCT_LEN
#define RSTRUCT_GET RSTRUCT_GET
#define RSTRUCT_SET RSTRUCT_SET

#endif
