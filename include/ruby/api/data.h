/*
 * Objects that hold a C structure.
 *
 *   an object of rb_data_object_wrap      one of rb_data_typed_object_wrap
 *   +----------------------+              +----------------------+
 *   | two words of its own |              | two words of its own |
 *   | dmark                |              | type                 |
 *   | dfree                |              | 1: it has a type     |
 *   | data                 |              | data                 |
 *   +----------------------+              +----------------------+
 *
 * The structure always has memory of its own: RUBY_TYPED_EMBEDDABLE is taken, and changes nothing.
 */
#ifndef RUTILE_API_DATA_H
#define RUTILE_API_DATA_H

#include "ruby/api/value.h"

typedef void (*RUBY_DATA_FUNC)(void *);

struct RData {
    struct RBasic basic;
    RUBY_DATA_FUNC dmark;
    RUBY_DATA_FUNC dfree;
    void *data;
};

enum rbimpl_typeddata_flags {
    RUBY_TYPED_FREE_IMMEDIATELY = 1,
    RUBY_TYPED_EMBEDDABLE = 2,
    RUBY_TYPED_FROZEN_SHAREABLE = RUBY_FL_SHAREABLE,
    RUBY_TYPED_WB_PROTECTED = RUBY_FL_WB_PROTECTED,
    RUBY_TYPED_UNUSED = RUBY_FL_UNUSED6,
    RUBY_TYPED_DECL_MARKING = RUBY_FL_USER2
};
#define RUBY_TYPED_FREE_IMMEDIATELY RUBY_TYPED_FREE_IMMEDIATELY
#define RUBY_TYPED_EMBEDDABLE RUBY_TYPED_EMBEDDABLE
#define RUBY_TYPED_FROZEN_SHAREABLE RUBY_TYPED_FROZEN_SHAREABLE
#define RUBY_TYPED_WB_PROTECTED RUBY_TYPED_WB_PROTECTED
#define RUBY_TYPED_DECL_MARKING RUBY_TYPED_DECL_MARKING

typedef struct rb_data_type_struct rb_data_type_t;
struct rb_data_type_struct {
    const char *wrap_struct_name;
    struct {
        RUBY_DATA_FUNC dmark;
        RUBY_DATA_FUNC dfree;
        size_t (*dsize)(const void *);
        RUBY_DATA_FUNC dcompact;
        void *reserved[1];
    } function;
    const rb_data_type_t *parent;
    void *data;
    VALUE flags;
};
#define HAVE_TYPE_RB_DATA_TYPE_T 1
#define HAVE_RB_DATA_TYPE_T_FUNCTION 1
#define HAVE_RB_DATA_TYPE_T_PARENT 1

struct RTypedData {
    struct RBasic basic;
    const rb_data_type_t *const type;
    const VALUE typed_flag;
    void *data;
};

RUTILE_API_BEGIN

VALUE rb_data_object_wrap(VALUE, void *, RUBY_DATA_FUNC, RUBY_DATA_FUNC);
VALUE rb_data_object_zalloc(VALUE, size_t, RUBY_DATA_FUNC, RUBY_DATA_FUNC);
VALUE rb_data_typed_object_wrap(VALUE, void *, const rb_data_type_t *);
VALUE rb_data_typed_object_zalloc(VALUE, size_t, const rb_data_type_t *);
int rb_typeddata_inherited_p(const rb_data_type_t *, const rb_data_type_t *);
int rb_typeddata_is_kind_of(VALUE, const rb_data_type_t *);
void *rb_check_typeddata(VALUE, const rb_data_type_t *);

RUTILE_API_END

#define RDATA(object) ((struct RData *)(object))
#define RTYPEDDATA(object) ((struct RTypedData *)(object))
#define DATA_PTR(object) (RDATA(object)->data)
#define RTYPEDDATA_DATA(object) (RTYPEDDATA(object)->data)
#define RUBY_DEFAULT_FREE ((RUBY_DATA_FUNC)-1)
#define RUBY_NEVER_FREE ((RUBY_DATA_FUNC)0)
#define RUBY_TYPED_DEFAULT_FREE RUBY_DEFAULT_FREE
#define RUBY_TYPED_NEVER_FREE RUBY_NEVER_FREE
#define RUBY_UNTYPED_DATA_FUNC(function) function
#define TYPED_DATA_EMBEDDED 2
#ifndef RUBY_UNTYPED_DATA_WARNING
# define RUBY_UNTYPED_DATA_WARNING 1
#endif

