/*
 * Formats of C, with one more directive: `PRIsVALUE`, which is `li` and a mark behind it, stands for a value's text, with `+` for
 * what `inspect` gives. All others are left to the C library.
 */
#include "api.h"

#include <stdio.h>
#include <string.h>

#define MARK '\v'

/* A directive, from its percent sign to its letter. */
struct directive {
    char text[64];
    int shows_value, inspects;
    char size; /* 'l', 'L' for `ll`, 'z', 'j', 't', 'h', 'D' for a long double, or none */
    char letter;
    int has_width, has_precision; /* given by arguments */
    long precision;               /* written in it, or -1 */
};

static const char *read_directive(const char *at, struct directive *found)
{
    size_t length = 0;
    memset(found, 0, sizeof *found);
    found->precision = -1;
    found->text[length++] = *at++;
    for (; *at && length < sizeof found->text - 4; at++) {
        char letter = *at;
        found->text[length++] = letter;
        if (letter == '+') found->inspects = 1;
        else if (letter == '*') {
            if (strchr(found->text, '.')) found->has_precision = 1;
            else found->has_width = 1;
        }
        else if (letter == 'l') found->size = found->size == 'l' ? 'L' : 'l';
        else if (letter == 'q') found->size = 'L';
        else if (letter == 'L') found->size = 'D';
        else if (strchr("zjth", letter)) found->size = letter;
        else if (letter == '.') found->precision = 0;
        else if (found->precision >= 0 && letter >= '0' && letter <= '9') found->precision = found->precision * 10 + letter - '0';
        else if (!strchr("-# 0123456789'", letter)) {
            found->letter = letter;
            at++;
            break;
        }
    }
    if (found->letter == 'i' && found->size == 'l' && *at == MARK) {
        found->shows_value = 1;
        at++;
    }
    return at;
}

/* Appends what the C library makes of one argument. */
static void append(VALUE string, const char *directive, int count, const int *stars, ...)
{
    char few[512], *text = few;
    va_list rest, again;
    int length;
    va_start(rest, stars);
    va_copy(again, rest);
    char filled[160];
    /* Widths given by arguments are written into the directive. */
    size_t used = 0;
    for (const char *at = directive; *at && used < sizeof filled - 16; at++) {
        if (*at == '*' && count > 0) {
            used += (size_t)snprintf(filled + used, sizeof filled - used, "%d", *stars++);
            count--;
        }
        else filled[used++] = *at;
    }
    filled[used] = '\0';
    length = vsnprintf(few, sizeof few, filled, rest);
    va_end(rest);
    if (length >= (int)sizeof few) {
        VALUE room = rb_str_new(NULL, length + 1);
        text = rutile_string_pointer(room);
        vsnprintf(text, (size_t)length + 1, filled, again);
        rb_str_cat(string, text, length);
    }
    else if (length > 0) rb_str_cat(string, text, length);
    va_end(again);
}

/* A value's text gives the string its encoding where that takes what is there; else it takes the string's. One with a byte of 0 raises. */
static VALUE agreeing(VALUE string, VALUE text)
{
    rb_string_value_cstr(&text);
    const struct rb_encoding *both = rb_enc_compatible(string, text);
    if (!both) return rb_str_conv_enc(text, rb_enc_get(text), rb_enc_get(string));
    rb_enc_associate(string, both);
    return text;
}

