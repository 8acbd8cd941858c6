/* Classes and modules. */
#ifndef RUTILE_API_CLASS_H
#define RUTILE_API_CLASS_H

#include "ruby/api/value.h"

typedef VALUE (*rb_alloc_func_t)(VALUE);

RUTILE_API_BEGIN

VALUE rb_define_class(const char *, VALUE);
VALUE rb_define_module(const char *);
VALUE rb_define_class_under(VALUE, const char *, VALUE);
VALUE rb_define_module_under(VALUE, const char *);
void rb_include_module(VALUE, VALUE);
void rb_extend_object(VALUE, VALUE);
void rb_prepend_module(VALUE, VALUE);
VALUE rb_class_get_superclass(VALUE);
VALUE rb_class_new(VALUE);
VALUE rb_mod_init_copy(VALUE, VALUE);
void rb_check_inheritable(VALUE);
VALUE rb_define_class_id(ID, VALUE);
VALUE rb_define_class_id_under(VALUE, ID, VALUE);
VALUE rb_module_new(void);
VALUE rb_refinement_new(void);
VALUE rb_define_module_id(ID);
VALUE rb_define_module_id_under(VALUE, ID);
VALUE rb_mod_included_modules(VALUE);
VALUE rb_mod_include_p(VALUE, VALUE);
VALUE rb_mod_ancestors(VALUE);
VALUE rb_class_descendants(VALUE);
VALUE rb_class_subclasses(VALUE);
VALUE rb_class_attached_object(VALUE);
VALUE rb_class_instance_methods(int, const VALUE *, VALUE);
VALUE rb_class_public_instance_methods(int, const VALUE *, VALUE);
VALUE rb_class_protected_instance_methods(int, const VALUE *, VALUE);
VALUE rb_class_private_instance_methods(int, const VALUE *, VALUE);
void rb_define_alloc_func(VALUE, rb_alloc_func_t);
void rb_undef_alloc_func(VALUE);
rb_alloc_func_t rb_get_alloc_func(VALUE);
VALUE rb_mod_name(VALUE);
VALUE rb_class_path(VALUE);
VALUE rb_class_path_cached(VALUE);
void rb_set_class_path(VALUE, VALUE, const char *);
void rb_set_class_path_string(VALUE, VALUE, VALUE);
VALUE rb_path_to_class(VALUE);
VALUE rb_path2class(const char *);
VALUE rb_class_name(VALUE);

RUTILE_API_END

enum ruby_rmodule_flags { RMODULE_IS_REFINEMENT = RUBY_FL_USER3 };
#define RCLASS(class) ((struct RClass *)(class))
#define RMODULE RCLASS
#define RCLASS_SUPER rb_class_get_superclass
#define HAVE_RB_DEFINE_ALLOC_FUNC 1

#endif
