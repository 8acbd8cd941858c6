/*
 * What is known of the machines that extensions are built for: Linux on x86-64 and arm64, 64 bits, little-endian, with the
 * GNU C library and gcc or clang. It is written by hand; what differs between systems is left for an extension's own tests.
 */
#ifndef RUTILE_CONFIG_H
#define RUTILE_CONFIG_H

#if !defined(__linux__) || !defined(__LP64__) || (!defined(__x86_64__) && !defined(__aarch64__))
# error "Rutile's headers are for Linux on x86-64 and arm64"
#endif

/* Tells this Ruby from others. */
#define RUTILE 1
#define INCLUDE_RUBY_CONFIG_H 1

#ifndef _GNU_SOURCE
# define _GNU_SOURCE 1
#endif
#ifndef _REENTRANT
# define _REENTRANT 1
#endif
#ifndef _THREAD_SAFE
# define _THREAD_SAFE 1
#endif

#include <features.h>

/* --- Headers --- */
#define STDC_HEADERS 1
#define HAVE_ALLOCA_H 1
#define HAVE_DIRENT_H 1
#define HAVE_ELF_H 1
#define HAVE_FCNTL_H 1
#define HAVE_FLOAT_H 1
#define HAVE_GRP_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LANGINFO_H 1
#define HAVE_LIMITS_H 1
#define HAVE_LOCALE_H 1
#define HAVE_MALLOC_H 1
#define HAVE_PTHREAD_H 1
#define HAVE_PWD_H 1
#define HAVE_STDALIGN_H 1
#define HAVE_STDATOMIC_H 1
#define HAVE_STDBOOL_H 1
#define HAVE_STDINT_H 1
#define HAVE_STDIO_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRINGS_H 1
#define HAVE_STRING_H 1
#define HAVE_SYSCALL_H 1
#define HAVE_SYS_EPOLL_H 1
#define HAVE_SYS_EVENTFD_H 1
#define HAVE_SYS_FCNTL_H 1
#define HAVE_SYS_FILE_H 1
#define HAVE_SYS_IOCTL_H 1
#define HAVE_SYS_PARAM_H 1
#define HAVE_SYS_PRCTL_H 1
#define HAVE_SYS_RANDOM_H 1
#define HAVE_SYS_RESOURCE_H 1
#define HAVE_SYS_SELECT_H 1
#define HAVE_SYS_SENDFILE_H 1
#define HAVE_SYS_SOCKET_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_SYSCALL_H 1
#define HAVE_SYS_SYSMACROS_H 1
#define HAVE_SYS_TIMES_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_UIO_H 1
#define HAVE_SYS_USER_H 1
#define HAVE_SYS_WAIT_H 1
#define HAVE_TIME_H 1
#define HAVE_UCONTEXT_H 1
#define HAVE_UNISTD_H 1
#define HAVE_UTIME_H 1
#define HAVE_WCHAR_H 1

/* --- Types --- */
#define HAVE_CLOCKID_T 1
#define HAVE_DECL_ATOMIC_SIGNAL_FENCE 1
#define HAVE_DECL_GETENV 1
#define HAVE_DEV_T 1
#define HAVE_GID_T 1
#define HAVE_INT128_T 1
#define HAVE_INT16_T 1
#define HAVE_INT32_T 1
#define HAVE_INT64_T 1
#define HAVE_INT8_T 1
#define HAVE_INTPTR_T 1
#define HAVE_LONG_LONG 1
#define HAVE_MODE_T 1
#define HAVE_OFF_T 1
#define HAVE_PID_T 1
#define HAVE_RLIM_T 1
#define HAVE_SIG_T 1
#define HAVE_SSIZE_T 1
#define HAVE_STRUCT_STATX_STX_BTIME 1
#define HAVE_STRUCT_STAT_ST_ATIM 1
#define HAVE_STRUCT_STAT_ST_BLKSIZE 1
#define HAVE_STRUCT_STAT_ST_BLOCKS 1
#define HAVE_STRUCT_STAT_ST_CTIM 1
#define HAVE_STRUCT_STAT_ST_MTIM 1
#define HAVE_STRUCT_STAT_ST_RDEV 1
#define HAVE_STRUCT_TIMESPEC 1
#define HAVE_STRUCT_TIMEVAL 1
#define HAVE_STRUCT_TIMEZONE 1
#define HAVE_STRUCT_TM_TM_GMTOFF 1
#define HAVE_STRUCT_TM_TM_ZONE 1
#define HAVE_TIME_T 1
#define HAVE_TYPEOF 1
#define HAVE_UID_T 1
#define HAVE_UINT128_T 1
#define HAVE_UINT16_T 1
#define HAVE_UINT32_T 1
#define HAVE_UINT64_T 1
#define HAVE_UINT8_T 1
#define HAVE_UINTPTR_T 1
#define HAVE__ALIGNOF 1
#define HAVE__BOOL 1
#define HAVE_TYPE_RB_DATA_TYPE_T 1

