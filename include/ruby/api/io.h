/* Streams, files, processes, as far as they need no `ruby/io.h`. */
#ifndef RUTILE_API_IO_H
#define RUTILE_API_IO_H

#include "ruby/api/value.h"

RUTILE_API_BEGIN

/* --- Streams --- */
VALUE rb_io_write(VALUE, VALUE);
VALUE rb_io_gets(VALUE);
VALUE rb_io_getbyte(VALUE);
VALUE rb_io_ungetc(VALUE, VALUE);
VALUE rb_io_ungetbyte(VALUE, VALUE);
VALUE rb_io_close(VALUE);
VALUE rb_io_flush(VALUE);
VALUE rb_io_eof(VALUE);
VALUE rb_io_binmode(VALUE);
VALUE rb_io_ascii8bit_binmode(VALUE);
VALUE rb_io_addstr(VALUE, VALUE);
VALUE rb_io_printf(int, const VALUE *, VALUE);
VALUE rb_io_print(int, const VALUE *, VALUE);
VALUE rb_io_puts(int, const VALUE *, VALUE);
VALUE rb_io_fdopen(int, int, const char *);
VALUE rb_file_open(const char *, const char *);
VALUE rb_file_open_str(VALUE, const char *);
VALUE rb_gets(void);
void rb_write_error(const char *);
void rb_write_error2(const char *, long);
void rb_close_before_exec(int, int, VALUE);
int rb_pipe(int *);
int rb_reserved_fd_p(int);
int rb_cloexec_open(const char *, int, mode_t);
int rb_cloexec_dup(int);
int rb_cloexec_dup2(int, int);
int rb_cloexec_pipe(int *);
int rb_cloexec_fcntl_dupfd(int, int);
void rb_update_max_fd(int);
void rb_fd_fix_cloexec(int);

/* --- Files and folders --- */
VALUE rb_file_s_expand_path(int, const VALUE *);
VALUE rb_file_expand_path(VALUE, VALUE);
VALUE rb_file_s_absolute_path(int, const VALUE *);
VALUE rb_file_absolute_path(VALUE, VALUE);
VALUE rb_file_dirname(VALUE);
int rb_find_file_ext(VALUE *, const char *const *);
VALUE rb_find_file(VALUE);
VALUE rb_file_directory_p(VALUE, VALUE);
VALUE rb_str_encode_ospath(VALUE);
int rb_is_absolute_path(const char *);
off_t rb_file_size(VALUE);
VALUE rb_dir_getwd(void);

/* --- Patterns of names --- */
typedef int ruby_glob_func(const char *, VALUE, void *);
void rb_glob(const char *, void (*)(const char *, VALUE, void *), VALUE);
int ruby_glob(const char *, int, ruby_glob_func *, VALUE);
int ruby_brace_glob(const char *, int, ruby_glob_func *, VALUE);

/* --- Processes and signals --- */
VALUE rb_process_status_wait(rb_pid_t, int);
void rb_last_status_set(int, rb_pid_t);
VALUE rb_last_status_get(void);
int rb_proc_exec(const char *);
NORETURN(VALUE rb_f_exec(int, const VALUE *));
rb_pid_t rb_waitpid(rb_pid_t, int *, int);
VALUE rb_process_status_wait(rb_pid_t, int);
void rb_syswait(rb_pid_t);
rb_pid_t rb_spawn(int, const VALUE *);
rb_pid_t rb_spawn_err(int, const VALUE *, char *, size_t);
VALUE rb_proc_times(VALUE);
VALUE rb_detach_process(rb_pid_t);
VALUE rb_f_kill(int, const VALUE *);
const char *ruby_signal_name(int);
void ruby_default_signal(int);
NORETURN(VALUE rb_f_exit(int, const VALUE *));
NORETURN(VALUE rb_f_abort(int, const VALUE *));
void rb_set_end_proc(void (*)(VALUE), VALUE);

RUTILE_API_END

#define rb_defout rb_stdout
#define RB_RESERVED_FD_P(descriptor) rb_reserved_fd_p(descriptor)

#endif
