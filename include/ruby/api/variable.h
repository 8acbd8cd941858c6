/* Variables and constants: of instances, of classes, and global ones, which C may answer for. */
#ifndef RUTILE_API_VARIABLE_H
#define RUTILE_API_VARIABLE_H

#include "ruby/api/value.h"
#include "ruby/st.h"

typedef VALUE rb_gvar_getter_t(ID id, VALUE *data);
typedef void rb_gvar_setter_t(VALUE value, ID id, VALUE *data);
typedef void rb_gvar_marker_t(VALUE *data);

RUTILE_API_BEGIN

VALUE rb_gvar_undef_getter(ID, VALUE *);
void rb_gvar_undef_setter(VALUE, ID, VALUE *);
void rb_gvar_undef_marker(VALUE *);
VALUE rb_gvar_val_getter(ID, VALUE *);
void rb_gvar_val_setter(VALUE, ID, VALUE *);
void rb_gvar_val_marker(VALUE *);
VALUE rb_gvar_var_getter(ID, VALUE *);
void rb_gvar_var_setter(VALUE, ID, VALUE *);
void rb_gvar_var_marker(VALUE *);
NORETURN(void rb_gvar_readonly_setter(VALUE, ID, VALUE *));
void rb_define_variable(const char *, VALUE *);
void rb_define_virtual_variable(const char *, rb_gvar_getter_t *, rb_gvar_setter_t *);
void rb_define_hooked_variable(const char *, VALUE *, rb_gvar_getter_t *, rb_gvar_setter_t *);
void rb_define_readonly_variable(const char *, const VALUE *);
void rb_define_const(VALUE, const char *, VALUE);
void rb_define_global_const(const char *, VALUE);
void rb_deprecate_constant(VALUE, const char *);
VALUE rb_gv_set(const char *, VALUE);
VALUE rb_gv_get(const char *);
VALUE rb_iv_get(VALUE, const char *);
VALUE rb_iv_set(VALUE, const char *, VALUE);
VALUE rb_f_trace_var(int, const VALUE *);
VALUE rb_f_untrace_var(int, const VALUE *);
VALUE rb_f_global_variables(void);
void rb_alias_variable(ID, ID);
void rb_free_generic_ivar(VALUE);
VALUE rb_ivar_get(VALUE, ID);
VALUE rb_ivar_set(VALUE, ID, VALUE);
VALUE rb_ivar_defined(VALUE, ID);
void rb_ivar_foreach(VALUE, int (*)(ID, VALUE, st_data_t), st_data_t);
st_index_t rb_ivar_count(VALUE);
VALUE rb_attr_get(VALUE, ID);
VALUE rb_obj_instance_variables(VALUE);
VALUE rb_obj_remove_instance_variable(VALUE, VALUE);
void *rb_mod_const_at(VALUE, void *);
void *rb_mod_const_of(VALUE, void *);
VALUE rb_const_list(void *);
VALUE rb_mod_constants(int, const VALUE *, VALUE);
VALUE rb_mod_remove_const(VALUE, VALUE);
int rb_const_defined(VALUE, ID);
int rb_const_defined_at(VALUE, ID);
int rb_const_defined_from(VALUE, ID);
VALUE rb_const_get(VALUE, ID);
VALUE rb_const_get_at(VALUE, ID);
VALUE rb_const_get_from(VALUE, ID);
void rb_const_set(VALUE, ID, VALUE);
VALUE rb_const_remove(VALUE, ID);
VALUE rb_cvar_defined(VALUE, ID);
void rb_cvar_set(VALUE, ID, VALUE);
VALUE rb_cvar_get(VALUE, ID);
VALUE rb_cvar_find(VALUE, ID, VALUE *);
void rb_cv_set(VALUE, const char *, VALUE);
VALUE rb_cv_get(VALUE, const char *);
void rb_define_class_variable(VALUE, const char *, VALUE);
VALUE rb_mod_class_variables(int, const VALUE *, VALUE);
VALUE rb_mod_remove_cvar(VALUE, VALUE);
void rb_str_setter(VALUE, ID, VALUE *);

/* --- The last match and the last line: $~ and $_ of the Ruby frame that called --- */
VALUE rb_backref_get(void);
void rb_backref_set(VALUE);
VALUE rb_lastline_get(void);
void rb_lastline_set(VALUE);

RUTILE_API_END

#endif
