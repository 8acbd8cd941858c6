/* Views of an object's memory, as numbers in one or more dimensions. */
#ifndef RUTILE_MEMORY_VIEW_H
#define RUTILE_MEMORY_VIEW_H

#include "ruby/ruby.h"

#define RUBY_MEMORY_VIEW_H 1

enum ruby_memory_view_flags {
    RUBY_MEMORY_VIEW_SIMPLE = 0,
    RUBY_MEMORY_VIEW_WRITABLE = 0x01,
    RUBY_MEMORY_VIEW_FORMAT = 0x02,
    RUBY_MEMORY_VIEW_MULTI_DIMENSIONAL = 0x04,
    RUBY_MEMORY_VIEW_STRIDES = 0x0c,
    RUBY_MEMORY_VIEW_ROW_MAJOR = 0x1c,
    RUBY_MEMORY_VIEW_COLUMN_MAJOR = 0x2c,
    RUBY_MEMORY_VIEW_ANY_CONTIGUOUS = 0x3c,
    RUBY_MEMORY_VIEW_INDIRECT = 0x4c
};

typedef struct {
    char format;
    bool native_size_p;
    bool little_endian_p;
    size_t offset;
    size_t size;
    size_t repeat;
} rb_memory_view_item_component_t;

typedef struct {
    VALUE obj;
    void *data;
    ssize_t byte_size;
    bool readonly;
    const char *format;
    ssize_t item_size;
    struct {
        const rb_memory_view_item_component_t *components;
        size_t length;
    } item_desc;
    ssize_t ndim;
    const ssize_t *shape;
    const ssize_t *strides;
    const ssize_t *sub_offsets;
    void *private_data;
    const struct rb_memory_view_entry *_memory_view_entry;
} rb_memory_view_t;

typedef bool (*rb_memory_view_get_func_t)(VALUE object, rb_memory_view_t *view, int flags);
typedef bool (*rb_memory_view_release_func_t)(VALUE object, rb_memory_view_t *view);
typedef bool (*rb_memory_view_available_p_func_t)(VALUE object);
typedef struct rb_memory_view_entry {
    rb_memory_view_get_func_t get_func;
    rb_memory_view_release_func_t release_func;
    rb_memory_view_available_p_func_t available_p_func;
} rb_memory_view_entry_t;

RUTILE_API_BEGIN
bool rb_memory_view_register(VALUE, const rb_memory_view_entry_t *);
bool rb_memory_view_is_row_major_contiguous(const rb_memory_view_t *);
bool rb_memory_view_is_column_major_contiguous(const rb_memory_view_t *);
void rb_memory_view_fill_contiguous_strides(const ssize_t, const ssize_t, const ssize_t *const, const bool, ssize_t *const);
bool rb_memory_view_init_as_byte_array(rb_memory_view_t *, VALUE, void *, const ssize_t, const bool);
ssize_t rb_memory_view_parse_item_format(const char *, rb_memory_view_item_component_t **, size_t *, const char **);
ssize_t rb_memory_view_item_size_from_format(const char *, const char **);
void *rb_memory_view_get_item_pointer(rb_memory_view_t *, const ssize_t *);
VALUE rb_memory_view_extract_item_members(const void *, const rb_memory_view_item_component_t *, const size_t);
void rb_memory_view_prepare_item_desc(rb_memory_view_t *);
VALUE rb_memory_view_get_item(rb_memory_view_t *, const ssize_t *);
bool rb_memory_view_available_p(VALUE);
bool rb_memory_view_get(VALUE, rb_memory_view_t *, int);
bool rb_memory_view_release(rb_memory_view_t *);
RUBY_EXTERN VALUE rb_memory_view_exported_object_registry;
RUBY_EXTERN const rb_data_type_t rb_memory_view_exported_object_registry_data_type;
RUTILE_API_END

static inline bool rb_memory_view_is_contiguous(const rb_memory_view_t *view)
{
    return rb_memory_view_is_row_major_contiguous(view) || rb_memory_view_is_column_major_contiguous(view);
}

#endif
