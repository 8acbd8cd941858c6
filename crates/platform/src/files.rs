//! The border to the operating system: files by path.
//!
//! As `system.rs`: each function is one call, safe to make with any bytes.

use std::ffi::CString;
use std::mem::MaybeUninit;

use crate::{SystemResult, c_string, check, last_error};

/// A call that takes a path and answers nothing.
fn by_path(path: &[u8], call: impl Fn(*const libc::c_char) -> i32) -> SystemResult<()> {
    let path = c_string(path)?;
    check(|| call(path.as_ptr()) as i64).map(|_| ())
}

/// A call that takes two paths.
fn by_paths(first: &[u8], second: &[u8], call: impl Fn(*const libc::c_char, *const libc::c_char) -> i32) -> SystemResult<()> {
    let (first, second) = (c_string(first)?, c_string(second)?);
    check(|| call(first.as_ptr(), second.as_ptr()) as i64).map(|_| ())
}

// SAFETY (of every call below): paths end with a null byte and outlive the call;
// nothing else of ours is read or written unless said.

pub fn status(path: &[u8], follow: bool) -> SystemResult<libc::stat> {
    let path = c_string(path)?;
    let mut status = MaybeUninit::uninit();
    check(|| unsafe {
        match follow {
            true => libc::stat(path.as_ptr(), status.as_mut_ptr()) as i64,
            false => libc::lstat(path.as_ptr(), status.as_mut_ptr()) as i64,
        }
    })?;
    // SAFETY: a successful call has filled it.
    Ok(unsafe { status.assume_init() })
}

pub fn status_of(descriptor: i32) -> SystemResult<libc::stat> {
    let mut status = MaybeUninit::uninit();
    check(|| unsafe { libc::fstat(descriptor, status.as_mut_ptr()) as i64 })?;
    // SAFETY: a successful call has filled it.
    Ok(unsafe { status.assume_init() })
}

/// When a file was made, as seconds and nanoseconds; ENOSYS where the file system doesn't say.
pub fn birth_time(path: &[u8], descriptor: i32, follow: bool) -> SystemResult<(i64, u32)> {
    let path = c_string(path)?;
    let (directory, flags) = match descriptor {
        -1 => (libc::AT_FDCWD, if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW }),
        descriptor => (descriptor, libc::AT_EMPTY_PATH),
    };
    let mut status: MaybeUninit<libc::statx> = MaybeUninit::zeroed();
    check(|| unsafe { libc::statx(directory, path.as_ptr(), flags, libc::STATX_BTIME, status.as_mut_ptr()) as i64 })?;
    // SAFETY: it was zeroed, which is a valid value, and then filled.
    let status = unsafe { status.assume_init() };
    if status.stx_mask & libc::STATX_BTIME == 0 {
        return Err(libc::ENOSYS);
    }
    Ok((status.stx_btime.tv_sec, status.stx_btime.tv_nsec))
}

/// Whether the process may use a file so; `effective`: as its effective user.
pub fn access(path: &[u8], wanted: i32, effective: bool) -> SystemResult<()> {
    let flags = if effective { libc::AT_EACCESS } else { 0 };
    by_path(path, |path| unsafe { libc::faccessat(libc::AT_FDCWD, path, wanted, flags) })
}

pub fn change_mode(path: &[u8], permissions: u32) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::chmod(path, permissions) })
}

pub fn change_mode_of(descriptor: i32, permissions: u32) -> SystemResult<()> {
    check(|| unsafe { libc::fchmod(descriptor, permissions) as i64 }).map(|_| ())
}

pub fn change_owner(path: &[u8], user: u32, group: u32, follow: bool) -> SystemResult<()> {
    by_path(path, |path| unsafe {
        if follow { libc::chown(path, user, group) } else { libc::lchown(path, user, group) }
    })
}

pub fn change_owner_of(descriptor: i32, user: u32, group: u32) -> SystemResult<()> {
    check(|| unsafe { libc::fchown(descriptor, user, group) as i64 }).map(|_| ())
}

pub fn rename(from: &[u8], to: &[u8]) -> SystemResult<()> {
    by_paths(from, to, |from, to| unsafe { libc::rename(from, to) })
}

pub fn unlink(path: &[u8]) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::unlink(path) })
}

pub fn link(from: &[u8], to: &[u8]) -> SystemResult<()> {
    by_paths(from, to, |from, to| unsafe { libc::link(from, to) })
}

pub fn symbolic_link(target: &[u8], path: &[u8]) -> SystemResult<()> {
    by_paths(target, path, |target, path| unsafe { libc::symlink(target, path) })
}

