/* Part of `ruby/api/control.h` here. */
#ifndef RUTILE_INTERNAL_INTERN_VM_H
#define RUTILE_INTERNAL_INTERN_VM_H
#include "ruby/api/control.h"
#endif
