/* Threads and mutexes. A thread is green: what blocks in C without telling, blocks all of them (`ruby/thread.h`). */
#ifndef RUTILE_API_THREAD_H
#define RUTILE_API_THREAD_H

#include "ruby/api/value.h"
#include <sys/time.h>

typedef void rb_unblock_function_t(void *);
typedef VALUE rb_blocking_function_t(void *);

RUTILE_API_BEGIN
void rb_thread_schedule(void);
int rb_thread_wait_fd(int);
int rb_thread_fd_writable(int);
void rb_thread_fd_close(int);
int rb_thread_alone(void);
void rb_thread_sleep(int);
void rb_thread_sleep_forever(void);
void rb_thread_sleep_deadly(void);
VALUE rb_thread_stop(void);
VALUE rb_thread_wakeup(VALUE);
VALUE rb_thread_wakeup_alive(VALUE);
VALUE rb_thread_run(VALUE);
VALUE rb_thread_kill(VALUE);
VALUE rb_thread_create(VALUE (*)(void *), void *);
void rb_thread_wait_for(struct timeval);
VALUE rb_thread_current(void);
VALUE rb_thread_main(void);
VALUE rb_thread_local_aref(VALUE, ID);
VALUE rb_thread_local_aset(VALUE, ID, VALUE);
void rb_thread_atfork(void);
void rb_thread_atfork_before_exec(void);
void rb_thread_check_ints(void);
int rb_thread_interrupted(VALUE);
VALUE rb_mutex_new(void);
VALUE rb_mutex_locked_p(VALUE);
VALUE rb_mutex_trylock(VALUE);
VALUE rb_mutex_lock(VALUE);
VALUE rb_mutex_unlock(VALUE);
VALUE rb_mutex_sleep(VALUE, VALUE);
VALUE rb_mutex_synchronize(VALUE, VALUE (*)(VALUE), VALUE);
RUTILE_API_END

#define RUBY_UBF_IO ((rb_unblock_function_t *)-1)
#define RUBY_UBF_PROCESS ((rb_unblock_function_t *)-1)

#endif
