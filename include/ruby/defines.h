/*
 * What the other headers are written with: the compiler's attributes under the names that extensions know, linkage for
 * C++, and the functions that take and give back memory.
 */
#ifndef RUTILE_DEFINES_H
#define RUTILE_DEFINES_H

#include "ruby/config.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <inttypes.h>
#include <limits.h>
#include <assert.h>
#include <memory.h>
#include <unistd.h>
#include <alloca.h>
#include <sys/types.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/select.h>
#ifndef __cplusplus
# include <stdbool.h>
#endif

#define RUBY
#define RUBY_DEFINES_H 1

/* A note in whatever is built with these headers, by which `require` tells it from what was built for another Ruby: kept (R) also
 * where a linker leaves out what nothing names. */
#if !defined(RUTILE_NO_NOTE)
__asm__(
    ".pushsection .note.rutile,\"aGR\",%note,rutile_note,comdat\n"
    ".balign 4\n"
    ".long 7, 4, 1\n"
    ".asciz \"Rutile\"\n"
    ".balign 4\n"
    ".long 1\n"
    ".popsection\n");
#endif

/* Whatever the binary exports is declared between these two. */
#ifdef __cplusplus
# define RUTILE_API_BEGIN _Pragma("GCC visibility push(default)") extern "C" {
# define RUTILE_API_END } _Pragma("GCC visibility pop")
#else
# define RUTILE_API_BEGIN _Pragma("GCC visibility push(default)")
# define RUTILE_API_END _Pragma("GCC visibility pop")
#endif
#define RUBY_SYMBOL_EXPORT_BEGIN _Pragma("GCC visibility push(default)")
#define RUBY_SYMBOL_EXPORT_END _Pragma("GCC visibility pop")
#define RUBY_EXTERN extern
#define RUBY_FUNC_EXPORTED __attribute__((__visibility__("default"))) extern

/* --- Casts that both languages take without a warning --- */
#ifdef __cplusplus
# define RUTILE_CAST(type, value) ((type)(value))
# define RBIMPL_CAST(expression) (expression)
# define ANYARGS ...
#else
# define RUTILE_CAST(type, value) ((type)(value))
# define RBIMPL_CAST(expression) (expression)
# define ANYARGS
#endif
#define _(arguments) arguments
#define __(arguments) arguments

/* --- What is known of functions --- */
#ifndef NORETURN
# define NORETURN(declaration) __attribute__((__noreturn__)) declaration
#endif
#define NORETURN_STYLE_NEW
#ifndef DEPRECATED
# define DEPRECATED(declaration) __attribute__((__deprecated__)) declaration
#endif
#define DEPRECATED_BY(other, declaration) __attribute__((__deprecated__("by " #other))) declaration
#define RUBY_CXX_DEPRECATED(message) __attribute__((__deprecated__(message)))
#ifndef NOINLINE
# define NOINLINE(declaration) __attribute__((__noinline__)) declaration
#endif
#ifndef ALWAYS_INLINE
# define ALWAYS_INLINE(declaration) __attribute__((__always_inline__)) declaration
#endif
#ifndef CONSTFUNC
# define CONSTFUNC(declaration) __attribute__((__const__)) declaration
#endif
#ifndef PUREFUNC
# define PUREFUNC(declaration) __attribute__((__pure__)) declaration
#endif
#ifndef COLDFUNC
# define COLDFUNC __attribute__((__cold__))
#endif
#ifndef MAYBE_UNUSED
# define MAYBE_UNUSED(declaration) __attribute__((__unused__)) declaration
#endif
#ifndef WARN_UNUSED_RESULT
# define WARN_UNUSED_RESULT(declaration) __attribute__((__warn_unused_result__)) declaration
#endif
#ifndef WEAK
# define WEAK(declaration) __attribute__((__weak__)) declaration
#endif
#ifndef PRINTF_ARGS
# define PRINTF_ARGS(declaration, format, first) declaration __attribute__((__format__(__printf__, format, first)))
#endif
#ifndef RUBY_FUNC_NONNULL
# define RUBY_FUNC_NONNULL(number, declaration) __attribute__((__nonnull__(number))) declaration
#endif
#ifdef __clang__
# define ERRORFUNC(message, declaration) declaration
# define WARNINGFUNC(message, declaration) declaration
# define NO_SANITIZE(what, declaration) __attribute__((__no_sanitize__(what))) declaration
#else
# define ERRORFUNC(message, declaration) __attribute__((__error__ message)) declaration
# define WARNINGFUNC(message, declaration) __attribute__((__warning__ message)) declaration
# define NO_SANITIZE(what, declaration) __attribute__((__no_sanitize__(what))) declaration
#endif
#define PACKED_STRUCT(declaration) declaration __attribute__((__packed__))
#define PACKED_STRUCT_UNALIGNED(declaration) declaration __attribute__((__packed__))
#define RB_UNUSED_VAR(variable) variable __attribute__((__unused__))
#define RUBY_ALIGNAS(size) __attribute__((__aligned__(size)))
#ifdef __cplusplus
# define RUBY_ALIGNOF alignof
#else
# define RUBY_ALIGNOF __alignof__
#endif
#define RB_GNUC_EXTENSION __extension__
#define RB_GNUC_EXTENSION_BLOCK(block) __extension__ ({ block; })
#define RUBY_ALIAS_FUNCTION_TYPE(type, prototype, name, arguments) type prototype __attribute__((alias(#name)));
#define RUBY_ALIAS_FUNCTION(prototype, name, arguments) RUBY_ALIAS_FUNCTION_TYPE(VALUE, prototype, name, arguments)
#define RUBY_ALIAS_FUNCTION_VOID(prototype, name, arguments) RUBY_ALIAS_FUNCTION_TYPE(void, prototype, name, arguments)

