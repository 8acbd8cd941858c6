/* Calls with any number of arguments. */
#include "api.h"

#include <string.h>

#define MOST 64

VALUE rb_funcall(VALUE receiver, ID name, int count, ...)
{
    VALUE arguments[MOST];
    va_list rest;
    if (count > MOST) count = MOST;
    va_start(rest, count);
    for (int index = 0; index < count; index++) arguments[index] = va_arg(rest, VALUE);
    va_end(rest);
    return rb_funcallv(receiver, name, count, arguments);
}

VALUE rb_yield_values(int count, ...)
{
    VALUE arguments[MOST];
    va_list rest;
    if (count > MOST) count = MOST;
    va_start(rest, count);
    for (int index = 0; index < count; index++) arguments[index] = va_arg(rest, VALUE);
    va_end(rest);
    return rb_yield_values2(count, arguments);
}

VALUE rb_ary_new_from_args(long count, ...)
{
    VALUE array = rb_ary_new();
    va_list rest;
    va_start(rest, count);
    for (long index = 0; index < count; index++) rb_ary_push(array, va_arg(rest, VALUE));
    va_end(rest);
    return array;
}

/* The classes end with a zero. */
VALUE rb_vrescue2(VALUE (*body)(VALUE), VALUE argument, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_argument, va_list classes)
{
    VALUE list = rb_ary_new(), class;
    while ((class = va_arg(classes, VALUE)) != 0) rb_ary_push(list, class);
    return rutile_rescue(body, argument, rescue, rescue_argument, list);
}

VALUE rb_rescue2(VALUE (*body)(VALUE), VALUE argument, VALUE (*rescue)(VALUE, VALUE), VALUE rescue_argument, ...)
{
    va_list classes;
    va_start(classes, rescue_argument);
    VALUE result = rb_vrescue2(body, argument, rescue, rescue_argument, classes);
    va_end(classes);
    return result;
}

/* The names end with a null pointer. */
static VALUE names(va_list rest)
{
    VALUE list = rb_ary_new();
    const char *name;
    while ((name = va_arg(rest, const char *)) != NULL) rb_ary_push(list, rb_id2sym(rb_intern(name)));
    return list;
}

VALUE rb_struct_define(const char *name, ...)
{
    va_list rest;
    va_start(rest, name);
    VALUE members = names(rest);
    va_end(rest);
    return rutile_struct_define(Qnil, name, Qnil, members, NULL);
}

VALUE rb_struct_define_under(VALUE outer, const char *name, ...)
{
    va_list rest;
    va_start(rest, name);
    VALUE members = names(rest);
    va_end(rest);
    return rutile_struct_define(outer, name, Qnil, members, NULL);
}

VALUE rb_struct_define_without_accessor(const char *name, VALUE superclass, void *allocator, ...)
{
    va_list rest;
    va_start(rest, allocator);
    VALUE members = names(rest);
    va_end(rest);
    return rutile_struct_define(Qnil, name, superclass, members, allocator);
}

VALUE rb_struct_define_without_accessor_under(VALUE outer, const char *name, VALUE superclass, void *allocator, ...)
{
    va_list rest;
    va_start(rest, allocator);
    VALUE members = names(rest);
    va_end(rest);
    return rutile_struct_define(outer, name, superclass, members, allocator);
}

VALUE rb_data_define(VALUE superclass, ...)
{
    va_list rest;
    va_start(rest, superclass);
    VALUE members = names(rest);
    va_end(rest);
    return rutile_data_define(superclass, members);
}

int rutile_struct_size_of(VALUE class);

VALUE rb_struct_new(VALUE class, ...)
{
    VALUE list = rb_ary_new();
    int count = rutile_struct_size_of(class);
    va_list rest;
    va_start(rest, class);
    for (int index = 0; index < count; index++) rb_ary_push(list, va_arg(rest, VALUE));
    va_end(rest);
    return rb_struct_alloc(class, list);
}
