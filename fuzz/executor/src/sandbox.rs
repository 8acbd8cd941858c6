//! What a child may do: compute, read, write to what it has open. A filter of system calls refuses
//! with `EPERM` whatever makes or changes files, starts or signals processes, or talks to a network.

use libc::{BPF_ABS, BPF_ALU, BPF_AND, BPF_JEQ, BPF_JMP, BPF_JSET, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter, sock_fprog};

/// Refused whatever their arguments are.
const REFUSED: &[libc::c_long] = &[
    libc::SYS_execve, libc::SYS_execveat, libc::SYS_kill, libc::SYS_tkill, libc::SYS_rt_sigqueueinfo,
    libc::SYS_pidfd_send_signal, libc::SYS_ptrace, libc::SYS_unlinkat, libc::SYS_renameat, libc::SYS_renameat2,
    libc::SYS_mkdirat, libc::SYS_linkat, libc::SYS_symlinkat, libc::SYS_mknodat, libc::SYS_fchmod, libc::SYS_fchmodat,
    libc::SYS_fchown, libc::SYS_fchownat, libc::SYS_truncate, libc::SYS_ftruncate, libc::SYS_utimensat, libc::SYS_setxattr,
    libc::SYS_socket, libc::SYS_connect, libc::SYS_bind, libc::SYS_setuid, libc::SYS_setgid, libc::SYS_setreuid,
    libc::SYS_setregid, libc::SYS_setresuid, libc::SYS_setresgid, libc::SYS_setgroups, libc::SYS_setpgid, libc::SYS_setsid,
    libc::SYS_setpriority, libc::SYS_setrlimit, libc::SYS_mount, libc::SYS_umount2, libc::SYS_chroot, libc::SYS_reboot,
    libc::SYS_setitimer,
];

/// The same of calls that newer processors never had, since others do more.
#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: &[libc::c_long] = &[
    libc::SYS_fork, libc::SYS_vfork, libc::SYS_creat, libc::SYS_unlink, libc::SYS_rename, libc::SYS_mkdir, libc::SYS_rmdir,
    libc::SYS_link, libc::SYS_symlink, libc::SYS_mknod, libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime,
    libc::SYS_utimes, libc::SYS_futimesat, libc::SYS_alarm,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: &[libc::c_long] = &[];

/// Calls that open files, and which of their arguments says how.
#[cfg(target_arch = "x86_64")]
const OPENING: &[(libc::c_long, u32)] = &[(libc::SYS_open, 1), (libc::SYS_openat, 2)];
#[cfg(not(target_arch = "x86_64"))]
const OPENING: &[(libc::c_long, u32)] = &[(libc::SYS_openat, 2)];

/// Flags of `open` that make or change a file.
const WRITING: i32 = libc::O_WRONLY | libc::O_RDWR | libc::O_CREAT | libc::O_TRUNC;

/// Where the filter finds a call's number and the low halves of its arguments.
const NUMBER: u32 = 0;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

/// Nothing is read from the terminal and nothing shown on it.
pub fn silence() {
    // SAFETY: opens and copies descriptors of this process.
    unsafe {
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        for descriptor in 0..3 {
            libc::dup2(nothing, descriptor);
        }
        libc::close(nothing);
    }
}

/// From now on, and for good.
pub fn enter() {
    let limit = |resource, bytes| {
        let limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
        // SAFETY: passes a local.
        unsafe { libc::setrlimit(resource, &limit) };
    };
    limit(libc::RLIMIT_CORE, 0);
    limit(libc::RLIMIT_FSIZE, 1 << 20);
    limit(libc::RLIMIT_AS, 4 << 30);
    let mut filter = program();
    let program = sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: the program lives across the calls, which copy it.
    let entered = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &program) == 0
    };
    assert!(entered, "no sandbox: {}", std::io::Error::last_os_error());
}

fn program() -> Vec<sock_filter> {
    let step = |code: u32, jump_true: u8, jump_false: u8, operand: u32| sock_filter { code: code as u16, jt: jump_true, jf: jump_false, k: operand };
    let load = |offset| step(BPF_LD | BPF_W | BPF_ABS, 0, 0, offset);
    let answer = |value| step(BPF_RET | BPF_K, 0, 0, value);
    let refuse = |error: i32| answer(libc::SECCOMP_RET_ERRNO | error as u32);
    let equals = |number: libc::c_long, skip| step(BPF_JMP | BPF_JEQ | BPF_K, 0, skip, number as u32);
    let mut steps = vec![load(NUMBER)];
    for &number in REFUSED.iter().chain(REFUSED_OLD) {
        steps.extend([equals(number, 1), refuse(libc::EPERM)]);
    }
    // The C library then falls back to `clone`, whose flags can be read here: threads only.
    steps.extend([equals(libc::SYS_clone3, 1), refuse(libc::ENOSYS)]);
    let threads_only = [load(argument(0)), step(BPF_JMP | BPF_JSET | BPF_K, 1, 0, libc::CLONE_THREAD as u32), refuse(libc::EPERM)];
    steps.push(equals(libc::SYS_clone, threads_only.len() as u8 + 1));
    steps.extend(threads_only);
    steps.push(answer(libc::SECCOMP_RET_ALLOW));
    for &(number, flags) in OPENING {
        let reading_only = [
            load(argument(flags)),
            step(BPF_ALU | BPF_AND | BPF_K, 0, 0, WRITING as u32),
            step(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, 0),
            refuse(libc::EPERM),
            answer(libc::SECCOMP_RET_ALLOW),
        ];
        steps.push(equals(number, reading_only.len() as u8));
        steps.extend(reading_only);
    }
    steps.push(answer(libc::SECCOMP_RET_ALLOW));
    steps
}