#define RB_LIKELY(condition) (__builtin_expect(!!(condition), 1))
#define RB_UNLIKELY(condition) (__builtin_expect(!!(condition), 0))
#ifndef LIKELY
# define LIKELY(condition) RB_LIKELY(condition)
#endif
#ifndef UNLIKELY
# define UNLIKELY(condition) RB_UNLIKELY(condition)
#endif
#define UNREACHABLE __builtin_unreachable()
#define UNREACHABLE_RETURN(value) __builtin_unreachable()
#define ASSUME(condition) ((condition) ? (void)0 : __builtin_unreachable())

/* --- The same under newer names --- */
#define RBIMPL_ATTR_NORETURN() __attribute__((__noreturn__))
#define RBIMPL_ATTR_NOINLINE() __attribute__((__noinline__))
#define RBIMPL_ATTR_FORCEINLINE() __attribute__((__always_inline__)) inline
#define RBIMPL_ATTR_COLD() __attribute__((__cold__))
#define RBIMPL_ATTR_CONST() __attribute__((__const__))
#define RBIMPL_ATTR_PURE() __attribute__((__pure__))
#define RBIMPL_ATTR_MAYBE_UNUSED() __attribute__((__unused__))
#define RBIMPL_ATTR_NONNULL(numbers) __attribute__((__nonnull__ numbers))
#define RBIMPL_ATTR_RETURNS_NONNULL() __attribute__((__returns_nonnull__))
#define RBIMPL_ATTR_DEPRECATED(message) __attribute__((__deprecated__ message))
#define RBIMPL_ATTR_FORMAT(kind, format, first) __attribute__((__format__(kind, format, first)))
#define RBIMPL_PRINTF_FORMAT __printf__
#define RBIMPL_UNREACHABLE() __builtin_unreachable()
#define RBIMPL_UNREACHABLE_RETURN UNREACHABLE_RETURN
#define RBIMPL_ASSUME ASSUME
#define RBIMPL_CONSTANT_P(expression) __builtin_constant_p(expression)
#ifdef __cplusplus
# define RBIMPL_STATIC_ASSERT(name, ...) static_assert(__VA_ARGS__, #name)
#else
# define RBIMPL_STATIC_ASSERT(name, ...) _Static_assert(__VA_ARGS__, #name)
#endif
#ifdef __has_attribute
# define RBIMPL_HAS_ATTRIBUTE(name) __has_attribute(name)
#else
# define RBIMPL_HAS_ATTRIBUTE(name) 0
#endif
#ifdef __has_builtin
# define RBIMPL_HAS_BUILTIN(name) __has_builtin(name)
#else
# define RBIMPL_HAS_BUILTIN(name) 0
#endif

#ifdef __has_warning
# define RBIMPL_HAS_WARNING(name) __has_warning(name)
#else
# define RBIMPL_HAS_WARNING(name) 0
#endif
#ifdef __has_feature
# define RBIMPL_HAS_FEATURE(name) __has_feature(name)
# define RBIMPL_HAS_EXTENSION(name) __has_extension(name)
#else
# define RBIMPL_HAS_FEATURE(name) 0
# define RBIMPL_HAS_EXTENSION(name) 0
#endif
#define RBIMPL_HAS_DECLSPEC_ATTRIBUTE(name) 0
#define RBIMPL_ATTR_ARTIFICIAL() __attribute__((__artificial__))
#define RBIMPL_ATTR_PURE_UNLESS_DEBUG() RBIMPL_ATTR_PURE()
#if RBIMPL_HAS_ATTRIBUTE(error)
# define RBIMPL_ATTR_ERROR(message) __attribute__((__error__ message))
#else
# define RBIMPL_ATTR_ERROR(message)
#endif
#if RBIMPL_HAS_ATTRIBUTE(diagnose_if)
# define RBIMPL_ATTR_DIAGNOSE_IF(condition, words, kind) __attribute__((__diagnose_if__(condition, words, kind)))
#else
# define RBIMPL_ATTR_DIAGNOSE_IF(condition, words, kind)
#endif

