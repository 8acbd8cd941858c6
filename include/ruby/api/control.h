/*
 * Calling Ruby from C: methods, blocks, what rescues and ensures. All of these suspend the C function while Ruby runs; other
 * threads and fibers may run meanwhile.
 */
#ifndef RUTILE_API_CONTROL_H
#define RUTILE_API_CONTROL_H

#include "ruby/api/method.h"

#define RB_BLOCK_CALL_FUNC_STRICT 1
#define RUBY_BLOCK_CALL_FUNC_TAKES_BLOCKARG 1
#define RB_BLOCK_CALL_FUNC_ARGLIST(yielded_arg, callback_arg) \
    VALUE yielded_arg, VALUE callback_arg, int argc, const VALUE *argv, VALUE blockarg
typedef VALUE rb_block_call_func(RB_BLOCK_CALL_FUNC_ARGLIST(yielded_arg, callback_arg));
typedef rb_block_call_func *rb_block_call_func_t;

#define RB_NO_KEYWORDS 0
#define RB_PASS_KEYWORDS 1
#define RB_PASS_CALLED_KEYWORDS (!!rb_keyword_given_p())

RUTILE_API_BEGIN

/* --- Methods --- */
VALUE rb_eval_string(const char *);
VALUE rb_eval_string_protect(const char *, int *);
VALUE rb_eval_string_wrap(const char *, int *);
VALUE rb_funcall(VALUE, ID, int, ...);
VALUE rb_funcallv(VALUE, ID, int, const VALUE *);
VALUE rb_funcallv_kw(VALUE, ID, int, const VALUE *, int);
VALUE rb_funcallv_public(VALUE, ID, int, const VALUE *);
VALUE rb_funcallv_public_kw(VALUE, ID, int, const VALUE *, int);
VALUE rb_funcall_passing_block(VALUE, ID, int, const VALUE *);
VALUE rb_funcall_passing_block_kw(VALUE, ID, int, const VALUE *, int);
VALUE rb_funcall_with_block(VALUE, ID, int, const VALUE *, VALUE);
VALUE rb_funcall_with_block_kw(VALUE, ID, int, const VALUE *, VALUE, int);
VALUE rb_call_super(int, const VALUE *);
VALUE rb_call_super_kw(int, const VALUE *, int);
VALUE rb_current_receiver(void);
int rb_get_kwargs(VALUE, const ID *, int, int, VALUE *);
VALUE rb_extract_keywords(VALUE *);
VALUE rb_check_funcall(VALUE, ID, int, const VALUE *);
VALUE rb_check_funcall_kw(VALUE, ID, int, const VALUE *, int);
VALUE rb_eval_cmd_kw(VALUE, VALUE, int);
VALUE rb_apply(VALUE, ID, VALUE);
VALUE rb_obj_instance_eval(int, const VALUE *, VALUE);
VALUE rb_obj_instance_exec(int, const VALUE *, VALUE);
VALUE rb_mod_module_eval(int, const VALUE *, VALUE);
VALUE rb_mod_module_exec(int, const VALUE *, VALUE);
void rb_obj_call_init(VALUE, int, const VALUE *);
void rb_obj_call_init_kw(VALUE, int, const VALUE *, int);

/* --- Blocks --- */
VALUE rb_each(VALUE);
VALUE rb_yield(VALUE);
VALUE rb_yield_values(int, ...);
VALUE rb_yield_values2(int, const VALUE *);
VALUE rb_yield_values_kw(int, const VALUE *, int);
VALUE rb_yield_splat(VALUE);
VALUE rb_yield_splat_kw(VALUE, int);
VALUE rb_yield_block(VALUE, VALUE, int, const VALUE *, VALUE);
int rb_keyword_given_p(void);
int rb_block_given_p(void);
void rb_need_block(void);
VALUE rb_iterate(VALUE (*)(VALUE), VALUE, rb_block_call_func_t, VALUE);
VALUE rb_block_call(VALUE, ID, int, const VALUE *, rb_block_call_func_t, VALUE);
VALUE rb_block_call_kw(VALUE, ID, int, const VALUE *, rb_block_call_func_t, VALUE, int);
VALUE rb_rescue(VALUE (*)(VALUE), VALUE, VALUE (*)(VALUE, VALUE), VALUE);
VALUE rb_rescue2(VALUE (*)(VALUE), VALUE, VALUE (*)(VALUE, VALUE), VALUE, ...);
VALUE rb_vrescue2(VALUE (*)(VALUE), VALUE, VALUE (*)(VALUE, VALUE), VALUE, va_list);
VALUE rb_ensure(VALUE (*)(VALUE), VALUE, VALUE (*)(VALUE), VALUE);
VALUE rb_catch(const char *, rb_block_call_func_t, VALUE);
VALUE rb_catch_obj(VALUE, rb_block_call_func_t, VALUE);
NORETURN(void rb_throw(const char *, VALUE));
NORETURN(void rb_throw_obj(VALUE, VALUE));
NORETURN(void rb_iter_break(void));
NORETURN(void rb_iter_break_value(VALUE));