static inline bool RTYPEDDATA_P(VALUE object)
{
    return RB_TYPE_P(object, RUBY_T_DATA) && RTYPEDDATA(object)->typed_flag == 1;
}

static inline bool RTYPEDDATA_EMBEDDED_P(VALUE object) { (void)object; return false; }
static inline void *RTYPEDDATA_GET_DATA(VALUE object) { return RTYPEDDATA(object)->data; }

static inline const struct rb_data_type_struct *RTYPEDDATA_TYPE(VALUE object)
{
    return RTYPEDDATA_P(object) ? RTYPEDDATA(object)->type : NULL;
}
#define RTYPEDDATA_P RTYPEDDATA_P
#define RTYPEDDATA_TYPE RTYPEDDATA_TYPE

static inline void *rb_data_object_get(VALUE object)
{
    Check_Type(object, RUBY_T_DATA);
    return DATA_PTR(object);
}

static inline VALUE rb_data_object_make(VALUE klass, RUBY_DATA_FUNC mark, RUBY_DATA_FUNC release, void **data, size_t size)
{
    VALUE object = rb_data_object_zalloc(klass, size, mark, release);
    *data = DATA_PTR(object);
    return object;
}

static inline VALUE rb_data_typed_object_make(VALUE klass, const rb_data_type_t *type, void **data, size_t size)
{
    VALUE object = rb_data_typed_object_zalloc(klass, size, type);
    *data = DATA_PTR(object);
    return object;
}

static inline VALUE rb_data_object_alloc(VALUE klass, void *data, RUBY_DATA_FUNC mark, RUBY_DATA_FUNC release)
{
    return rb_data_object_wrap(klass, data, mark, release);
}

static inline VALUE rb_data_typed_object_alloc(VALUE klass, void *data, const rb_data_type_t *type)
{
    return rb_data_typed_object_wrap(klass, data, type);
}

#define Data_Wrap_Struct(klass, mark, free, data) \
    rb_data_object_wrap((klass), (data), (RUBY_DATA_FUNC)(mark), (RUBY_DATA_FUNC)(free))
#define Data_Make_Struct0(result, klass, type, size, mark, free, variable) \
    VALUE result = rb_data_object_zalloc((klass), (size), (RUBY_DATA_FUNC)(mark), (RUBY_DATA_FUNC)(free)); \
    (variable) = (type *)DATA_PTR(result)
#define Data_Make_Struct(klass, type, mark, free, variable) \
    RB_GNUC_EXTENSION({ \
        Data_Make_Struct0(rutile_data_object, klass, type, sizeof(type), mark, free, variable); \
        rutile_data_object; \
    })
#define Data_Get_Struct(object, type, variable) ((variable) = (type *)rb_data_object_get(object))

#define TypedData_Wrap_Struct(klass, data_type, data) rb_data_typed_object_wrap((klass), (data), (data_type))
#define TypedData_Make_Struct0(result, klass, type, size, data_type, variable) \
    VALUE result = rb_data_typed_object_zalloc((klass), (size), (data_type)); \
    (variable) = (type *)RTYPEDDATA_GET_DATA(result)
#define TypedData_Make_Struct(klass, type, data_type, variable) \
    RB_GNUC_EXTENSION({ \
        TypedData_Make_Struct0(rutile_data_object, klass, type, sizeof(type), data_type, variable); \
        rutile_data_object; \
    })
#define TypedData_Get_Struct(object, type, data_type, variable) ((variable) = (type *)rb_check_typeddata((object), (data_type)))
#define Check_TypedStruct(object, type) rb_check_typeddata((VALUE)(object), (type))

#endif
