/*
 * Arrays. RARRAY_AREF and rb_ary_entry read, RARRAY_ASET and rb_ary_store write. The pointer to the elements is good until
 * the Array changes, and as long as a C frame or a registered address names it.
 */
#ifndef RUTILE_API_ARRAY_H
#define RUTILE_API_ARRAY_H

#include "ruby/api/value.h"
#include "ruby/api/number.h"

RUTILE_API_BEGIN

/* An Array as a structure, which only tools that read headers ask for: what stands behind its first words is Rutile's own. */
struct RArray {
    struct RBasic basic;
};

/* --- Elements --- */
long rutile_array_length(VALUE);
VALUE rutile_array_at(VALUE, long);
void rutile_array_set(VALUE, long, VALUE);
const VALUE *rutile_array_pointer(VALUE);
/* The collector looks at such an Array's elements again: C may write them. */
VALUE *rutile_array_writable_pointer(VALUE);
VALUE *rb_ary_ptr_use_start(VALUE);
void rb_ary_ptr_use_end(VALUE);

void rb_mem_clear(VALUE *, long);
VALUE rb_assoc_new(VALUE, VALUE);
VALUE rb_check_array_type(VALUE);
VALUE rb_ary_new(void);
VALUE rb_ary_new_capa(long);
VALUE rb_ary_new_from_args(long, ...);
VALUE rb_ary_new_from_values(long, const VALUE *);
VALUE rb_ary_hidden_new(long);
void rb_ary_free(VALUE);
void rb_ary_modify(VALUE);
VALUE rb_ary_freeze(VALUE);
VALUE rb_ary_shared_with_p(VALUE, VALUE);
VALUE rb_ary_aref(int, const VALUE *, VALUE);
VALUE rb_ary_subseq(VALUE, long, long);
void rb_ary_store(VALUE, long, VALUE);
VALUE rb_ary_dup(VALUE);
VALUE rb_ary_resurrect(VALUE);
VALUE rb_ary_to_ary(VALUE);
VALUE rb_ary_to_s(VALUE);
VALUE rb_ary_cat(VALUE, const VALUE *, long);
VALUE rb_ary_push(VALUE, VALUE);
VALUE rb_ary_pop(VALUE);
VALUE rb_ary_shift(VALUE);
VALUE rb_ary_unshift(VALUE, VALUE);
VALUE rb_ary_entry(VALUE, long);
VALUE rb_ary_each(VALUE);
VALUE rb_ary_join(VALUE, VALUE);
VALUE rb_ary_reverse(VALUE);
VALUE rb_ary_rotate(VALUE, long);
VALUE rb_ary_sort(VALUE);
VALUE rb_ary_sort_bang(VALUE);
VALUE rb_ary_delete(VALUE, VALUE);
VALUE rb_ary_delete_at(VALUE, long);
VALUE rb_ary_clear(VALUE);
VALUE rb_ary_plus(VALUE, VALUE);
VALUE rb_ary_concat(VALUE, VALUE);
VALUE rb_ary_assoc(VALUE, VALUE);
VALUE rb_ary_rassoc(VALUE, VALUE);
VALUE rb_ary_includes(VALUE, VALUE);
VALUE rb_ary_cmp(VALUE, VALUE);
VALUE rb_ary_replace(VALUE, VALUE);
VALUE rb_get_values_at(VALUE, long, int, const VALUE *, VALUE (*)(VALUE, long));
VALUE rb_ary_resize(VALUE, long);
VALUE rb_Array(VALUE);
VALUE rb_enum_values_pack(int, const VALUE *);

RUTILE_API_END

static inline long rb_array_len(VALUE array) { return rutile_array_length(array); }
static inline const VALUE *rb_array_const_ptr(VALUE array) { return rutile_array_pointer(array); }
static inline int RARRAY_LENINT(VALUE array) { return rb_long2int(rutile_array_length(array)); }
static inline VALUE *RARRAY_PTR(VALUE array) { return rutile_array_writable_pointer(array); }
static inline VALUE RARRAY_AREF(VALUE array, long index) { return rutile_array_at(array, index); }
static inline void RARRAY_ASET(VALUE array, long index, VALUE value) { rutile_array_set(array, index, value); }
#define RARRAY_LEN rb_array_len
#define RARRAY_LENINT RARRAY_LENINT
#define RARRAY_CONST_PTR rb_array_const_ptr
#define RARRAY_CONST_PTR_TRANSIENT rb_array_const_ptr
#define RARRAY_PTR RARRAY_PTR
#define RARRAY_AREF RARRAY_AREF
#define RARRAY_ASET RARRAY_ASET
#define RARRAY_PTR_USE(array, name, statement) \
    do { \
        VALUE rutile_used_array = (array); \
        VALUE *name = rb_ary_ptr_use_start(rutile_used_array); \
        statement; \
        rb_ary_ptr_use_end(rutile_used_array); \
    } while (0)
#define RARRAY_PTR_USE_TRANSIENT RARRAY_PTR_USE
#define FIX_CONST_VALUE_PTR(pointer) (pointer)

#define rb_ary_new2 rb_ary_new_capa
#define rb_ary_new3 rb_ary_new_from_args
#define rb_ary_new4 rb_ary_new_from_values
#define rb_ary_tmp_new rb_ary_hidden_new

#endif