/* --- Functions and other abilities of the system --- */
#define HAVE_ACOSH 1
#define HAVE_ALLOCA 1
#define HAVE_ATAN2F 1
#define HAVE_ATAN2L 1
#define HAVE_ATTRIBUTE_FUNCTION_ALIAS 1
#define HAVE_CBRT 1
#define HAVE_CHMOD 1
#define HAVE_CHOWN 1
#define HAVE_CHROOT 1
#define HAVE_CLOCK_GETRES 1
#define HAVE_CLOCK_GETTIME 1
#define HAVE_COPY_FILE_RANGE 1
#define HAVE_COSH 1
#define HAVE_DAYLIGHT 1
#define HAVE_DIRFD 1
#define HAVE_DLADDR 1
#define HAVE_DLOPEN 1
#define HAVE_DL_ITERATE_PHDR 1
#define HAVE_DUP 1
#define HAVE_DUP2 1
#define HAVE_DUP3 1
#define HAVE_EACCESS 1
#define HAVE_ENDGRENT 1
#define HAVE_ERF 1
#define HAVE_EVENTFD 1
#define HAVE_EXECL 1
#define HAVE_EXECLE 1
#define HAVE_EXECV 1
#define HAVE_EXECVE 1
#define HAVE_EXPLICIT_BZERO 1
#define HAVE_FCHDIR 1
#define HAVE_FCHMOD 1
#define HAVE_FCHOWN 1
#define HAVE_FCNTL 1
#define HAVE_FDATASYNC 1
#define HAVE_FDOPENDIR 1
#define HAVE_FFS 1
#define HAVE_FLOCK 1
#define HAVE_FMOD 1
#define HAVE_FORK 1
#define HAVE_FSTATAT 1
#define HAVE_FSYNC 1
#define HAVE_FTRUNCATE 1
#define HAVE_FTRUNCATE64 1
#define HAVE_FUNC_WEAK 1
#define HAVE_GETCONTEXT 1
#define HAVE_GETCWD 1
#define HAVE_GETEGID 1
#define HAVE_GETENTROPY 1
#define HAVE_GETEUID 1
#define HAVE_GETGID 1
#define HAVE_GETGRNAM 1
#define HAVE_GETGRNAM_R 1
#define HAVE_GETGROUPS 1
#define HAVE_GETLOGIN 1
#define HAVE_GETLOGIN_R 1
#define HAVE_GETPGID 1
#define HAVE_GETPGRP 1
#define HAVE_GETPPID 1
#define HAVE_GETPRIORITY 1
#define HAVE_GETPWNAM 1
#define HAVE_GETPWNAM_R 1
#define HAVE_GETPWUID 1
#define HAVE_GETPWUID_R 1
#define HAVE_GETRANDOM 1
#define HAVE_GETRESGID 1
#define HAVE_GETRESUID 1
#define HAVE_GETRLIMIT 1
#define HAVE_GETSID 1
#define HAVE_GETTIMEOFDAY 1
#define HAVE_GETUID 1
#define HAVE_GMTIME_R 1
#define HAVE_GNU_QSORT_R 1
#define HAVE_HYPOT 1
#define HAVE_INITGROUPS 1
#define HAVE_IOCTL 1
#define HAVE_ISFINITE 1
#define HAVE_KILL 1
#define HAVE_KILLPG 1
#define HAVE_LCHMOD 1
#define HAVE_LCHOWN 1
#define HAVE_LGAMMA_R 1
#define HAVE_LIBDL 1
#define HAVE_LIBPTHREAD 1
#define HAVE_LIBRT 1
#define HAVE_LINK 1
#define HAVE_LLABS 1
#define HAVE_LOCKF 1
#define HAVE_LOG2 1
#define HAVE_LSTAT 1
#define HAVE_LUTIMES 1
#define HAVE_MALLOC_TRIM 1
#define HAVE_MALLOC_USABLE_SIZE 1
#define HAVE_MBLEN 1
#define HAVE_MEMALIGN 1
#define HAVE_MEMMEM 1
#define HAVE_MEMMOVE 1
#define HAVE_MEMRCHR 1
#define HAVE_MKFIFO 1
#define HAVE_MKNOD 1
#define HAVE_MKTIME 1
#define HAVE_MMAP 1
#define HAVE_MREMAP 1
#define HAVE_NAN 1
#define HAVE_NEXTAFTER 1
#define HAVE_OPENAT 1
#define HAVE_PCLOSE 1
#define HAVE_PIPE 1
#define HAVE_PIPE2 1
#define HAVE_POLL 1
#define HAVE_POPEN 1
#define HAVE_POSIX_FADVISE 1
#define HAVE_POSIX_MADVISE 1
#define HAVE_POSIX_MEMALIGN 1
#define HAVE_PPOLL 1
#define HAVE_PREAD 1
#define HAVE_PTHREAD_ATTR_GETGUARDSIZE 1
#define HAVE_PTHREAD_ATTR_GETSTACK 1
#define HAVE_PTHREAD_ATTR_SETINHERITSCHED 1
#define HAVE_PTHREAD_CONDATTR_SETCLOCK 1
#define HAVE_PTHREAD_GETATTR_NP 1
#define HAVE_PTHREAD_SETNAME_NP 1
#define HAVE_PTHREAD_SIGMASK 1
#define HAVE_PWRITE 1
#define HAVE_QSORT_R 1
#define HAVE_RB_FD_INIT 1
#define HAVE_READLINK 1
#define HAVE_REALPATH 1
#define HAVE_ROUND 1
#define HAVE_SCHED_GETAFFINITY 1
#define HAVE_SCHED_YIELD 1
#define HAVE_SEEKDIR 1
#define HAVE_SENDFILE 1
#define HAVE_SETCONTEXT 1
#define HAVE_SETEGID 1
#define HAVE_SETENV 1
#define HAVE_SETEUID 1
#define HAVE_SETGID 1
#define HAVE_SETGROUPS 1
#define HAVE_SETPGID 1
#define HAVE_SETPGRP 1
#define HAVE_SETREGID 1
#define HAVE_SETRESGID 1
#define HAVE_SETRESUID 1
#define HAVE_SETREUID 1
#define HAVE_SETRLIMIT 1
#define HAVE_SETSID 1
#define HAVE_SETUID 1
#define HAVE_SIGACTION 1
#define HAVE_SIGALTSTACK 1
#define HAVE_SIGNBIT 1
#define HAVE_SIGPROCMASK 1
#define HAVE_SINH 1
#define HAVE_SNPRINTF 1
#define HAVE_STATX 1
#define HAVE_STRCHR 1
#define HAVE_STRERROR 1
#define HAVE_STRSTR 1
#define HAVE_SYMLINK 1
#define HAVE_SYSCALL 1
#define HAVE_SYSCONF 1
#define HAVE_SYSTEM 1
#define HAVE_TANH 1
#define HAVE_TELLDIR 1
#define HAVE_TGAMMA 1
#define HAVE_TIMEGM 1
#define HAVE_TIMER_CREATE 1
#define HAVE_TIMER_SETTIME 1
#define HAVE_TIMES 1
#define HAVE_TM_ZONE 1
#define HAVE_TRUNCATE 1
#define HAVE_TRUNCATE64 1
#define HAVE_TZSET 1
#define HAVE_UMASK 1
#define HAVE_UNSETENV 1
#define HAVE_UTIMENSAT 1
#define HAVE_UTIMES 1
#define HAVE_VA_ARGS_MACRO 1
#define HAVE_VFORK 1
#define HAVE_WAIT4 1
#define HAVE_WAITPID 1
#define HAVE_WORKING_FORK 1
#define HAVE_WORKING_VFORK 1
#define HAVE_WRITEV 1
#define HAVE__LONGJMP 1
#define HAVE__SC_CLK_TCK 1
#define HAVE__SETJMP 1
#define HAVE_SHUTDOWN 1
#define POSIX_SIGNAL 1
#define USE_ELF 1
#define NEGATIVE_TIME_T 1
#define USE_COPY_FILE_RANGE 1
#define ATAN2_INF_C99 1
#define GETGROUPS_T gid_t
#if __GLIBC_PREREQ(2, 36)
# define HAVE_ARC4RANDOM_BUF 1
#endif
#if __GLIBC_PREREQ(2, 38)
# define HAVE_STRLCPY 1
# define HAVE_STRLCAT 1
#endif

