/* The functions that call back, for C++ code that hands them functions of the type `VALUE (*)(ANYARGS)`. */
#ifndef RUTILE_API_CONTROL_HPP
#define RUTILE_API_CONTROL_HPP

namespace rutile {
template <typename Wanted> inline Wanted *forget(rutile_method_function function)
{
    return reinterpret_cast<Wanted *>(reinterpret_cast<void (*)()>(function));
}
typedef VALUE body_function(VALUE);
typedef VALUE rescue_function(VALUE, VALUE);
typedef int each_pair_function(VALUE, VALUE, VALUE);
typedef VALUE thread_function(void *);
}

inline VALUE rb_block_call(VALUE object, ID method, int argc, const VALUE *argv, rutile_method_function block, VALUE data)
{
    return rb_block_call(object, method, argc, argv, block ? rutile::forget<rb_block_call_func>(block) : nullptr, data);
}

inline VALUE rb_rescue(rutile_method_function body, VALUE argument, rutile_method_function rescue, VALUE other)
{
    return rb_rescue(rutile::forget<rutile::body_function>(body), argument, rutile::forget<rutile::rescue_function>(rescue), other);
}

template <typename... Classes>
inline VALUE rb_rescue2(rutile_method_function body, VALUE argument, rutile_method_function rescue, VALUE other, Classes... classes)
{
    return rb_rescue2(rutile::forget<rutile::body_function>(body), argument, rutile::forget<rutile::rescue_function>(rescue), other, classes...);
}

inline VALUE rb_ensure(rutile_method_function body, VALUE argument, rutile_method_function ensure, VALUE other)
{
    return rb_ensure(rutile::forget<rutile::body_function>(body), argument, rutile::forget<rutile::body_function>(ensure), other);
}

inline VALUE rb_protect(rutile_method_function body, VALUE argument, int *state)
{
    return rb_protect(rutile::forget<rutile::body_function>(body), argument, state);
}

inline VALUE rb_catch(const char *tag, rutile_method_function body, VALUE data)
{
    return rb_catch(tag, rutile::forget<rb_block_call_func>(body), data);
}

inline VALUE rb_proc_new(rutile_method_function body, VALUE data)
{
    return rb_proc_new(rutile::forget<rb_block_call_func>(body), data);
}

inline void rb_hash_foreach(VALUE hash, int (*each)(ANYARGS), VALUE data)
{
    rb_hash_foreach(hash, reinterpret_cast<rutile::each_pair_function *>(reinterpret_cast<void (*)()>(each)), data);
}

inline VALUE rb_thread_create(rutile_method_function body, void *data)
{
    return rb_thread_create(rutile::forget<rutile::thread_function>(body), data);
}

#endif
