/* What every object can: be made, copied, compared, frozen, shown, asked for its class and its variables. */
#ifndef RUTILE_API_OBJECT_H
#define RUTILE_API_OBJECT_H

#include "ruby/api/value.h"
#include "ruby/st.h"

RUTILE_API_BEGIN

VALUE rb_obj_setup(VALUE, VALUE, VALUE);
VALUE rb_obj_class(VALUE);
VALUE rb_singleton_class_clone(VALUE);
void rb_singleton_class_attached(VALUE, VALUE);
void rb_copy_generic_ivar(VALUE, VALUE);
VALUE rb_class_new_instance_pass_kw(int, const VALUE *, VALUE);
VALUE rb_class_new_instance(int, const VALUE *, VALUE);
VALUE rb_class_new_instance_kw(int, const VALUE *, VALUE, int);
int rb_eql(VALUE, VALUE);
VALUE rb_any_to_s(VALUE);
VALUE rb_inspect(VALUE);
VALUE rb_obj_is_instance_of(VALUE, VALUE);
VALUE rb_obj_is_kind_of(VALUE, VALUE);
VALUE rb_obj_alloc(VALUE);
VALUE rb_newobj_of(VALUE, VALUE);
VALUE rb_obj_clone(VALUE);
VALUE rb_obj_dup(VALUE);
VALUE rb_obj_init_copy(VALUE, VALUE);
VALUE rb_obj_freeze(VALUE);
VALUE rb_obj_frozen_p(VALUE);
VALUE rb_obj_id(VALUE);
VALUE rb_memory_id(VALUE);
VALUE rb_class_real(VALUE);
VALUE rb_class_inherited_p(VALUE, VALUE);
VALUE rb_class_superclass(VALUE);
VALUE rb_convert_type(VALUE, int, const char *, const char *);
VALUE rb_check_convert_type(VALUE, int, const char *, const char *);
const char *rb_class2name(VALUE);
const char *rb_obj_classname(VALUE);
void rb_p(VALUE);
VALUE rb_equal(VALUE, VALUE);
VALUE rb_obj_singleton_methods(int, const VALUE *, VALUE);
VALUE rb_singleton_class(VALUE);

/* --- Frozen or not --- */
NORETURN(void rb_error_frozen(const char *));
NORETURN(void rb_error_frozen_object(VALUE));
void rb_check_frozen(VALUE);
void rb_check_copyable(VALUE, VALUE);

/* --- Marshal --- */
VALUE rb_marshal_dump(VALUE, VALUE);
VALUE rb_marshal_load(VALUE);
void rb_marshal_define_compat(VALUE, VALUE, VALUE (*)(VALUE), VALUE (*)(VALUE, VALUE));

/* --- Recursion: the function is told whether it is met again while it runs --- */
VALUE rb_exec_recursive(VALUE (*)(VALUE, VALUE, int), VALUE, VALUE);
VALUE rb_exec_recursive_paired(VALUE (*)(VALUE, VALUE, int), VALUE, VALUE, VALUE);
VALUE rb_exec_recursive_outer(VALUE (*)(VALUE, VALUE, int), VALUE, VALUE);
VALUE rb_exec_recursive_paired_outer(VALUE (*)(VALUE, VALUE, int), VALUE, VALUE, VALUE);

RUTILE_API_END

static inline void rb_clone_setup(VALUE copy, VALUE object) { (void)copy; (void)object; }
static inline void rb_dup_setup(VALUE copy, VALUE object) { (void)copy; (void)object; }
#define OBJSETUP rb_obj_setup
#define CLONESETUP rb_clone_setup
#define DUPSETUP rb_dup_setup
#define RB_OBJ_INIT_COPY(object, original) ((object) != (original) && (rb_obj_init_copy((object), (original)), 1))
#define OBJ_INIT_COPY(object, original) RB_OBJ_INIT_COPY(object, original)

static inline void rb_check_frozen_inline(VALUE object)
{
    if (RB_UNLIKELY(RB_OBJ_FROZEN(object))) rb_error_frozen_object(object);
}
#define rb_check_frozen_internal rb_check_frozen_inline
#define rb_check_frozen rb_check_frozen_inline

#endif
