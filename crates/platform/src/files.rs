//! The border to the operating system: files by path.
//!
//! As `system.rs`: each function is one call, safe to make with any bytes.

use std::ffi::CString;
use std::mem::MaybeUninit;

use rustix::fs::{self, Access, AtFlags, CWD, FileType, Gid, Mode, Timespec, Timestamps, Uid};
use rustix::process;

use crate::{SystemResult, accounts, again, borrow, c_string, check, last_error};

/// Numbers for opening files that are not the same on all processors: past the cache, no link at the end, without a name.
pub const OPEN_FLAGS: [i32; 3] = [libc::O_DIRECT, libc::O_NOFOLLOW, libc::O_TMPFILE];

/// Whether the file system that a path is on is mounted so that no program may run from it.
pub fn forbids_programs(path: &[u8]) -> bool {
    again(|| fs::statvfs(path)).is_ok_and(|facts| facts.f_flag.contains(fs::StatVfsMountFlags::NOEXEC))
}

pub fn status(path: &[u8], follow: bool) -> SystemResult<libc::stat> {
    let path = c_string(path)?;
    let mut status = MaybeUninit::uninit();
    // SAFETY: the path ends with a null byte and outlives the call, which fills the status.
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
    // SAFETY: the call fills the status.
    check(|| unsafe { libc::fstat(descriptor, status.as_mut_ptr()) as i64 })?;
    // SAFETY: a successful call has filled it.
    Ok(unsafe { status.assume_init() })
}

/// When a file was made, as seconds and nanoseconds; ENOSYS where the file system doesn't say.
pub fn birth_time(path: &[u8], descriptor: i32) -> SystemResult<(i64, u32)> {
    let path = c_string(path)?;
    let (directory, flags) = match descriptor {
        -1 => (libc::AT_FDCWD, 0),
        descriptor => (descriptor, libc::AT_EMPTY_PATH),
    };
    let mut status: MaybeUninit<libc::statx> = MaybeUninit::zeroed();
    // SAFETY: as `status`.
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
    let flags = if effective { AtFlags::EACCESS } else { AtFlags::empty() };
    again(|| fs::accessat(CWD, path, Access::from_bits_retain(wanted as _), flags))
}

fn mode(permissions: u32) -> Mode {
    Mode::from_bits_retain(permissions)
}

pub fn change_mode(path: &[u8], permissions: u32) -> SystemResult<()> {
    again(|| fs::chmod(path, mode(permissions)))
}

pub fn change_mode_of(descriptor: i32, permissions: u32) -> SystemResult<()> {
    let file = borrow(descriptor)?;
    again(|| fs::fchmod(file, mode(permissions)))
}

/// User and group as the system takes them, where the highest number stands for no change.
fn owner(user: u32, group: u32) -> (Option<Uid>, Option<Gid>) {
    ((user != u32::MAX).then(|| Uid::from_raw(user)), (group != u32::MAX).then(|| Gid::from_raw(group)))
}

pub fn change_owner(path: &[u8], user: u32, group: u32, follow: bool) -> SystemResult<()> {
    let (user, group) = owner(user, group);
    let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    again(|| fs::chownat(CWD, path, user, group, flags))
}

pub fn change_owner_of(descriptor: i32, user: u32, group: u32) -> SystemResult<()> {
    let (file, (user, group)) = (borrow(descriptor)?, owner(user, group));
    again(|| fs::fchown(file, user, group))
}

pub fn rename(from: &[u8], to: &[u8]) -> SystemResult<()> {
    again(|| fs::rename(from, to))
}

pub fn unlink(path: &[u8]) -> SystemResult<()> {
    again(|| fs::unlink(path))
}

pub fn link(from: &[u8], to: &[u8]) -> SystemResult<()> {
    again(|| fs::link(from, to))
}

pub fn symbolic_link(target: &[u8], path: &[u8]) -> SystemResult<()> {
    again(|| fs::symlink(target, path))
}

/// The target of a symbolic link.
pub fn read_link(path: &[u8]) -> SystemResult<Vec<u8>> {
    again(|| fs::readlink(path, Vec::new())).map(CString::into_bytes)
}

pub fn truncate(path: &[u8], length: i64) -> SystemResult<()> {
    let path = c_string(path)?;
    // SAFETY: the path ends with a null byte and outlives the call.
    check(|| unsafe { libc::truncate(path.as_ptr(), length) as i64 }).map(|_| ())
}

pub fn truncate_open(descriptor: i32, length: i64) -> SystemResult<()> {
    let (file, length) = (borrow(descriptor)?, u64::try_from(length).map_err(|_| libc::EINVAL)?);
    again(|| fs::ftruncate(file, length))
}

/// A time to set, as seconds and nanoseconds; none for now.
pub type FileTime = Option<(i64, i64)>;

fn time_value(time: FileTime) -> Timespec {
    match time {
        Some((seconds, nanoseconds)) => Timespec { tv_sec: seconds, tv_nsec: nanoseconds },
        None => Timespec { tv_sec: 0, tv_nsec: fs::UTIME_NOW },
    }
}

pub fn set_times(path: &[u8], accessed: FileTime, modified: FileTime, follow: bool) -> SystemResult<()> {
    let times = Timestamps { last_access: time_value(accessed), last_modification: time_value(modified) };
    let flags = if follow { AtFlags::empty() } else { AtFlags::SYMLINK_NOFOLLOW };
    again(|| fs::utimensat(CWD, path, &times, flags))
}

pub fn make_fifo(path: &[u8], permissions: u32) -> SystemResult<()> {
    again(|| fs::mknodat(CWD, path, FileType::Fifo, mode(permissions), 0))
}

pub fn make_directory(path: &[u8], permissions: u32) -> SystemResult<()> {
    again(|| fs::mkdir(path, mode(permissions)))
}

pub fn remove_directory(path: &[u8]) -> SystemResult<()> {
    again(|| fs::rmdir(path))
}

pub fn change_directory(path: &[u8]) -> SystemResult<()> {
    again(|| process::chdir(path))
}

pub fn change_directory_to(descriptor: i32) -> SystemResult<()> {
    let directory = borrow(descriptor)?;
    again(|| process::fchdir(directory))
}

pub fn change_root(path: &[u8]) -> SystemResult<()> {
    again(|| process::chroot(path))
}

/// The permissions that new files don't get; sets them where one is given.
pub fn permission_mask(mask: Option<u32>) -> u32 {
    // Reading it means setting it twice.
    let previous = process::umask(mode(mask.unwrap_or(0)));
    if mask.is_none() {
        process::umask(previous);
    }
    previous.bits()
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
    let user = match user {
        Some(name) => accounts::user_named(name),
        None => accounts::user_numbered(process::getuid().as_raw()),
    };
    user?.home
}

/// Whose files are "owned" and "grpowned": effective user, effective group, and real ones.
pub fn identities() -> [u32; 4] {
    [process::geteuid().as_raw(), process::getegid().as_raw(), process::getuid().as_raw(), process::getgid().as_raw()]
}

/// The groups of the process.
pub fn groups() -> Vec<u32> {
    process::getgroups().unwrap_or_default().into_iter().map(Gid::as_raw).collect()
}

/// Device numbers taken apart.
pub fn device_parts(device: u64) -> (u32, u32) {
    (libc::major(device), libc::minor(device))
}
