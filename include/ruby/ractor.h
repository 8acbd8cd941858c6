/* Ractors: what may be shared between them, and memory that each has of its own. */
#ifndef RUTILE_RACTOR_H
#define RUTILE_RACTOR_H

#include "ruby/ruby.h"

#define RUBY_RACTOR_H 1

struct rb_ractor_local_storage_type {
    void (*mark)(void *data);
    void (*free)(void *data);
};
typedef struct rb_ractor_local_key_struct *rb_ractor_local_key_t;

RUTILE_API_BEGIN
bool rutile_shareable_p(VALUE);
RUBY_EXTERN VALUE rb_cRactor;
VALUE rb_ractor_stdin(void);
VALUE rb_ractor_stdout(void);
VALUE rb_ractor_stderr(void);
void rb_ractor_stdin_set(VALUE);
void rb_ractor_stdout_set(VALUE);
void rb_ractor_stderr_set(VALUE);
rb_ractor_local_key_t rb_ractor_local_storage_value_newkey(void);
VALUE rb_ractor_local_storage_value(rb_ractor_local_key_t);
bool rb_ractor_local_storage_value_lookup(rb_ractor_local_key_t, VALUE *);
void rb_ractor_local_storage_value_set(rb_ractor_local_key_t, VALUE);
RUBY_EXTERN const struct rb_ractor_local_storage_type rb_ractor_local_storage_type_free;
rb_ractor_local_key_t rb_ractor_local_storage_ptr_newkey(const struct rb_ractor_local_storage_type *);
void *rb_ractor_local_storage_ptr(rb_ractor_local_key_t);
void rb_ractor_local_storage_ptr_set(rb_ractor_local_key_t, void *);
VALUE rb_ractor_make_shareable(VALUE);
VALUE rb_ractor_make_shareable_copy(VALUE);
RUTILE_API_END

#define RB_RACTOR_LOCAL_STORAGE_TYPE_FREE (&rb_ractor_local_storage_type_free)
#define RB_OBJ_SHAREABLE_P(object) FL_TEST_RAW((object), RUBY_FL_SHAREABLE)

static inline bool rb_ractor_shareable_p(VALUE object) { return RB_SPECIAL_CONST_P(object) || rutile_shareable_p(object); }

#endif
