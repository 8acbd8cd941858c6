/* Sets of descriptors of any size. */
#ifndef RUTILE_API_SELECT_H
#define RUTILE_API_SELECT_H

#include "ruby/api/value.h"
#include <sys/select.h>

#define HAVE_RB_FD_INIT 1

typedef struct {
    int maxfd;
    fd_set *fdset;
} rb_fdset_t;

RUTILE_API_BEGIN
void rb_fd_init(rb_fdset_t *);
void rb_fd_term(rb_fdset_t *);
void rb_fd_zero(rb_fdset_t *);
void rb_fd_set(int, rb_fdset_t *);
void rb_fd_clr(int, rb_fdset_t *);
int rb_fd_isset(int, const rb_fdset_t *);
void rb_fd_copy(rb_fdset_t *, const fd_set *, int);
void rb_fd_dup(rb_fdset_t *, const rb_fdset_t *);
int rb_fd_select(int, rb_fdset_t *, rb_fdset_t *, rb_fdset_t *, struct timeval *);
int rb_thread_fd_select(int, rb_fdset_t *, rb_fdset_t *, rb_fdset_t *, struct timeval *);
RUTILE_API_END

static inline fd_set *rb_fd_ptr(const rb_fdset_t *set) { return set->fdset; }
static inline int rb_fd_max(const rb_fdset_t *set) { return set->maxfd; }
#define rb_fd_ptr rb_fd_ptr
#define rb_fd_max rb_fd_max

#endif
