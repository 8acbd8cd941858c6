/* The machine itself. There is one in a process. */
#ifndef RUTILE_VM_H
#define RUTILE_VM_H

#include "ruby/defines.h"

#define RUBY_VM_H 1
typedef struct rb_vm_struct ruby_vm_t;

RUTILE_API_BEGIN
int ruby_vm_destruct(ruby_vm_t *);
void ruby_vm_at_exit(void (*)(ruby_vm_t *));
bool ruby_free_at_exit_p(void);
RUTILE_API_END

#endif
