/* Enumerators, as a method gives them that was called without its block. */
#ifndef RUTILE_API_ENUMERATOR_H
#define RUTILE_API_ENUMERATOR_H

#include "ruby/api/control.h"
#include "ruby/api/symbol.h"

typedef VALUE rb_enumerator_size_func(VALUE object, VALUE arguments, VALUE enumerator);

typedef struct {
    VALUE begin;
    VALUE end;
    VALUE step;
    int exclude_end;
} rb_arithmetic_sequence_components_t;

RUTILE_API_BEGIN
VALUE rb_enumeratorize(VALUE, VALUE, int, const VALUE *);
VALUE rb_enumeratorize_with_size(VALUE, VALUE, int, const VALUE *, rb_enumerator_size_func *);
VALUE rb_enumeratorize_with_size_kw(VALUE, VALUE, int, const VALUE *, rb_enumerator_size_func *, int);
VALUE rb_enum_values_pack(int, const VALUE *);
int rb_arithmetic_sequence_extract(VALUE, rb_arithmetic_sequence_components_t *);
VALUE rb_arithmetic_sequence_beg_len_step(VALUE, long *, long *, long *, long, int);
RUTILE_API_END

#define rb_enumeratorize_with_size(object, method, argc, argv, size) \
    (rb_enumeratorize_with_size)((object), (method), (argc), (argv), (rb_enumerator_size_func *)(size))
#define rb_enumeratorize_with_size_kw(object, method, argc, argv, size, keywords) \
    (rb_enumeratorize_with_size_kw)((object), (method), (argc), (argv), (rb_enumerator_size_func *)(size), (keywords))
#define SIZED_ENUMERATOR(object, argc, argv, size) \
    rb_enumeratorize_with_size((object), ID2SYM(rb_frame_this_func()), (argc), (argv), (size))
#define SIZED_ENUMERATOR_KW(object, argc, argv, size, keywords) \
    rb_enumeratorize_with_size_kw((object), ID2SYM(rb_frame_this_func()), (argc), (argv), (size), (keywords))
#define RETURN_SIZED_ENUMERATOR(object, argc, argv, size) \
    do { if (!rb_block_given_p()) return SIZED_ENUMERATOR(object, argc, argv, size); } while (0)
#define RETURN_SIZED_ENUMERATOR_KW(object, argc, argv, size, keywords) \
    do { if (!rb_block_given_p()) return SIZED_ENUMERATOR_KW(object, argc, argv, size, keywords); } while (0)
#define RETURN_ENUMERATOR(object, argc, argv) RETURN_SIZED_ENUMERATOR(object, argc, argv, 0)
#define RETURN_ENUMERATOR_KW(object, argc, argv, keywords) RETURN_SIZED_ENUMERATOR_KW(object, argc, argv, 0, keywords)

#endif
