/* Exceptions and warnings whose words are formatted. */
#include "api.h"

extern VALUE rb_eFatal, rb_eLoadError, rb_eNameError, rb_eFrozenError;

#define FORMATTED_IN(text, encoding, last) \
    va_list rest; \
    va_start(rest, last); \
    VALUE text = rb_enc_vsprintf(encoding, last, rest); \
    va_end(rest)
#define FORMATTED(text, last) FORMATTED_IN(text, NULL, last)

/* Warnings that are always said, and those of `-w` alone. */
enum { NORMAL = 0, VERBOSE = 1 };

void rb_raise(VALUE class, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise(class, text);
}

void rb_enc_raise(struct rb_encoding *encoding, VALUE class, const char *format, ...)
{
    FORMATTED_IN(text, encoding, format);
    rutile_raise(class, text);
}

void rb_fatal(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise(rb_eFatal, text);
}

void rb_loaderror(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise(rb_eLoadError, text);
}

void rb_name_error(ID name, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise_name_error(rb_eNameError, rb_id2sym(name), Qnil, text);
}

void rb_name_error_str(VALUE name, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise_name_error(rb_eNameError, name, Qnil, text);
}

void rb_frozen_error_raise(VALUE object, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_raise_frozen(object, text);
}

void rb_error_frozen(const char *what)
{
    VALUE text = rb_str_new("can't modify frozen ", 20);
    const char *end = what;
    while (*end) end++;
    rutile_raise(rb_eFrozenError, rb_str_cat(text, what, end - what));
}

void rb_bug(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_bug(text);
}

void rb_warn(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_warn(NORMAL, -1, text);
}

void rb_warning(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_warn(VERBOSE, -1, text);
}

void rb_sys_warning(const char *format, ...)
{
    FORMATTED(text, format);
    rutile_warn(VERBOSE, -1, text);
}

void rb_compile_warn(const char *file, int line, const char *format, ...)
{
    (void)file;
    (void)line;
    FORMATTED(text, format);
    rutile_warn(NORMAL, -1, text);
}

void rb_compile_warning(const char *file, int line, const char *format, ...)
{
    (void)file;
    (void)line;
    FORMATTED(text, format);
    rutile_warn(VERBOSE, -1, text);
}

void rb_category_warning(int category, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_warn(VERBOSE, category, text);
}

void rb_category_warn(int category, const char *format, ...)
{
    FORMATTED(text, format);
    rutile_warn(NORMAL, category, text);
}