static void append_value(VALUE string, const struct directive *directive, VALUE value, int count, const int *stars)
{
    VALUE text = directive->inspects ? rb_inspect(value) : rb_obj_as_string(value);
    if (!directive->inspects && strchr(directive->text, ' ')) text = rutile_quote_unprintable(text);
    text = agreeing(string, text);
    long length = rutile_string_length(text), width = 0, most = directive->precision;
    int left = strchr(directive->text, '-') != NULL;
    const char *at = directive->text + 1;
    while (*at && strchr("-+# 0", *at)) at++;
    while (*at >= '0' && *at <= '9') width = width * 10 + *at++ - '0';
    if (directive->has_width && count > 0) width = *stars++;
    if (directive->has_precision && count > directive->has_width) most = *stars;
    if (width < 0) {
        left = 1;
        width = -width;
    }
    if (most < 0 && width == 0) {
        rb_str_cat(string, rutile_string_pointer(text), length);
        return;
    }
    if (most >= 0 && most < length) length = most;
    for (long index = length; !left && index < width; index++) rb_str_cat(string, " ", 1);
    rb_str_cat(string, rutile_string_pointer(text), length);
    for (long index = length; left && index < width; index++) rb_str_cat(string, " ", 1);
}

static void append_formatted(VALUE string, const char *format, va_list rest)
{
    while (*format) {
        const char *percent = strchr(format, '%');
        if (!percent) {
            rb_str_cat(string, format, (long)strlen(format));
            return;
        }
        if (percent > format) rb_str_cat(string, format, percent - format);
        if (percent[1] == '%') {
            rb_str_cat(string, "%", 1);
            format = percent + 2;
            continue;
        }
        struct directive directive;
        int stars[2], count = 0;
        format = read_directive(percent, &directive);
        if (directive.has_width) stars[count++] = va_arg(rest, int);
        if (directive.has_precision) stars[count++] = va_arg(rest, int);
        if (directive.shows_value) {
            append_value(string, &directive, va_arg(rest, VALUE), count, stars);
            continue;
        }
        switch (directive.letter) {
        case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'c':
            if (directive.size == 'l') append(string, directive.text, count, stars, va_arg(rest, long));
            else if (directive.size == 'L') append(string, directive.text, count, stars, va_arg(rest, long long));
            else if (directive.size == 'z') append(string, directive.text, count, stars, va_arg(rest, size_t));
            else if (directive.size == 'j') append(string, directive.text, count, stars, va_arg(rest, intmax_t));
            else if (directive.size == 't') append(string, directive.text, count, stars, va_arg(rest, ptrdiff_t));
            else append(string, directive.text, count, stars, va_arg(rest, int));
            break;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (directive.size == 'D') append(string, directive.text, count, stars, va_arg(rest, long double));
            else append(string, directive.text, count, stars, va_arg(rest, double));
            break;
        case 's': {
            const char *text = va_arg(rest, const char *);
            append(string, directive.text, count, stars, text ? text : "(null)");
            break;
        }
        case 'p':
            append(string, directive.text, count, stars, va_arg(rest, void *));
            break;
        default:
            rb_str_cat(string, directive.text, (long)strlen(directive.text));
        }
    }
}

/* What C code writes is bytes. */
VALUE rb_vsprintf(const char *format, va_list rest)
{
    return rb_enc_vsprintf(NULL, format, rest);
}

VALUE rb_sprintf(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    VALUE string = rb_vsprintf(format, rest);
    va_end(rest);
    return string;
}

VALUE rb_enc_vsprintf(struct rb_encoding *encoding, const char *format, va_list rest)
{
    VALUE string = rb_str_new("", 0);
    if (encoding) rb_enc_associate(string, encoding);
    append_formatted(string, format, rest);
    return string;
}

VALUE rb_enc_sprintf(struct rb_encoding *encoding, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    VALUE string = rb_enc_vsprintf(encoding, format, rest);
    va_end(rest);
    return string;
}

VALUE rb_str_vcatf(VALUE string, const char *format, va_list rest)
{
    append_formatted(string, format, rest);
    return string;
}

VALUE rb_str_catf(VALUE string, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    append_formatted(string, format, rest);
    va_end(rest);
    return string;
}

int ruby_vsnprintf(char *target, size_t size, const char *format, va_list rest)
{
    return vsnprintf(target, size, format, rest);
}

int ruby_snprintf(char *target, size_t size, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    int length = vsnprintf(target, size, format, rest);
    va_end(rest);
    return length;
}