/* --- The compiler --- */
#define HAVE_PROTOTYPES 1
#define HAVE_STDARG_PROTOTYPES 1
#define HAVE_STMT_AND_DECL_IN_EXPR 1
#define HAVE_ATTRIBUTE_ERRORFUNC 1
#define HAVE_ATTRIBUTE_WARNINGFUNC 1
#if defined(__cplusplus) && __cplusplus >= 201103L
# define HAVE_NULLPTR 1
#endif
#define ENUM_OVER_INT 1
#define RUBY_FUNCTION_NAME_STRING __func__
#define RB_THREAD_LOCAL_SPECIFIER __thread
#define HAVE_BUILTIN___BUILTIN_ADD_OVERFLOW 1
#define HAVE_BUILTIN___BUILTIN_ALLOCA_WITH_ALIGN 1
#define HAVE_BUILTIN___BUILTIN_ASSUME_ALIGNED 1
#define HAVE_BUILTIN___BUILTIN_BSWAP16 1
#define HAVE_BUILTIN___BUILTIN_BSWAP32 1
#define HAVE_BUILTIN___BUILTIN_BSWAP64 1
#define HAVE_BUILTIN___BUILTIN_CHOOSE_EXPR 1
#define HAVE_BUILTIN___BUILTIN_CHOOSE_EXPR_CONSTANT_P 1
#define HAVE_BUILTIN___BUILTIN_CLZ 1
#define HAVE_BUILTIN___BUILTIN_CLZL 1
#define HAVE_BUILTIN___BUILTIN_CLZLL 1
#define HAVE_BUILTIN___BUILTIN_CONSTANT_P 1
#define HAVE_BUILTIN___BUILTIN_CTZ 1
#define HAVE_BUILTIN___BUILTIN_CTZLL 1
#define HAVE_BUILTIN___BUILTIN_EXPECT 1
#define HAVE_BUILTIN___BUILTIN_MUL_OVERFLOW 1
#define HAVE_BUILTIN___BUILTIN_POPCOUNT 1
#define HAVE_BUILTIN___BUILTIN_POPCOUNTLL 1
#define HAVE_BUILTIN___BUILTIN_SUB_OVERFLOW 1
#define HAVE_BUILTIN___BUILTIN_TRAP 1
#define HAVE_BUILTIN___BUILTIN_TYPES_COMPATIBLE_P 1
#define HAVE_GCC_ATOMIC_BUILTINS 1
#define HAVE_GCC_SYNC_BUILTINS 1
#define HAVE___BUILTIN_UNREACHABLE 1
#ifndef __clang__
# define HAVE_BUILTIN___BUILTIN_ADD_OVERFLOW_P 1
# define HAVE_BUILTIN___BUILTIN_SUB_OVERFLOW_P 1
# define HAVE_BUILTIN___BUILTIN_MUL_OVERFLOW_P 1
#endif
#define USE___BUILTIN_ADD_OVERFLOW_LONG_LONG 1
#define USE___BUILTIN_SUB_OVERFLOW_LONG_LONG 1
#define USE___BUILTIN_MUL_OVERFLOW_LONG_LONG 1
#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
# define restrict __restrict__
#endif

