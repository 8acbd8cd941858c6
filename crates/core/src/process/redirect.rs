//! Puts descriptors where a program that is about to run expects them.
//!
//! All at once, as it were: each target gets what its source stood for before the first was
//! replaced, so that two can be exchanged. Sources that are replaced themselves are set aside first.

use rutile_platform::{self as system, SystemResult};

/// The source of a descriptor that is to be closed.
const CLOSED: i32 = -1;

/// Each pair is a descriptor and what it is to stand for.
pub fn put(pairs: &[(i32, i32)]) -> SystemResult<()> {
    let mut aside: Vec<(i32, i32)> = Vec::new();
    let beyond = pairs.iter().map(|pair| pair.0).max().unwrap_or(2).max(2) + 1;
    for &(target, source) in pairs {
        let replaced = pairs.iter().any(|other| other.0 == source);
        if target != source && replaced && !aside.iter().any(|known| known.0 == source) {
            aside.push((source, system::control(source, libc::F_DUPFD_CLOEXEC, beyond as i64)?));
        }
    }
    for &(target, source) in pairs.iter().filter(|pair| pair.1 != CLOSED && pair.0 != pair.1) {
        let source = aside.iter().find(|known| known.0 == source).map_or(source, |known| known.1);
        system::duplicate_to(source, target)?;
    }
    for &(target, source) in pairs {
        if source == CLOSED {
            // What is closed already is as it should be.
            let _ = system::close(target);
        } else {
            keep(target)?;
        }
    }
    Ok(())
}

/// The next program gets the descriptor too.
fn keep(descriptor: i32) -> SystemResult<()> {
    system::control(descriptor, libc::F_SETFD, 0).map(|_| ())
}

/// The next program gets none but the standard streams, and what is put in its place after this.
pub fn keep_no_others() -> SystemResult<()> {
    match system::close_by_exec_from(3) {
        Ok(()) => Ok(()),
        // An older kernel, or a filter of system calls: one by one.
        Err(libc::ENOSYS | libc::EINVAL | libc::EPERM) => mark_each(),
        Err(number) => Err(number),
    }
}

fn mark_each() -> SystemResult<()> {
    let listed = std::fs::read_dir("/proc/self/fd").map_err(|error| error.raw_os_error().unwrap_or(libc::ENOENT))?;
    let open: Vec<i32> = listed.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2) {
        // The folder's own descriptor is gone by now.
        let _ = system::control(descriptor, libc::F_SETFD, libc::FD_CLOEXEC as i64);
    }
    Ok(())
}
