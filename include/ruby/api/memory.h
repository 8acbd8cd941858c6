/* Memory that C takes by types, buffers that go by themselves, and what keeps a value until it is used. */
#ifndef RUTILE_API_MEMORY_H
#define RUTILE_API_MEMORY_H

#include "ruby/api/value.h"

RUTILE_API_BEGIN

void *rb_alloc_tmp_buffer(volatile VALUE *, long);
void *rb_alloc_tmp_buffer_with_count(volatile VALUE *, size_t, size_t);
void rb_free_tmp_buffer(volatile VALUE *);

RUTILE_API_END

/* A product of sizes, or the end of the function by an exception. */
static inline size_t rutile_size_of(size_t size, size_t count)
{
    size_t product;
    if (RB_UNLIKELY(__builtin_mul_overflow(size, count, &product))) ruby_malloc_size_overflow(size, count);
    return product;
}

#define RB_ALLOC_N(type, count) ((type *)ruby_xmalloc2((size_t)(count), sizeof(type)))
#define RB_ALLOC(type) ((type *)ruby_xmalloc(sizeof(type)))
#define RB_ZALLOC_N(type, count) ((type *)ruby_xcalloc((size_t)(count), sizeof(type)))
#define RB_ZALLOC(type) (RB_ZALLOC_N(type, 1))
#define RB_REALLOC_N(variable, type, count) \
    ((variable) = (type *)ruby_xrealloc2((void *)(variable), (size_t)(count), sizeof(type)))
#define ALLOC_N RB_ALLOC_N
#define ALLOC RB_ALLOC
#define ZALLOC_N RB_ZALLOC_N
#define ZALLOC RB_ZALLOC
#define REALLOC_N RB_REALLOC_N
#define ALLOCA_N(type, count) ((type *)alloca(rutile_size_of(sizeof(type), (size_t)(count))))

/* Small buffers stand in the frame, large ones are given back by ALLOCV_END or when the frame is gone. */
#define RUBY_ALLOCV_LIMIT 1024
#define RB_ALLOCV(value, size) \
    ((size) < RUBY_ALLOCV_LIMIT ? ((value) = 0, alloca(size)) : rb_alloc_tmp_buffer(&(value), (long)(size)))
#define RB_ALLOCV_N(type, value, count) \
    ((type *)((size_t)(count) < RUBY_ALLOCV_LIMIT / sizeof(type) \
        ? ((value) = 0, alloca((size_t)(count) * sizeof(type))) \
        : rb_alloc_tmp_buffer_with_count(&(value), rutile_size_of((size_t)(count), sizeof(type)), (size_t)(count))))
#define RB_ALLOCV_END(value) rb_free_tmp_buffer(&(value))
#define ALLOCV RB_ALLOCV
#define ALLOCV_N RB_ALLOCV_N
#define ALLOCV_END RB_ALLOCV_END

#define MEMZERO(pointer, type, count) memset((void *)(pointer), 0, rutile_size_of(sizeof(type), (size_t)(count)))
#define MEMCPY(to, from, type, count) ruby_nonempty_memcpy((to), (from), rutile_size_of(sizeof(type), (size_t)(count)))
#define MEMMOVE(to, from, type, count) memmove((void *)(to), (from), rutile_size_of(sizeof(type), (size_t)(count)))
#define MEMCMP(left, right, type, count) memcmp((left), (right), rutile_size_of(sizeof(type), (size_t)(count)))

static inline void *ruby_nonempty_memcpy(void *to, const void *from, size_t size)
{
    return size ? memcpy(to, from, size) : to;
}

/* Names the value in the frame up to here. */
#define RB_GC_GUARD(variable) \
    (*__extension__({ \
        volatile VALUE *rutile_guarded = &(variable); \
        __asm__ volatile("" : : "m"(rutile_guarded)); \
        rutile_guarded; \
    }))

#endif
