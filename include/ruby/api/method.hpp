/*
 * Functions of any type, for C++, which would take none but those of the type that is declared. These forget a function's
 * type and call the function of C that has their name.
 */
#ifndef RUTILE_API_METHOD_HPP
#define RUTILE_API_METHOD_HPP

/* An extension may include ruby.h inside `extern "C"`, where C++ takes no templates. */
extern "C++" {
namespace rutile {
template <typename Function> inline rutile_method_function any_method(Function function)
{
    return reinterpret_cast<rutile_method_function>(reinterpret_cast<void (*)()>(function));
}
}

#define RUTILE_TYPED_METHOD(name) \
    template <typename Result, typename... Arguments> \
    inline void name(VALUE owner, const char *method, Result (*function)(Arguments...), int arity) \
    { \
        name(owner, method, rutile::any_method(function), arity); \
    }
RUTILE_TYPED_METHOD(rb_define_method)
RUTILE_TYPED_METHOD(rb_define_private_method)
RUTILE_TYPED_METHOD(rb_define_protected_method)
RUTILE_TYPED_METHOD(rb_define_singleton_method)
RUTILE_TYPED_METHOD(rb_define_module_function)
#undef RUTILE_TYPED_METHOD

template <typename Result, typename... Arguments>
inline void rb_define_method_id(VALUE owner, ID method, Result (*function)(Arguments...), int arity)
{
    rb_define_method_id(owner, method, rutile::any_method(function), arity);
}

template <typename Result, typename... Arguments>
inline void rb_define_global_function(const char *method, Result (*function)(Arguments...), int arity)
{
    rb_define_global_function(method, rutile::any_method(function), arity);
}

} /* extern "C++" */

#endif
