/* Looking at a running program: frames, bindings, events, and work to be done at the next safe point. */
#ifndef RUTILE_DEBUG_H
#define RUTILE_DEBUG_H

#include "ruby/ruby.h"

#define RB_DEBUG_H 1

typedef struct rb_debug_inspector_struct rb_debug_inspector_t;
typedef VALUE (*rb_debug_inspector_func_t)(const rb_debug_inspector_t *inspector, void *data);
typedef struct rb_trace_arg_struct rb_trace_arg_t;
typedef void (*rb_postponed_job_func_t)(void *data);
typedef unsigned int rb_postponed_job_handle_t;
#define POSTPONED_JOB_HANDLE_INVALID ((rb_postponed_job_handle_t)UINT_MAX)

typedef enum {
    RUBY_EVENT_HOOK_FLAG_SAFE = 0x01,
    RUBY_EVENT_HOOK_FLAG_DELETED = 0x02,
    RUBY_EVENT_HOOK_FLAG_RAW_ARG = 0x04
} rb_event_hook_flag_t;

RUTILE_API_BEGIN
int rb_profile_frames(int, int, VALUE *, int *);
int rb_profile_thread_frames(VALUE, int, int, VALUE *, int *);
VALUE rb_profile_frame_path(VALUE);
VALUE rb_profile_frame_absolute_path(VALUE);
VALUE rb_profile_frame_label(VALUE);
VALUE rb_profile_frame_base_label(VALUE);
VALUE rb_profile_frame_full_label(VALUE);
VALUE rb_profile_frame_first_lineno(VALUE);
VALUE rb_profile_frame_classpath(VALUE);
VALUE rb_profile_frame_singleton_method_p(VALUE);
VALUE rb_profile_frame_method_name(VALUE);
VALUE rb_profile_frame_qualified_method_name(VALUE);
VALUE rb_debug_inspector_open(rb_debug_inspector_func_t, void *);
VALUE rb_debug_inspector_backtrace_locations(const rb_debug_inspector_t *);
VALUE rb_debug_inspector_frame_self_get(const rb_debug_inspector_t *, long);
VALUE rb_debug_inspector_frame_class_get(const rb_debug_inspector_t *, long);
VALUE rb_debug_inspector_frame_binding_get(const rb_debug_inspector_t *, long);
VALUE rb_debug_inspector_frame_iseq_get(const rb_debug_inspector_t *, long);
VALUE rb_debug_inspector_frame_depth(const rb_debug_inspector_t *, long);
VALUE rb_debug_inspector_current_depth(void);
int rb_remove_event_hook_with_data(rb_event_hook_func_t, VALUE);
void rb_thread_add_event_hook(VALUE, rb_event_hook_func_t, rb_event_flag_t, VALUE);
int rb_thread_remove_event_hook(VALUE, rb_event_hook_func_t);
int rb_thread_remove_event_hook_with_data(VALUE, rb_event_hook_func_t, VALUE);
VALUE rb_tracepoint_new(VALUE, rb_event_flag_t, void (*)(VALUE, void *), void *);
VALUE rb_tracepoint_enable(VALUE);
VALUE rb_tracepoint_disable(VALUE);
VALUE rb_tracepoint_enabled_p(VALUE);
rb_trace_arg_t *rb_tracearg_from_tracepoint(VALUE);
rb_event_flag_t rb_tracearg_event_flag(rb_trace_arg_t *);
VALUE rb_tracearg_event(rb_trace_arg_t *);
VALUE rb_tracearg_lineno(rb_trace_arg_t *);
VALUE rb_tracearg_path(rb_trace_arg_t *);
VALUE rb_tracearg_method_id(rb_trace_arg_t *);
VALUE rb_tracearg_callee_id(rb_trace_arg_t *);
VALUE rb_tracearg_defined_class(rb_trace_arg_t *);
VALUE rb_tracearg_binding(rb_trace_arg_t *);
VALUE rb_tracearg_self(rb_trace_arg_t *);
VALUE rb_tracearg_return_value(rb_trace_arg_t *);
VALUE rb_tracearg_raised_exception(rb_trace_arg_t *);
VALUE rb_tracearg_object(rb_trace_arg_t *);
rb_postponed_job_handle_t rb_postponed_job_preregister(unsigned int, rb_postponed_job_func_t, void *);
void rb_postponed_job_trigger(rb_postponed_job_handle_t);
int rb_postponed_job_register(unsigned int, rb_postponed_job_func_t, void *);
int rb_postponed_job_register_one(unsigned int, rb_postponed_job_func_t, void *);
void rb_add_event_hook2(rb_event_hook_func_t, rb_event_flag_t, VALUE, rb_event_hook_flag_t);
void rb_thread_add_event_hook2(VALUE, rb_event_hook_func_t, rb_event_flag_t, VALUE, rb_event_hook_flag_t);
RUTILE_API_END

#define RB_DEBUG_INSPECTOR_FRAME_DEPTH(inspector, index) rb_debug_inspector_frame_depth((inspector), (index))

#endif
