/* Hashes, and the environment's variables. */
#ifndef RUTILE_API_HASH_H
#define RUTILE_API_HASH_H

#include "ruby/api/value.h"
#include "ruby/st.h"

typedef VALUE rb_hash_update_func(VALUE newkey, VALUE oldkey, VALUE value);

RUTILE_API_BEGIN

size_t rutile_hash_size(VALUE);
/* The block of a Hash for keys that it lacks, or the value for them. */
VALUE rutile_hash_default(VALUE);
size_t rb_hash_size_num(VALUE);
struct st_table *rb_hash_tbl(VALUE, const char *, int);
VALUE rb_hash_set_ifnone(VALUE, VALUE);
VALUE rb_check_hash_type(VALUE);
void rb_hash_foreach(VALUE, int (*)(VALUE, VALUE, VALUE), VALUE);
VALUE rb_hash(VALUE);
VALUE rb_hash_new(void);
VALUE rb_hash_new_capa(long);
VALUE rb_hash_dup(VALUE);
VALUE rb_hash_freeze(VALUE);
VALUE rb_hash_aref(VALUE, VALUE);
VALUE rb_hash_lookup(VALUE, VALUE);
VALUE rb_hash_lookup2(VALUE, VALUE, VALUE);
VALUE rb_hash_fetch(VALUE, VALUE);
VALUE rb_hash_aset(VALUE, VALUE, VALUE);
VALUE rb_hash_clear(VALUE);
VALUE rb_hash_delete_if(VALUE);
VALUE rb_hash_delete(VALUE, VALUE);
void rb_hash_bulk_insert(long, const VALUE *, VALUE);
VALUE rb_hash_update_by(VALUE, VALUE, rb_hash_update_func *);
int rb_path_check(const char *);
VALUE rb_env_clear(void);
VALUE rb_hash_size(VALUE);
VALUE rb_Hash(VALUE);
void rb_hash_bulk_insert_into_st_table(long, const VALUE *, VALUE);

RUTILE_API_END

#define RHASH_SIZE(hash) rutile_hash_size(hash)
#define RHASH_EMPTY_P(hash) (rutile_hash_size(hash) == 0)
#define RHASH_TBL(hash) rb_hash_tbl((hash), __FILE__, __LINE__)
#define RHASH_IFNONE(hash) rutile_hash_default(hash)
#define RHASH_SET_IFNONE(hash, value) rb_hash_set_ifnone((VALUE)(hash), (value))

#endif
