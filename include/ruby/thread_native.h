/* Threads and locks of the system's. */
#ifndef RUTILE_THREAD_NATIVE_H
#define RUTILE_THREAD_NATIVE_H

#include "ruby/defines.h"
#include <pthread.h>

#define RUBY_THREAD_NATIVE_H 1
typedef pthread_t rb_nativethread_id_t;
typedef pthread_mutex_t rb_nativethread_lock_t;
typedef pthread_cond_t rb_nativethread_cond_t;
#define RB_NATIVETHREAD_LOCK_INIT PTHREAD_MUTEX_INITIALIZER
#define RB_NATIVETHREAD_COND_INIT PTHREAD_COND_INITIALIZER

RUTILE_API_BEGIN
rb_nativethread_id_t rb_nativethread_self(void);
void rb_nativethread_lock_initialize(rb_nativethread_lock_t *);
void rb_nativethread_lock_destroy(rb_nativethread_lock_t *);
void rb_nativethread_lock_lock(rb_nativethread_lock_t *);
void rb_nativethread_lock_unlock(rb_nativethread_lock_t *);
void rb_native_mutex_lock(rb_nativethread_lock_t *);
int rb_native_mutex_trylock(rb_nativethread_lock_t *);
void rb_native_mutex_unlock(rb_nativethread_lock_t *);
void rb_native_mutex_initialize(rb_nativethread_lock_t *);
void rb_native_mutex_destroy(rb_nativethread_lock_t *);
void rb_native_cond_signal(rb_nativethread_cond_t *);
void rb_native_cond_broadcast(rb_nativethread_cond_t *);
void rb_native_cond_wait(rb_nativethread_cond_t *, rb_nativethread_lock_t *);
void rb_native_cond_timedwait(rb_nativethread_cond_t *, rb_nativethread_lock_t *, unsigned long);
void rb_native_cond_initialize(rb_nativethread_cond_t *);
void rb_native_cond_destroy(rb_nativethread_cond_t *);
RUTILE_API_END

#endif
