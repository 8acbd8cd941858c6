/* Assertions: checked where RUBY_DEBUG is set to something else than 0, else only those that are always checked. */
#ifndef RUTILE_ASSERT_H
#define RUTILE_ASSERT_H

#include "ruby/defines.h"

#define RUBY_ASSERT_H
#ifndef RUBY_DEBUG
# define RUBY_DEBUG 0
#endif
#ifndef RUBY_NDEBUG
# define RUBY_NDEBUG (!RUBY_DEBUG)
#endif

RUTILE_API_BEGIN
NORETURN(void rb_assert_failure(const char *, int, const char *, const char *));
NORETURN(PRINTF_ARGS(void rb_assert_failure_detail(const char *, int, const char *, const char *, const char *, ...), 5, 6));
RUTILE_API_END

#define RUBY_ASSERT_FAIL(message, ...) rb_assert_failure(__FILE__, __LINE__, __func__, message)
#define RUBY_ASSERT_MESG(condition, ...) (RB_LIKELY(condition) ? (void)0 : rb_assert_failure(__FILE__, __LINE__, __func__, #condition))
#define RUBY_ASSERT_ALWAYS(...) RUBY_ASSERT_MESG((__VA_ARGS__), "")
#if RUBY_DEBUG
# define RUBY_ASSERT(...) RUBY_ASSERT_MESG((__VA_ARGS__), "")
#else
# define RUBY_ASSERT(...) ((void)0)
#endif
#if RUBY_NDEBUG
# define RUBY_ASSERT_NDEBUG(...) ((void)0)
#else
# define RUBY_ASSERT_NDEBUG(...) RUBY_ASSERT_MESG((__VA_ARGS__), "")
#endif
#define RUBY_ASSERT_WHEN(when, ...) ((when) ? RUBY_ASSERT_MESG((__VA_ARGS__), "") : (void)0)
#define RUBY_ASSERT_MESG_WHEN(when, condition, ...) ((when) ? RUBY_ASSERT_MESG((condition), "") : (void)0)

#endif
