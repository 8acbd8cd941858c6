/*
 * Leaving Ruby for a while: the function runs on a thread of the system's while other threads of Ruby go on, and must not
 * call Ruby; the unblocking function is called when the thread is interrupted.
 */
#ifndef RUTILE_THREAD_H
#define RUTILE_THREAD_H

#include "ruby/ruby.h"

#define RUBY_THREAD_H 1
#define RB_NOGVL_INTR_FAIL 0x1
#define RB_NOGVL_UBF_ASYNC_SAFE 0x2
#define RB_NOGVL_OFFLOAD_SAFE 0x4
#define RUBY_CALL_WO_GVL_FLAG_SKIP_CHECK_INTS_AFTER 0x01
#define RUBY_CALL_WO_GVL_FLAG_SKIP_CHECK_INTS_

/* --- What is told of threads --- */
#define RUBY_INTERNAL_THREAD_EVENT_STARTED (1 << 0)
#define RUBY_INTERNAL_THREAD_EVENT_READY (1 << 1)
#define RUBY_INTERNAL_THREAD_EVENT_RESUMED (1 << 2)
#define RUBY_INTERNAL_THREAD_EVENT_SUSPENDED (1 << 3)
#define RUBY_INTERNAL_THREAD_EVENT_EXITED (1 << 4)
#define RUBY_INTERNAL_THREAD_EVENT_MASK 0xff
#define RB_INTERNAL_THREAD_SPECIFIC_KEY_MAX 8

typedef struct rb_internal_thread_event_data {
    VALUE thread;
} rb_internal_thread_event_data_t;
typedef void (*rb_internal_thread_event_callback)(rb_event_flag_t event, const rb_internal_thread_event_data_t *data, void *own);
typedef struct rb_internal_thread_event_hook rb_internal_thread_event_hook_t;
typedef int rb_internal_thread_specific_key_t;

RUTILE_API_BEGIN
void *rb_thread_call_with_gvl(void *(*)(void *), void *);
void *rb_thread_call_without_gvl(void *(*)(void *), void *, rb_unblock_function_t *, void *);
void *rb_thread_call_without_gvl2(void *(*)(void *), void *, rb_unblock_function_t *, void *);
void *rb_nogvl(void *(*)(void *), void *, rb_unblock_function_t *, void *, int);
bool rb_thread_lock_native_thread(void);
rb_internal_thread_event_hook_t *rb_internal_thread_add_event_hook(rb_internal_thread_event_callback, rb_event_flag_t, void *);
bool rb_internal_thread_remove_event_hook(rb_internal_thread_event_hook_t *);
rb_internal_thread_specific_key_t rb_internal_thread_specific_key_create(void);
void *rb_internal_thread_specific_get(VALUE, rb_internal_thread_specific_key_t);
void rb_internal_thread_specific_set(VALUE, rb_internal_thread_specific_key_t, void *);
RUTILE_API_END

#endif
