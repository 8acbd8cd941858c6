/* A program that holds a Ruby: these are for it, and not for extensions. */
#ifndef RUTILE_API_INTERPRETER_H
#define RUTILE_API_INTERPRETER_H

#include "ruby/api/value.h"

RUTILE_API_BEGIN
void ruby_sysinit(int *, char ***);
void ruby_init(void);
void *ruby_options(int, char **);
int ruby_executable_node(void *, int *);
int ruby_run_node(void *);
void ruby_show_version(void);
void ruby_show_copyright(void);
void ruby_init_stack(void *);
int ruby_setup(void);
int ruby_cleanup(int);
void ruby_finalize(void);
NORETURN(void ruby_stop(int));
int ruby_stack_check(void);
size_t ruby_stack_length(VALUE **);
int ruby_exec_node(void *);
void ruby_script(const char *);
void ruby_set_script_name(VALUE);
void ruby_prog_init(void);
void ruby_set_argv(int, char **);
void *ruby_process_options(int, char **);
void ruby_init_loadpath(void);
void ruby_incpush(const char *);
void ruby_sig_finalize(void);
int ruby_native_thread_p(void);
RUTILE_API_END

#define RUBY_INIT_STACK \
    VALUE variable_in_this_stack_frame; \
    ruby_init_stack(&variable_in_this_stack_frame);
#define HAVE_NATIVETHREAD

#endif
