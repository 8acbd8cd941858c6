//! The system's tables of users and groups.
//!
//! It is asked with its re-entrant calls; only walking a whole table has none everywhere, so that is done by calls that
//! keep their place in the process, one walk at a time within one function.

use std::ffi::CString;

use crate::room::{copied, texts, with_room};

type Text = Option<Vec<u8>>;

pub struct User {
    pub name: Text,
    pub password: Text,
    pub number: u32,
    pub group: u32,
    pub comment: Text,
    pub home: Text,
    pub shell: Text,
}

pub struct Group {
    pub name: Text,
    pub password: Text,
    pub number: u32,
    pub members: Vec<Vec<u8>>,
}

/// The entry's strings are whole, as those are that the system has just filled.
fn user(entry: &libc::passwd) -> User {
    // SAFETY: the system's tables hold C strings, alive until the next call that fills them.
    unsafe {
        User {
            name: copied(entry.pw_name),
            password: copied(entry.pw_passwd),
            number: entry.pw_uid,
            group: entry.pw_gid,
            comment: copied(entry.pw_gecos),
            home: copied(entry.pw_dir),
            shell: copied(entry.pw_shell),
        }
    }
}

fn group(entry: &libc::group) -> Group {
    // SAFETY: as `user`; the list of members ends with null.
    unsafe {
        let members = texts(entry.gr_mem);
        Group { name: copied(entry.gr_name), password: copied(entry.gr_passwd), number: entry.gr_gid, members }
    }
}

pub fn user_named(name: &[u8]) -> Option<User> {
    let name = CString::new(name).ok()?;
    // SAFETY: every pointer is to memory that outlives the call, the room's length is its own.
    with_room(|entry, room, found| unsafe { libc::getpwnam_r(name.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) }, user)
}

pub fn user_numbered(number: u32) -> Option<User> {
    // SAFETY: as above.
    with_room(|entry, room, found| unsafe { libc::getpwuid_r(number, entry, room.as_mut_ptr(), room.len(), found) }, user)
}

pub fn group_named(name: &[u8]) -> Option<Group> {
    let name = CString::new(name).ok()?;
    // SAFETY: as above.
    with_room(|entry, room, found| unsafe { libc::getgrnam_r(name.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) }, group)
}

pub fn group_numbered(number: u32) -> Option<Group> {
    // SAFETY: as above.
    with_room(|entry, room, found| unsafe { libc::getgrgid_r(number, entry, room.as_mut_ptr(), room.len(), found) }, group)
}

pub fn users() -> Vec<User> {
    let mut list = Vec::new();
    // SAFETY: the walk begins and ends here, and each entry is copied before the next is asked for.
    unsafe {
        libc::setpwent();
        while let Some(entry) = libc::getpwent().as_ref() {
            list.push(user(entry));
        }
        libc::endpwent();
    }
    list
}

pub fn groups() -> Vec<Group> {
    let mut list = Vec::new();
    // SAFETY: as above.
    unsafe {
        libc::setgrent();
        while let Some(entry) = libc::getgrent().as_ref() {
            list.push(group(entry));
        }
        libc::endgrent();
    }
    list
}

/// The user that the terminal belongs to.
pub fn login() -> Option<Vec<u8>> {
    // SAFETY: the name stays in the system's buffer until the next such call; it is copied at once.
    unsafe { copied(libc::getlogin()) }
}