/* --- Sizes in bytes --- */
#define SIZEOF_INT 4
#define SIZEOF_SHORT 2
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
#define SIZEOF___INT64 0
#define SIZEOF___INT128 16
#define SIZEOF_OFF_T 8
#define SIZEOF_VOIDP 8
#define SIZEOF_FLOAT 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_TIME_T 8
#define SIZEOF_CLOCK_T 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_SSIZE_T 8
#define SIZEOF_PTRDIFF_T 8
#define SIZEOF_DEV_T 8
#define SIZEOF_INTPTR_T 8
#define SIZEOF_UINTPTR_T 8
#define SIZEOF_INT8_T 1
#define SIZEOF_UINT8_T 1
#define SIZEOF_INT16_T 2
#define SIZEOF_UINT16_T 2
#define SIZEOF_INT32_T 4
#define SIZEOF_UINT32_T 4
#define SIZEOF_INT64_T 8
#define SIZEOF_UINT64_T 8
#define SIZEOF_INT128_T 16
#define SIZEOF_UINT128_T 16
#define SIZEOF_STRUCT_STAT_ST_SIZE 8
#define SIZEOF_STRUCT_STAT_ST_BLOCKS 8
#define SIZEOF_STRUCT_STAT_ST_INO 8
#define SIZEOF_STRUCT_STAT_ST_DEV 8
#define SIZEOF_STRUCT_STAT_ST_RDEV 8
#define SIZEOF_STRUCT_TIMEVAL_TV_SEC 8
#define int128_t __int128
#define uint128_t unsigned __int128
#define DSIZE_T uint128_t
#if defined(__x86_64__)
# define UNALIGNED_WORD_ACCESS 1
#else
# define UNALIGNED_WORD_ACCESS 0
#endif
#define USE_UNALIGNED_MEMBER_ACCESS 1
#define STACK_GROW_DIRECTION -1
#define RSHIFT(number, places) ((number) >> (int)(places))

