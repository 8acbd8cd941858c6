/*
 * The collector. It finds values in the frames of C functions and in registered addresses, and what data objects name by
 * their marking functions. An object that a frame, or rb_gc_mark, names stays where it is; others move when the heap is compacted.
 */
#ifndef RUTILE_API_GC_H
#define RUTILE_API_GC_H

#include "ruby/api/value.h"
#include "ruby/st.h"

RUTILE_API_BEGIN

NORETURN(void rb_memerror(void));
int rb_during_gc(void);
void rb_gc_mark_locations(const VALUE *, const VALUE *);
void rb_mark_tbl(struct st_table *);
void rb_mark_tbl_no_pin(struct st_table *);
void rb_mark_set(struct st_table *);
void rb_mark_hash(struct st_table *);
void rb_gc_update_tbl_refs(st_table *);
void rb_gc_mark_maybe(VALUE);
void rb_gc_mark(VALUE);
void rb_gc_mark_movable(VALUE);
VALUE rb_gc_location(VALUE);
void rb_gc(void);
void rb_gc_copy_finalizer(VALUE, VALUE);
VALUE rb_gc_enable(void);
VALUE rb_gc_disable(void);
VALUE rb_gc_start(void);
VALUE rb_define_finalizer(VALUE, VALUE);
VALUE rb_undefine_finalizer(VALUE);
size_t rb_gc_count(void);
size_t rb_gc_stat(VALUE);
VALUE rb_gc_latest_gc_info(VALUE);
void rb_gc_adjust_memory_usage(ssize_t);
void rb_gc_register_address(VALUE *);
void rb_global_variable(VALUE *);
void rb_gc_unregister_address(VALUE *);
void rb_gc_register_mark_object(VALUE);
void rb_gc_writebarrier(VALUE, VALUE);
void rb_gc_writebarrier_unprotect(VALUE);

RUTILE_API_END

static inline void rb_gc_force_recycle(VALUE object) { (void)object; }

/* A value stored in `*slot`, which is memory of the object `old`. The file and the line, for who looks for a missing barrier, are not kept. */
static inline VALUE rb_obj_write(VALUE old, VALUE *slot, VALUE young, const char *file, int line)
{
    (void)file;
    (void)line;
    *slot = young;
    if (!RB_SPECIAL_CONST_P(young)) rb_gc_writebarrier(old, young);
    return old;
}

static inline VALUE rb_obj_written(VALUE old, VALUE before, VALUE young, const char *file, int line)
{
    (void)file;
    (void)line;
    (void)before;
    if (!RB_SPECIAL_CONST_P(young)) rb_gc_writebarrier(old, young);
    return old;
}

static inline VALUE rb_obj_wb_unprotect(VALUE object)
{
    rb_gc_writebarrier_unprotect(object);
    return object;
}

static inline bool RB_OBJ_PROMOTED(VALUE object) { return RB_FL_ANY(object, FL_PROMOTED); }
static inline bool RB_OBJ_PROMOTED_RAW(VALUE object) { return RB_FL_ANY_RAW(object, FL_PROMOTED); }
#define RB_OBJ_WRITE(old, slot, young) rb_obj_write((VALUE)(old), (VALUE *)(slot), (VALUE)(young), __FILE__, __LINE__)
#define RB_OBJ_WRITTEN(old, before, young) rb_obj_written((VALUE)(old), (VALUE)(before), (VALUE)(young), __FILE__, __LINE__)
#define RB_OBJ_WB_UNPROTECT(object) rb_obj_wb_unprotect(object)
#define RB_OBJ_WB_UNPROTECT_FOR(type, object) rb_obj_wb_unprotect(object)
#define OBJ_WB_UNPROTECT RB_OBJ_WB_UNPROTECT
#define RB_OBJ_PROMOTED RB_OBJ_PROMOTED
#define OBJ_PROMOTED RB_OBJ_PROMOTED
#define OBJ_PROMOTED_RAW RB_OBJ_PROMOTED_RAW

/* --- A data type's references as a list of offsets (RUBY_TYPED_DECL_MARKING) --- */
#define RUBY_REF_EDGE(structure, member) offsetof(structure, member)
#define RUBY_REFS_LIST_PTR(list) ((RUBY_DATA_FUNC)(uintptr_t)(list))
#define RUBY_REF_END SIZE_MAX
#define RUBY_REFERENCES(name) static const size_t name[]
#define RUBY_REFERENCES_START(name) RUBY_REFERENCES(name) = {
#define RUBY_REFERENCES_END RUBY_REF_END, };

#endif
