/*
 * Methods written in C++, which knows a function's type: it has to be that of its arity, or `VALUE (*)(ANYARGS)`, or that of
 * rb_f_notimplement. Anything else is an error where it is compiled. A name without arguments is still the function of C.
 */
#ifndef RUTILE_API_METHOD_HPP
#define RUTILE_API_METHOD_HPP

/* An extension may include ruby.h inside `extern "C"`, where C++ takes no templates. */
extern "C++" {
namespace rutile {
typedef VALUE not_implemented_function(int, const VALUE *, VALUE, VALUE);

/* A function of the receiver and as many arguments as are left, behind those that are there. */
template <int left, typename... Arguments> struct counted : counted<left - 1, VALUE, Arguments...> {};
template <typename... Arguments> struct counted<0, Arguments...> {
    typedef VALUE function(VALUE, Arguments...);
};

template <typename Function> inline rutile_method_function any_method(Function *function)
{
    return reinterpret_cast<rutile_method_function>(reinterpret_cast<void (*)()>(function));
}

struct method_of_any_arity {
    static rutile_method_function of(rutile_method_function function) { return function; }
    static rutile_method_function of(not_implemented_function *function) { return any_method(function); }
};

template <int arity> struct method : method_of_any_arity {
    using method_of_any_arity::of;
    static rutile_method_function of(typename counted<arity>::function *function) { return any_method(function); }
};

template <> struct method<-1> : method_of_any_arity {
    using method_of_any_arity::of;
    static rutile_method_function of(VALUE (*function)(int, VALUE *, VALUE)) { return any_method(function); }
    static rutile_method_function of(VALUE (*function)(int, const VALUE *, VALUE)) { return any_method(function); }
};

template <> struct method<-2> : method_of_any_arity {
    using method_of_any_arity::of;
    static rutile_method_function of(VALUE (*function)(VALUE, VALUE)) { return any_method(function); }
};
}
} /* extern "C++" */

#define RUTILE_METHOD(function, arity) ::rutile::method<(arity)>::of(function), (arity)
#define rb_define_method(class, name, function, arity) (rb_define_method)((class), (name), RUTILE_METHOD(function, arity))
#define rb_define_method_id(class, name, function, arity) (rb_define_method_id)((class), (name), RUTILE_METHOD(function, arity))
#define rb_define_protected_method(class, name, function, arity) (rb_define_protected_method)((class), (name), RUTILE_METHOD(function, arity))
#define rb_define_private_method(class, name, function, arity) (rb_define_private_method)((class), (name), RUTILE_METHOD(function, arity))
#define rb_define_singleton_method(object, name, function, arity) (rb_define_singleton_method)((object), (name), RUTILE_METHOD(function, arity))
#define rb_define_module_function(module, name, function, arity) (rb_define_module_function)((module), (name), RUTILE_METHOD(function, arity))
#define rb_define_global_function(name, function, arity) (rb_define_global_function)((name), RUTILE_METHOD(function, arity))

#endif
