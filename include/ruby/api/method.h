/*
 * Methods written in C. One takes as many arguments as its arity says behind its receiver; with -1 their number and address
 * before it; with -2 the receiver and an Array.
 */
#ifndef RUTILE_API_METHOD_H
#define RUTILE_API_METHOD_H

#include "ruby/api/value.h"

typedef VALUE (*rutile_method_function)(ANYARGS);

RUTILE_API_BEGIN

void rb_define_method(VALUE, const char *, VALUE (*)(ANYARGS), int);
void rb_define_module_function(VALUE, const char *, VALUE (*)(ANYARGS), int);
void rb_define_global_function(const char *, VALUE (*)(ANYARGS), int);
void rb_undef_method(VALUE, const char *);
void rb_define_alias(VALUE, const char *, const char *);
void rb_define_attr(VALUE, const char *, int, int);
void rb_define_method_id(VALUE, ID, VALUE (*)(ANYARGS), int);
void rb_undef(VALUE, ID);
void rb_define_protected_method(VALUE, const char *, VALUE (*)(ANYARGS), int);
void rb_define_private_method(VALUE, const char *, VALUE (*)(ANYARGS), int);
void rb_define_singleton_method(VALUE, const char *, VALUE (*)(ANYARGS), int);
void rb_alias(VALUE, ID, ID);
void rb_attr(VALUE, ID, int, int, int);
void rb_remove_method(VALUE, const char *);
void rb_remove_method_id(VALUE, ID);
int rb_method_boundp(VALUE, ID, int);
int rb_method_basic_definition_p(VALUE, ID);
int rb_obj_respond_to(VALUE, ID, int);
int rb_respond_to(VALUE, ID);
NORETURN(VALUE rb_f_notimplement(int, const VALUE *, VALUE, VALUE));

RUTILE_API_END

#define RUBY_METHOD_FUNC(function) ((VALUE (*)(ANYARGS))(function))
#define RB_METHOD_DEFINITION_DECL 1

#ifdef __cplusplus
# include "ruby/api/method.hpp"
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202000L
/* In this C `()` takes no arguments, so that the function's own type has to be forgotten first. */
# define RUTILE_ANY_METHOD(function) ((rutile_method_function)(void (*)(void))(function))
# define rb_define_method(class, name, function, arity) (rb_define_method)((class), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_method_id(class, name, function, arity) (rb_define_method_id)((class), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_protected_method(class, name, function, arity) (rb_define_protected_method)((class), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_private_method(class, name, function, arity) (rb_define_private_method)((class), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_singleton_method(object, name, function, arity) (rb_define_singleton_method)((object), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_module_function(module, name, function, arity) (rb_define_module_function)((module), (name), RUTILE_ANY_METHOD(function), (arity))
# define rb_define_global_function(name, function, arity) (rb_define_global_function)((name), RUTILE_ANY_METHOD(function), (arity))
#endif

#endif
