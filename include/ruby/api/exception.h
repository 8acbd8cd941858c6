/* Exceptions: making, raising, warning. What raises leaves the C frames up to the nearest that protects itself (`control.h`). */
#ifndef RUTILE_API_EXCEPTION_H
#define RUTILE_API_EXCEPTION_H

#include "ruby/api/value.h"

typedef enum {
    RB_WARN_CATEGORY_NONE = 0,
    RB_WARN_CATEGORY_DEPRECATED = 1,
    RB_WARN_CATEGORY_EXPERIMENTAL = 2,
    RB_WARN_CATEGORY_PERFORMANCE = 3,
    RB_WARN_CATEGORY_STRICT_UNUSED_BLOCK = 4,
    RB_WARN_CATEGORY_DEFAULT_BITS = 0x06,
    RB_WARN_CATEGORY_ALL_BITS = 0x1e
} rb_warning_category_t;

enum rb_io_wait_readwrite { RB_IO_WAIT_READABLE, RB_IO_WAIT_WRITABLE };
#define RB_IO_WAIT_READABLE RB_IO_WAIT_READABLE
#define RB_IO_WAIT_WRITABLE RB_IO_WAIT_WRITABLE

RUTILE_API_BEGIN

/* --- Raising, and warning --- */
VALUE rb_errinfo(void);
void rb_set_errinfo(VALUE);
NORETURN(PRINTF_ARGS(void rb_raise(VALUE, const char *, ...), 2, 3));
NORETURN(PRINTF_ARGS(void rb_fatal(const char *, ...), 1, 2));
NORETURN(PRINTF_ARGS(void rb_bug(const char *, ...), 1, 2));
NORETURN(void rb_bug_errno(const char *, int));
NORETURN(void rb_sys_fail(const char *));
NORETURN(void rb_sys_fail_str(VALUE));
NORETURN(void rb_mod_sys_fail(VALUE, const char *));
NORETURN(void rb_mod_sys_fail_str(VALUE, VALUE));
NORETURN(void rb_readwrite_sys_fail(enum rb_io_wait_readwrite, const char *));
NORETURN(void rb_exit(int));
NORETURN(void rb_notimplement(void));
VALUE rb_syserr_new(int, const char *);
VALUE rb_syserr_new_str(int, VALUE);
NORETURN(void rb_syserr_fail(int, const char *));
NORETURN(void rb_syserr_fail_str(int, VALUE));
NORETURN(void rb_mod_syserr_fail(VALUE, int, const char *));
NORETURN(void rb_mod_syserr_fail_str(VALUE, int, VALUE));
NORETURN(void rb_readwrite_syserr_fail(enum rb_io_wait_readwrite, int, const char *));
VALUE *rb_ruby_verbose_ptr(void);
VALUE *rb_ruby_debug_ptr(void);
PRINTF_ARGS(void rb_warning(const char *, ...), 1, 2);
PRINTF_ARGS(void rb_category_warning(rb_warning_category_t, const char *, ...), 2, 3);
PRINTF_ARGS(void rb_compile_warning(const char *, int, const char *, ...), 3, 4);
PRINTF_ARGS(void rb_sys_warning(const char *, ...), 1, 2);
PRINTF_ARGS(void rb_warn(const char *, ...), 1, 2);
PRINTF_ARGS(void rb_category_warn(rb_warning_category_t, const char *, ...), 2, 3);
PRINTF_ARGS(void rb_compile_warn(const char *, int, const char *, ...), 3, 4);
PRINTF_ARGS(void rb_category_compile_warn(rb_warning_category_t, const char *, int, const char *, ...), 4, 5);
VALUE rb_exc_new(VALUE, const char *, long);
VALUE rb_exc_new_cstr(VALUE, const char *);
VALUE rb_exc_new_str(VALUE, VALUE);
NORETURN(PRINTF_ARGS(void rb_loaderror(const char *, ...), 1, 2));
NORETURN(PRINTF_ARGS(void rb_loaderror_with_path(VALUE, const char *, ...), 2, 3));
NORETURN(PRINTF_ARGS(void rb_name_error(ID, const char *, ...), 2, 3));
NORETURN(PRINTF_ARGS(void rb_name_error_str(VALUE, const char *, ...), 2, 3));
NORETURN(PRINTF_ARGS(void rb_frozen_error_raise(VALUE, const char *, ...), 2, 3));
NORETURN(void rb_invalid_str(const char *, const char *));
NORETURN(void rb_error_arity(int, int, int));
NORETURN(void rb_exc_raise(VALUE));
NORETURN(void rb_exc_fatal(VALUE));
NORETURN(void rb_interrupt(void));
VALUE rb_make_exception(int, const VALUE *);

/* --- errno, as the last call of the system left it in the running thread --- */
int rb_errno(void);
void rb_errno_set(int);
int *rb_errno_ptr(void);

RUTILE_API_END

#define ruby_verbose (*rb_ruby_verbose_ptr())
#define ruby_debug (*rb_ruby_debug_ptr())
#define rb_exc_new2 rb_exc_new_cstr
#define rb_exc_new3 rb_exc_new_str

static inline int rb_check_arity(int argc, int minimum, int maximum)
{
    if (RB_UNLIKELY(argc < minimum || (maximum != UNLIMITED_ARGUMENTS && argc > maximum))) rb_error_arity(argc, minimum, maximum);
    return argc;
}
#define rb_check_arity rb_check_arity

#endif
