/*
 * The functions that call back, for C++ code that hands them functions of the type `VALUE (*)(ANYARGS)`. A null pointer and
 * a function of the right type go to the function of C itself.
 */
#ifndef RUTILE_API_CONTROL_HPP
#define RUTILE_API_CONTROL_HPP

/* An extension may include ruby.h inside `extern "C"`, where C++ takes no templates. */
extern "C++" {
namespace rutile {
template <typename Wanted, typename Result> inline Wanted *typed(Result (*function)(...))
{
    return reinterpret_cast<Wanted *>(reinterpret_cast<void (*)()>(function));
}
typedef VALUE body_function(VALUE);
typedef VALUE rescue_function(VALUE, VALUE);
typedef int each_pair_function(VALUE, VALUE, VALUE);
typedef int each_variable_function(ID, VALUE, st_data_t);
typedef VALUE thread_function(void *);
}

/* --- Blocks --- */
template <typename Result>
inline VALUE rb_block_call(VALUE object, ID method, int argc, const VALUE *argv, Result (*block)(...), VALUE data)
{
    return rb_block_call(object, method, argc, argv, rutile::typed<rb_block_call_func>(block), data);
}

template <typename Result>
inline VALUE rb_iterate(rutile::body_function *iterator, VALUE argument, Result (*block)(...), VALUE data)
{
    return rb_iterate(iterator, argument, rutile::typed<rb_block_call_func>(block), data);
}

template <typename Result, typename Other>
inline VALUE rb_iterate(Result (*iterator)(...), VALUE argument, Other (*block)(...), VALUE data)
{
    return rb_iterate(rutile::typed<rutile::body_function>(iterator), argument, rutile::typed<rb_block_call_func>(block), data);
}

template <typename Result> inline VALUE rb_catch(const char *tag, Result (*body)(...), VALUE data)
{
    return rb_catch(tag, rutile::typed<rb_block_call_func>(body), data);
}

template <typename Result> inline VALUE rb_catch_obj(VALUE tag, Result (*body)(...), VALUE data)
{
    return rb_catch_obj(tag, rutile::typed<rb_block_call_func>(body), data);
}

template <typename Result> inline VALUE rb_proc_new(Result (*body)(...), VALUE data)
{
    return rb_proc_new(rutile::typed<rb_block_call_func>(body), data);
}

template <typename Result> inline VALUE rb_fiber_new(Result (*body)(...), VALUE data)
{
    return rb_fiber_new(rutile::typed<rb_block_call_func>(body), data);
}

template <typename Result> inline VALUE rb_thread_create(Result (*body)(...), void *data)
{
    return rb_thread_create(rutile::typed<rutile::thread_function>(body), data);
}

/* --- What goes on after an exception: either function, or both, may be of any type --- */
template <typename Result> inline VALUE rb_protect(Result (*body)(...), VALUE argument, int *state)
{
    return rb_protect(rutile::typed<rutile::body_function>(body), argument, state);
}

template <typename Result>
inline VALUE rb_rescue(Result (*body)(...), VALUE argument, rutile::rescue_function *rescue, VALUE other)
{
    return rb_rescue(rutile::typed<rutile::body_function>(body), argument, rescue, other);
}

template <typename Result>
inline VALUE rb_rescue(rutile::body_function *body, VALUE argument, Result (*rescue)(...), VALUE other)
{
    return rb_rescue(body, argument, rutile::typed<rutile::rescue_function>(rescue), other);
}

template <typename Result, typename Other>
inline VALUE rb_rescue(Result (*body)(...), VALUE argument, Other (*rescue)(...), VALUE other)
{
    return rb_rescue(rutile::typed<rutile::body_function>(body), argument, rutile::typed<rutile::rescue_function>(rescue), other);
}

template <typename Result, typename... Classes>
inline VALUE rb_rescue2(Result (*body)(...), VALUE argument, rutile::rescue_function *rescue, VALUE other, Classes... classes)
{
    return rb_rescue2(rutile::typed<rutile::body_function>(body), argument, rescue, other, classes...);
}

template <typename Result, typename... Classes>
inline VALUE rb_rescue2(rutile::body_function *body, VALUE argument, Result (*rescue)(...), VALUE other, Classes... classes)
{
    return rb_rescue2(body, argument, rutile::typed<rutile::rescue_function>(rescue), other, classes...);
}

template <typename Result, typename Other, typename... Classes>
inline VALUE rb_rescue2(Result (*body)(...), VALUE argument, Other (*rescue)(...), VALUE other, Classes... classes)
{
    return rb_rescue2(rutile::typed<rutile::body_function>(body), argument, rutile::typed<rutile::rescue_function>(rescue), other, classes...);
}

template <typename Result>
inline VALUE rb_ensure(Result (*body)(...), VALUE argument, rutile::body_function *ensure, VALUE other)
{
    return rb_ensure(rutile::typed<rutile::body_function>(body), argument, ensure, other);
}

template <typename Result>
inline VALUE rb_ensure(rutile::body_function *body, VALUE argument, Result (*ensure)(...), VALUE other)
{
    return rb_ensure(body, argument, rutile::typed<rutile::body_function>(ensure), other);
}

template <typename Result, typename Other>
inline VALUE rb_ensure(Result (*body)(...), VALUE argument, Other (*ensure)(...), VALUE other)
{
    return rb_ensure(rutile::typed<rutile::body_function>(body), argument, rutile::typed<rutile::body_function>(ensure), other);
}

/* --- Each entry --- */
template <typename Result> inline void rb_hash_foreach(VALUE hash, Result (*each)(...), VALUE data)
{
    rb_hash_foreach(hash, rutile::typed<rutile::each_pair_function>(each), data);
}

template <typename Result> inline void rb_ivar_foreach(VALUE object, Result (*each)(...), st_data_t data)
{
    rb_ivar_foreach(object, rutile::typed<rutile::each_variable_function>(each), data);
}

template <typename Result> inline int rb_st_foreach(st_table *table, Result (*each)(...), st_data_t data)
{
    return rb_st_foreach(table, rutile::typed<st_foreach_callback_func>(each), data);
}

template <typename Result> inline void rb_st_foreach_safe(st_table *table, Result (*each)(...), st_data_t data)
{
    rb_st_foreach_safe(table, rutile::typed<st_foreach_callback_func>(each), data);
}

template <typename Result> inline int rb_st_foreach_check(st_table *table, Result (*each)(...), st_data_t data, st_data_t never)
{
    return rb_st_foreach_check(table, rutile::typed<st_foreach_check_callback_func>(each), data, never);
}

/* --- Global variables --- */
template <typename Result> inline void rb_define_virtual_variable(const char *name, Result (*getter)(...), rb_gvar_setter_t *setter)
{
    rb_define_virtual_variable(name, rutile::typed<rb_gvar_getter_t>(getter), setter);
}

template <typename Result> inline void rb_define_virtual_variable(const char *name, rb_gvar_getter_t *getter, Result (*setter)(...))
{
    rb_define_virtual_variable(name, getter, rutile::typed<rb_gvar_setter_t>(setter));
}

template <typename Result, typename Other>
inline void rb_define_virtual_variable(const char *name, Result (*getter)(...), Other (*setter)(...))
{
    rb_define_virtual_variable(name, rutile::typed<rb_gvar_getter_t>(getter), rutile::typed<rb_gvar_setter_t>(setter));
}

template <typename Result>
inline void rb_define_hooked_variable(const char *name, VALUE *variable, Result (*getter)(...), rb_gvar_setter_t *setter)
{
    rb_define_hooked_variable(name, variable, rutile::typed<rb_gvar_getter_t>(getter), setter);
}

template <typename Result>
inline void rb_define_hooked_variable(const char *name, VALUE *variable, rb_gvar_getter_t *getter, Result (*setter)(...))
{
    rb_define_hooked_variable(name, variable, getter, rutile::typed<rb_gvar_setter_t>(setter));
}

template <typename Result, typename Other>
inline void rb_define_hooked_variable(const char *name, VALUE *variable, Result (*getter)(...), Other (*setter)(...))
{
    rb_define_hooked_variable(name, variable, rutile::typed<rb_gvar_getter_t>(getter), rutile::typed<rb_gvar_setter_t>(setter));
}

} /* extern "C++" */

#endif