/* --- What goes on after an exception or a throw --- */
VALUE rb_protect(VALUE (*)(VALUE), VALUE, int *);
NORETURN(void rb_jump_tag(int));

/* --- Procs, methods as objects, bindings --- */
VALUE rb_block_proc(void);
VALUE rb_block_lambda(void);
VALUE rb_proc_new(rb_block_call_func_t, VALUE);
VALUE rb_obj_is_proc(VALUE);
VALUE rb_proc_call(VALUE, VALUE);
VALUE rb_proc_call_kw(VALUE, VALUE, int);
VALUE rb_proc_call_with_block(VALUE, int, const VALUE *, VALUE);
VALUE rb_proc_call_with_block_kw(VALUE, int, const VALUE *, VALUE, int);
int rb_proc_arity(VALUE);
VALUE rb_proc_lambda_p(VALUE);
VALUE rb_binding_new(void);
VALUE rb_obj_method(VALUE, VALUE);
VALUE rb_obj_is_method(VALUE);
VALUE rb_method_call(int, const VALUE *, VALUE);
VALUE rb_method_call_kw(int, const VALUE *, VALUE, int);
VALUE rb_method_call_with_block(int, const VALUE *, VALUE, VALUE);
VALUE rb_method_call_with_block_kw(int, const VALUE *, VALUE, VALUE, int);
int rb_mod_method_arity(VALUE, ID);
int rb_obj_method_arity(VALUE, ID);

/* --- Fibers --- */
VALUE rb_fiber_new(rb_block_call_func_t, VALUE);
VALUE rb_fiber_new_storage(rb_block_call_func_t, VALUE, VALUE);
VALUE rb_fiber_current(void);
VALUE rb_fiber_alive_p(VALUE);
VALUE rb_obj_is_fiber(VALUE);
VALUE rb_fiber_resume(VALUE, int, const VALUE *);
VALUE rb_fiber_resume_kw(VALUE, int, const VALUE *, int);
VALUE rb_fiber_yield(int, const VALUE *);
VALUE rb_fiber_yield_kw(int, const VALUE *, int);
VALUE rb_fiber_transfer(VALUE, int, const VALUE *);
VALUE rb_fiber_transfer_kw(VALUE, int, const VALUE *, int);
VALUE rb_fiber_raise(VALUE, int, const VALUE *);

/* --- The frame that called --- */
int rb_sourceline(void);
const char *rb_sourcefile(void);
int rb_frame_method_id_and_class(ID *, VALUE *);
void rb_backtrace(void);
VALUE rb_make_backtrace(void);
ID rb_frame_this_func(void);
ID rb_frame_callee(void);

/* --- Arguments --- */
int rb_scan_args(int, const VALUE *, const char *, ...);
int rb_scan_args_kw(int, int, const VALUE *, const char *, ...);
void rb_clear_constant_cache_for_id(ID);
void rb_clear_constant_cache(void);

RUTILE_API_END

#define rb_funcall2 rb_funcallv
#define rb_funcall3 rb_funcallv_public
#define RB_SCAN_ARGS_PASS_CALLED_KEYWORDS 0
#define RB_SCAN_ARGS_KEYWORDS 1
#define RB_SCAN_ARGS_LAST_HASH_KEYWORDS 3
#define HAVE_RB_SCAN_ARGS_OPTIONAL_HASH 1

#endif