/* --- How the system's types are printed, and made numbers --- */
#define PRI_LL_PREFIX "ll"
#define PRI_SIZE_PREFIX "z"
#define PRI_PTRDIFF_PREFIX "t"

#define rb_pid_t pid_t
#define SIGNEDNESS_OF_PID_T -1
#define PIDT2NUM(value) INT2NUM(value)
#define NUM2PIDT(value) NUM2INT(value)
#define PRI_PIDT_PREFIX PRI_INT_PREFIX
#define rb_uid_t uid_t
#define SIGNEDNESS_OF_UID_T +1
#define UIDT2NUM(value) UINT2NUM(value)
#define NUM2UIDT(value) NUM2UINT(value)
#define PRI_UIDT_PREFIX PRI_INT_PREFIX
#define rb_gid_t gid_t
#define SIGNEDNESS_OF_GID_T +1
#define GIDT2NUM(value) UINT2NUM(value)
#define NUM2GIDT(value) NUM2UINT(value)
#define PRI_GIDT_PREFIX PRI_INT_PREFIX
#define rb_time_t time_t
#define SIGNEDNESS_OF_TIME_T -1
#define TIMET2NUM(value) LONG2NUM(value)
#define NUM2TIMET(value) NUM2LONG(value)
#define PRI_TIMET_PREFIX PRI_LONG_PREFIX
#define rb_dev_t dev_t
#define SIGNEDNESS_OF_DEV_T +1
#define DEVT2NUM(value) ULONG2NUM(value)
#define NUM2DEVT(value) NUM2ULONG(value)
#define PRI_DEVT_PREFIX PRI_LONG_PREFIX
#define rb_mode_t mode_t
#define SIGNEDNESS_OF_MODE_T +1
#define MODET2NUM(value) UINT2NUM(value)
#define NUM2MODET(value) NUM2UINT(value)
#define PRI_MODET_PREFIX PRI_INT_PREFIX
#define rb_rlim_t rlim_t
#define SIGNEDNESS_OF_RLIM_T +1
#define RLIM2NUM(value) ULONG2NUM(value)
#define NUM2RLIM(value) NUM2ULONG(value)
#define PRI_RLIM_PREFIX PRI_LONG_PREFIX
#define rb_off_t off_t
#define SIGNEDNESS_OF_OFF_T -1
#define OFFT2NUM(value) LONG2NUM(value)
#define NUM2OFFT(value) NUM2LONG(value)
#define PRI_OFFT_PREFIX PRI_LONG_PREFIX
#define rb_clockid_t clockid_t
#define SIGNEDNESS_OF_CLOCKID_T -1
#define CLOCKID2NUM(value) INT2NUM(value)
#define NUM2CLOCKID(value) NUM2INT(value)
#define PRI_CLOCKID_PREFIX PRI_INT_PREFIX
#define IOCTL_REQ_TYPE unsigned long
#define NUM2IOCTLREQ(value) NUM2ULONG(value)

/* --- Names --- */
#define DLEXT_MAXLEN 3
#define DLEXT ".so"
#define SOEXT ".so"
#if defined(__x86_64__)
# define RUBY_PLATFORM "x86_64-linux"
#else
# define RUBY_PLATFORM "aarch64-linux"
#endif

/* --- What is said of the collector --- */
#define USE_RGENGC 1
#define USE_FLONUM 1

#endif
