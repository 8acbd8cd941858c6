/* Atomic words. */
#ifndef RUTILE_ATOMIC_H
#define RUTILE_ATOMIC_H

#include "ruby/api/value.h"

#define RUBY_ATOMIC_H
typedef unsigned int rb_atomic_t;

#define RUBY_ATOMIC_LOAD(variable) __atomic_load_n(&(variable), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_SET(variable, value) __atomic_store_n(&(variable), (value), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_FETCH_ADD(variable, value) __atomic_fetch_add(&(variable), (value), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_FETCH_SUB(variable, value) __atomic_fetch_sub(&(variable), (value), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_OR(variable, value) ((void)__atomic_or_fetch(&(variable), (value), __ATOMIC_SEQ_CST))
#define RUBY_ATOMIC_EXCHANGE(variable, value) __atomic_exchange_n(&(variable), (value), __ATOMIC_SEQ_CST)
#define RUBY_ATOMIC_CAS(variable, expected, value) rutile_atomic_cas(&(variable), (expected), (value))
#define RUBY_ATOMIC_ADD(variable, value) ((void)RUBY_ATOMIC_FETCH_ADD(variable, value))
#define RUBY_ATOMIC_SUB(variable, value) ((void)RUBY_ATOMIC_FETCH_SUB(variable, value))
#define RUBY_ATOMIC_INC(variable) RUBY_ATOMIC_ADD(variable, 1)
#define RUBY_ATOMIC_DEC(variable) RUBY_ATOMIC_SUB(variable, 1)
#define RUBY_ATOMIC_SIZE_INC(variable) RUBY_ATOMIC_ADD(variable, 1)
#define RUBY_ATOMIC_SIZE_DEC(variable) RUBY_ATOMIC_SUB(variable, 1)
#define RUBY_ATOMIC_SIZE_ADD(variable, value) RUBY_ATOMIC_ADD(variable, value)
#define RUBY_ATOMIC_SIZE_SUB(variable, value) RUBY_ATOMIC_SUB(variable, value)
#define RUBY_ATOMIC_SIZE_EXCHANGE(variable, value) RUBY_ATOMIC_EXCHANGE(variable, value)
#define RUBY_ATOMIC_SIZE_CAS(variable, expected, value) rutile_atomic_size_cas(&(variable), (expected), (value))
#define RUBY_ATOMIC_PTR_LOAD(variable) RUBY_ATOMIC_LOAD(variable)
#define RUBY_ATOMIC_PTR_EXCHANGE(variable, value) RUBY_ATOMIC_EXCHANGE(variable, value)
#define RUBY_ATOMIC_PTR_CAS(variable, expected, value) rutile_atomic_pointer_cas((void **)&(variable), (void *)(expected), (void *)(value))
#define RUBY_ATOMIC_VALUE_EXCHANGE(variable, value) RUBY_ATOMIC_EXCHANGE(variable, value)
#define RUBY_ATOMIC_VALUE_CAS(variable, expected, value) rutile_atomic_size_cas(&(variable), (expected), (value))

/* Each gives what was there before. */
static inline rb_atomic_t rutile_atomic_cas(volatile rb_atomic_t *variable, rb_atomic_t expected, rb_atomic_t value)
{
    __atomic_compare_exchange_n(variable, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

static inline size_t rutile_atomic_size_cas(volatile size_t *variable, size_t expected, size_t value)
{
    __atomic_compare_exchange_n(variable, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

static inline void *rutile_atomic_pointer_cas(void **variable, void *expected, void *value)
{
    __atomic_compare_exchange_n(variable, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

#endif
