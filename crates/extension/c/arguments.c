/* Taking the arguments of a method apart. */
#include "api.h"

#include <limits.h>

/* What a format asks for: `required optional * required : &`. */
struct wanted {
    int lead, optional, trail, rest, keywords, block;
};

static int is_digit(char letter) { return letter >= '0' && letter <= '9'; }

static void read_format(const char *format, struct wanted *wanted)
{
    *wanted = (struct wanted){0};
    if (is_digit(*format)) {
        wanted->lead = *format++ - '0';
        if (is_digit(*format)) {
            wanted->optional = *format++ - '0';
            if (is_digit(*format)) wanted->trail = *format++ - '0';
        }
    }
    if (*format == '*') {
        wanted->rest = 1;
        format++;
        if (is_digit(*format)) wanted->trail = *format++ - '0';
    }
    if (*format == ':') {
        wanted->keywords = 1;
        format++;
    }
    if (*format == '&') wanted->block = 1;
}

/* A list that is passed on is a copy on some processors and the list itself on others: in here it is always the same. */
struct places { va_list rest; };

static VALUE *next(struct places *places)
{
    return va_arg(places->rest, VALUE *);
}

static void store(struct places *places, VALUE value)
{
    VALUE *place = next(places);
    if (place) *place = value;
}

static int scan(int passed_as_keywords, int count, const VALUE *arguments, const char *format, struct places *places)
{
    struct wanted wanted;
    VALUE keywords = Qnil;
    int given = count, at = 0;
    read_format(format, &wanted);
    if (wanted.keywords && passed_as_keywords && count > 0) {
        VALUE last = rb_check_hash_type(arguments[count - 1]);
        if (last != Qnil) {
            keywords = rb_hash_dup(last);
            count--;
        }
    }
    if (count < wanted.lead + wanted.trail || (!wanted.rest && count > wanted.lead + wanted.optional + wanted.trail)) {
        rb_error_arity(count, wanted.lead + wanted.trail, wanted.rest ? -1 : wanted.lead + wanted.optional + wanted.trail);
    }
    /* Places are asked for one after another in the order of the format. */
    for (int index = 0; index < wanted.lead; index++) store(places, arguments[at++]);
    for (int index = 0; index < wanted.optional; index++) store(places, at < count - wanted.trail ? arguments[at++] : Qnil);
    if (wanted.rest) {
        int length = count - wanted.trail - at;
        VALUE *place = next(places);
        if (place) *place = rb_ary_new_from_values(length > 0 ? length : 0, arguments + at);
        if (length > 0) at += length;
    }
    for (int index = 0; index < wanted.trail; index++) store(places, arguments[at++]);
    if (wanted.keywords) store(places, keywords);
    if (wanted.block) store(places, rutile_block_or_nil());
    return wanted.keywords && keywords != Qnil ? given - 1 : given;
}

int rb_scan_args(int count, const VALUE *arguments, const char *format, ...)
{
    struct places places;
    va_start(places.rest, format);
    int result = scan(rb_keyword_given_p(), count, arguments, format, &places);
    va_end(places.rest);
    return result;
}

/* Flags: 0 as the method was called, 1 the last argument is keywords, 3 so if it is a Hash. */
int rb_scan_args_kw(int flag, int count, const VALUE *arguments, const char *format, ...)
{
    struct places places;
    va_start(places.rest, format);
    int result = scan(flag == 0 ? rb_keyword_given_p() : 1, count, arguments, format, &places);
    va_end(places.rest);
    return result;
}

void rutile_missing_keywords(VALUE names);
void rutile_unknown_keywords(VALUE names);

/* `optional` below zero: others are allowed, and it stands for `-optional - 1`. Without places the keywords are only checked. */
int rb_get_kwargs(VALUE keywords, const ID *names, int required, int optional, VALUE *values)
{
    int others = 0, found = 0;
    VALUE missing = Qnil;
    if (optional < 0) {
        others = 1;
        optional = -optional - 1;
    }
    for (int index = 0; index < required + optional; index++) {
        VALUE name = rb_id2sym(names[index]);
        VALUE value = keywords == Qnil ? Qundef : rb_hash_lookup2(keywords, name, Qundef);
        if (values) {
            values[index] = value;
            if (value != Qundef) rb_hash_delete(keywords, name);
        }
        if (value != Qundef) found++;
        else if (index < required) {
            if (missing == Qnil) missing = rb_ary_new();
            rb_ary_push(missing, name);
        }
    }
    if (missing != Qnil) rutile_missing_keywords(missing);
    if (!others && keywords != Qnil) {
        size_t left = rutile_hash_size(keywords);
        if (left > (values ? 0 : (size_t)found)) rutile_unknown_keywords(rb_hash_keys(keywords));
    }
    return found;
}