/* --- Which compiler this is, and what it is to be silent about --- */
#ifdef __clang__
# define RUTILE_COMPILER_IS_Clang 1
# define RUTILE_COMPILER_IS_GCC 0
# define RUTILE_COMPILER_VERSION (__clang_major__ * 1000000 + __clang_minor__ * 1000 + __clang_patchlevel__)
# define RBIMPL_WARNING_PRAGMA(words) RUTILE_PRAGMA(clang diagnostic words)
#else
# define RUTILE_COMPILER_IS_Clang 0
# define RUTILE_COMPILER_IS_GCC 1
# define RUTILE_COMPILER_VERSION (__GNUC__ * 1000000 + __GNUC_MINOR__ * 1000 + __GNUC_PATCHLEVEL__)
# define RBIMPL_WARNING_PRAGMA(words) RUTILE_PRAGMA(GCC diagnostic words)
#endif
#define RUTILE_COMPILER_IS_Apple 0
#define RUTILE_COMPILER_IS_Intel 0
#define RUTILE_COMPILER_IS_MSVC 0
#define RUTILE_COMPILER_IS_SunPro 0
#define RUTILE_PRAGMA(words) _Pragma(#words)
#define RBIMPL_COMPILER_IS(name) RUTILE_COMPILER_IS_##name
#define RBIMPL_COMPILER_SINCE(name, major, minor, patch) \
    (RUTILE_COMPILER_IS_##name && RUTILE_COMPILER_VERSION >= (major) * 1000000 + (minor) * 1000 + (patch))
#define RBIMPL_COMPILER_BEFORE(name, major, minor, patch) \
    (RUTILE_COMPILER_IS_##name && RUTILE_COMPILER_VERSION < (major) * 1000000 + (minor) * 1000 + (patch))
#define GCC_VERSION_SINCE(major, minor, patch) RBIMPL_COMPILER_SINCE(GCC, major, minor, patch)
#define GCC_VERSION_BEFORE(major, minor, patch) RBIMPL_COMPILER_BEFORE(GCC, major, minor, patch)
#define RBIMPL_WARNING_PUSH() RBIMPL_WARNING_PRAGMA(push)
#define RBIMPL_WARNING_POP() RBIMPL_WARNING_PRAGMA(pop)
#define RBIMPL_WARNING_IGNORED(flag) RBIMPL_WARNING_PRAGMA(ignored #flag)
#define RBIMPL_WARNING_ERROR(flag) RBIMPL_WARNING_PRAGMA(error #flag)

/* --- Which headers there are --- */
#define HAVE_RUBY_ATOMIC_H 1
#define HAVE_RUBY_DEBUG_H 1
#define HAVE_RUBY_DEFINES_H 1
#define HAVE_RUBY_ENCODING_H 1
#define HAVE_RUBY_FIBER_SCHEDULER_H 1
#define HAVE_RUBY_INTERN_H 1
#define HAVE_RUBY_IO_H 1
#define HAVE_RUBY_MEMORY_VIEW_H 1
#define HAVE_RUBY_MISSING_H 1
#define HAVE_RUBY_ONIGMO_H 1
#define HAVE_RUBY_ONIGURUMA_H 1
#define HAVE_RUBY_RACTOR_H 1
#define HAVE_RUBY_RANDOM_H 1
#define HAVE_RUBY_REGEX_H 1
#define HAVE_RUBY_RE_H 1
#define HAVE_RUBY_RUBY_H 1
#define HAVE_RUBY_ST_H 1
#define HAVE_RUBY_THREAD_H 1
#define HAVE_RUBY_THREAD_NATIVE_H 1
#define HAVE_RUBY_UTIL_H 1
#define HAVE_RUBY_VERSION_H 1
#define HAVE_RUBY_VM_H 1

/* --- Words --- */
#define LONG_LONG long long
#define HAVE_TRUE_LONG_LONG 1
#ifndef FALSE
# define FALSE 0
#endif
#ifndef TRUE
# define TRUE 1
#endif
#define TOKEN_PASTE(left, right) left##right
#define STRINGIZE(expression) STRINGIZE0(expression)
#define STRINGIZE0(expression) #expression
#define PATH_SEP ":"
#define PATH_SEP_CHAR ':'
#define PATH_ENV "PATH"
#define CASEFOLD_FILESYSTEM 0
#define RUBY_MBCHAR_MAXSIZE INT_MAX
#define FLUSH_REGISTER_WINDOWS ((void)0)
#define UNLIMITED_ARGUMENTS (-1)

#include "ruby/missing.h"

RUTILE_API_BEGIN

/* Memory that C owns. The collector counts it; what is out raises NoMemoryError. */
void *ruby_xmalloc(size_t);
void *ruby_xmalloc2(size_t, size_t);
void *ruby_xcalloc(size_t, size_t);
void *ruby_xrealloc(void *, size_t);
void *ruby_xrealloc2(void *, size_t, size_t);
void ruby_xfree(void *);
NORETURN(void ruby_malloc_size_overflow(size_t, size_t));

RUTILE_API_END

#define xmalloc ruby_xmalloc
#define xmalloc2 ruby_xmalloc2
#define xcalloc ruby_xcalloc
#define xrealloc ruby_xrealloc
#define xrealloc2 ruby_xrealloc2
#define xfree ruby_xfree

#include "ruby/assert.h"

#endif