/// What a symbolic link says.
pub fn read_link(path: &[u8]) -> SystemResult<Vec<u8>> {
    let path = c_string(path)?;
    let mut buffer = vec![0; 256];
    loop {
        // SAFETY: the buffer is writable for its length.
        let count = check(|| unsafe { libc::readlink(path.as_ptr(), buffer.as_mut_ptr().cast(), buffer.len()) as i64 })? as usize;
        if count < buffer.len() {
            buffer.truncate(count);
            return Ok(buffer);
        }
        buffer = vec![0; buffer.len() * 2];
    }
}

pub fn truncate(path: &[u8], length: i64) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::truncate(path, length) })
}

pub fn truncate_open(descriptor: i32, length: i64) -> SystemResult<()> {
    check(|| unsafe { libc::ftruncate(descriptor, length) as i64 }).map(|_| ())
}

/// A time to set, as seconds and nanoseconds; none for now.
pub type FileTime = Option<(i64, i64)>;

fn time_value(time: FileTime) -> libc::timespec {
    match time {
        Some((seconds, nanoseconds)) => libc::timespec { tv_sec: seconds, tv_nsec: nanoseconds },
        None => libc::timespec { tv_sec: 0, tv_nsec: libc::UTIME_NOW },
    }
}

pub fn set_times(path: &[u8], accessed: FileTime, modified: FileTime, follow: bool) -> SystemResult<()> {
    let times = [time_value(accessed), time_value(modified)];
    let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    // SAFETY: the array holds two times.
    by_path(path, |path| unsafe { libc::utimensat(libc::AT_FDCWD, path, times.as_ptr(), flags) })
}

pub fn make_fifo(path: &[u8], permissions: u32) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::mkfifo(path, permissions) })
}

pub fn make_directory(path: &[u8], permissions: u32) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::mkdir(path, permissions) })
}

pub fn remove_directory(path: &[u8]) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::rmdir(path) })
}

pub fn change_directory(path: &[u8]) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::chdir(path) })
}

pub fn change_directory_to(descriptor: i32) -> SystemResult<()> {
    check(|| unsafe { libc::fchdir(descriptor) as i64 }).map(|_| ())
}

pub fn change_root(path: &[u8]) -> SystemResult<()> {
    by_path(path, |path| unsafe { libc::chroot(path) })
}

/// The permissions that new files don't get; sets them where one is given.
pub fn permission_mask(mask: Option<u32>) -> u32 {
    // SAFETY: takes no memory; reading it means setting it twice.
    unsafe {
        let previous = libc::umask(mask.unwrap_or(0));
        if mask.is_none() {
            libc::umask(previous);
        }
        previous
    }
}

/// The path with all symbolic links resolved.
pub fn real_path(path: &[u8]) -> SystemResult<Vec<u8>> {
    let path = c_string(path)?;
    // SAFETY: with no buffer given the system allocates one, which is freed here.
    unsafe {
        let resolved = libc::realpath(path.as_ptr(), std::ptr::null_mut());
        if resolved.is_null() {
            return Err(last_error());
        }
        let bytes = std::ffi::CStr::from_ptr(resolved).to_bytes().to_vec();
        libc::free(resolved.cast());
        Ok(bytes)
    }
}

/// The home folder of a user by name, or of the process's user.
pub fn home_directory(user: Option<&[u8]>) -> Option<Vec<u8>> {
    let name = user.map(CString::new).transpose().ok()?;
    // SAFETY: the record lasts until the next such call on this thread; the text is copied at once.
    unsafe {
        let record = match &name {
            Some(name) => libc::getpwnam(name.as_ptr()),
            None => libc::getpwuid(libc::getuid()),
        };
        if record.is_null() || (*record).pw_dir.is_null() {
            return None;
        }
        Some(std::ffi::CStr::from_ptr((*record).pw_dir).to_bytes().to_vec())
    }
}

/// Whose files are "owned" and "grpowned": effective user, effective group, and real ones.
pub fn identities() -> [u32; 4] {
    // SAFETY: take no memory.
    unsafe { [libc::geteuid(), libc::getegid(), libc::getuid(), libc::getgid()] }
}

/// The groups of the process.
pub fn groups() -> Vec<u32> {
    // SAFETY: asks for the count, then fills an array of it.
    unsafe {
        let count = libc::getgroups(0, std::ptr::null_mut()).max(0);
        let mut groups = vec![0; count as usize];
        let count = libc::getgroups(count, groups.as_mut_ptr());
        groups.truncate(count.max(0) as usize);
        groups
    }
}

/// Device numbers taken apart.
pub fn device_parts(device: u64) -> (u32, u32) {
    (libc::major(device), libc::minor(device))
}
