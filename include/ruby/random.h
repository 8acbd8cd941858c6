/* Random number generators of an extension's own. */
#ifndef RUTILE_RANDOM_H
#define RUTILE_RANDOM_H

#include "ruby/ruby.h"

#define RUBY_RANDOM_H 1
#define RUBY_RANDOM_INTERFACE_VERSION_MAJOR 1
#define RUBY_RANDOM_INTERFACE_VERSION_MINOR 0
#define RUBY_RANDOM_INTERFACE_VERSION_MAJOR_MAX 0xff
#define RUBY_RANDOM_INTERFACE_VERSION_MINOR_MAX 0xff
#define RUBY_RANDOM_INTERFACE_VERSION_INITIALIZER { RUBY_RANDOM_INTERFACE_VERSION_MAJOR, RUBY_RANDOM_INTERFACE_VERSION_MINOR }
#define rb_random_data_type rb_random_data_type_1_0

typedef struct rb_random_struct {
    VALUE seed;
} rb_random_t;
typedef void rb_random_init_func(rb_random_t *generator, const uint32_t *seed, size_t words);
typedef void rb_random_init_int32_func(rb_random_t *generator, uint32_t seed);
typedef unsigned int rb_random_get_int32_func(rb_random_t *generator);
typedef void rb_random_get_bytes_func(rb_random_t *generator, void *bytes, size_t length);
typedef double rb_random_get_real_func(rb_random_t *generator, int without_end);

typedef struct {
    size_t default_seed_bits;
    struct {
        uint8_t major, minor;
    } version;
    uint16_t flags;
    rb_random_init_func *init;
    rb_random_init_int32_func *init_int32;
    rb_random_get_int32_func *get_int32;
    rb_random_get_bytes_func *get_bytes;
    rb_random_get_real_func *get_real;
} rb_random_interface_t;
typedef const rb_data_type_t rb_random_data_type_t;

RUTILE_API_BEGIN
void rb_random_mark(void *);
void rb_random_base_init(rb_random_t *);
double rb_int_pair_to_real(uint32_t, uint32_t, int);
void rb_rand_bytes_int32(rb_random_get_int32_func *, rb_random_t *, void *, size_t);
RUBY_EXTERN const rb_data_type_t rb_random_data_type_1_0;
RUTILE_API_END

#define RB_RANDOM_INTERFACE_DECLARE(prefix) \
    static void prefix##_init(rb_random_t *, const uint32_t *, size_t); \
    static void prefix##_init_int32(rb_random_t *, uint32_t); \
    static unsigned int prefix##_get_int32(rb_random_t *); \
    static void prefix##_get_bytes(rb_random_t *, void *, size_t)
#define RB_RANDOM_INTERFACE_DECLARE_WITH_REAL(prefix) \
    RB_RANDOM_INTERFACE_DECLARE(prefix); \
    static double prefix##_get_real(rb_random_t *, int)
#define RB_RANDOM_INTERFACE_DEFINE(prefix) \
    RUBY_RANDOM_INTERFACE_VERSION_INITIALIZER, 0, prefix##_init, prefix##_init_int32, prefix##_get_int32, prefix##_get_bytes
#define RB_RANDOM_INTERFACE_DEFINE_WITH_REAL(prefix) RB_RANDOM_INTERFACE_DEFINE(prefix), prefix##_get_real
#define RB_RANDOM_DEFINE_INIT_INT32_FUNC(prefix) \
    static void prefix##_init_int32(rb_random_t *generator, uint32_t seed) { prefix##_init(generator, &seed, 1); }
#define RB_RANDOM_PARENT (&rb_random_data_type)
/* The parent stands in the type itself, as its address is known when an extension is linked. */
#define RB_RANDOM_DATA_INIT_PARENT(type) ((void)(type))

static inline const rb_random_interface_t *rb_rand_if(VALUE object)
{
    return (const rb_random_interface_t *)RTYPEDDATA_TYPE(object)->data;
}

#endif
