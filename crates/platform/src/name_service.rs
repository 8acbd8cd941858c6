//! The border to the system's look-up of hosts, services and interfaces: its calls as safe functions.
//!
//! These read files and ask name servers: they wait. Only re-entrant calls are used.

use std::ffi::{CString, c_char, c_int, c_void};

use crate::last_error;
use crate::room::{copied, texts, with_room};

/// Why a look-up failed: the resolver's code, and the system's error where the code says so.
pub enum LookupError {
    Resolver(i32),
    System(i32),
}

/// Which addresses are wanted.
#[derive(Clone, Copy)]
pub struct Hints {
    pub family: i32,
    pub kind: i32,
    pub protocol: i32,
    pub flags: i32,
}

pub struct Address {
    pub family: i32,
    pub kind: i32,
    pub protocol: i32,
    pub address: Vec<u8>,
    pub canonical_name: Option<Vec<u8>>,
}

/// The entry of a host in the tables.
pub struct Host {
    pub name: Vec<u8>,
    pub aliases: Vec<Vec<u8>>,
    pub family: i32,
    pub addresses: Vec<Vec<u8>>,
}

pub struct Interface {
    pub name: Vec<u8>,
    pub flags: u32,
    pub address: Option<Vec<u8>>,
    pub mask: Option<Vec<u8>>,
    /// Of a broadcast, or of the other end, as the flags say.
    pub other: Option<Vec<u8>>,
}

// What glibc has and the libc crate leaves out.
unsafe extern "C" {
    fn gethostbyaddr_r(address: *const c_void, length: libc::socklen_t, family: c_int, entry: *mut libc::hostent, room: *mut c_char, size: usize, found: *mut *mut libc::hostent, error: *mut c_int) -> c_int;
    fn getservbyname_r(name: *const c_char, protocol: *const c_char, entry: *mut libc::servent, room: *mut c_char, size: usize, found: *mut *mut libc::servent) -> c_int;
    fn getservbyport_r(port: c_int, protocol: *const c_char, entry: *mut libc::servent, room: *mut c_char, size: usize, found: *mut *mut libc::servent) -> c_int;
}

fn lookup_error(code: i32) -> LookupError {
    match code {
        libc::EAI_SYSTEM => LookupError::System(last_error()),
        code => LookupError::Resolver(code),
    }
}

fn pointer_of(text: &Option<CString>) -> *const c_char {
    text.as_ref().map_or(std::ptr::null(), |text| text.as_ptr())
}

/// `getaddrinfo`. Texts with null bytes are found nowhere.
pub fn find_addresses(host: Option<&[u8]>, service: Option<&[u8]>, hints: Hints) -> Result<Vec<Address>, LookupError> {
    let c_text = |text: Option<&[u8]>| text.map(CString::new).transpose().map_err(|_| LookupError::Resolver(libc::EAI_NONAME));
    let (host, service) = (c_text(host)?, c_text(service)?);
    // SAFETY: an all-zero `addrinfo` is a valid one.
    let mut wanted: libc::addrinfo = unsafe { std::mem::zeroed() };
    (wanted.ai_family, wanted.ai_socktype, wanted.ai_protocol, wanted.ai_flags) = (hints.family, hints.kind, hints.protocol, hints.flags);
    let mut found: *mut libc::addrinfo = std::ptr::null_mut();
    // SAFETY: the texts end with null bytes and outlive the call, which makes a list or leaves the pointer alone.
    let code = unsafe { libc::getaddrinfo(pointer_of(&host), pointer_of(&service), &wanted, &mut found) };
    if code != 0 {
        return Err(lookup_error(code));
    }
    let mut addresses = Vec::new();
    let mut entry = found;
    // SAFETY: the list is the call's, ends with a null pointer, and is freed after the last look at it.
    unsafe {
        while let Some(info) = entry.as_ref() {
            addresses.push(Address {
                family: info.ai_family,
                kind: info.ai_socktype,
                protocol: info.ai_protocol,
                address: std::slice::from_raw_parts(info.ai_addr.cast::<u8>(), info.ai_addrlen as usize).to_vec(),
                canonical_name: copied(info.ai_canonname),
            });
            entry = info.ai_next;
        }
        libc::freeaddrinfo(found);
    }
    Ok(addresses)
}

/// `getnameinfo`: the names of an address's host and service.
pub fn find_names(address: &[u8], flags: i32) -> Result<(Vec<u8>, Vec<u8>), LookupError> {
    let (mut host, mut service) = ([0 as c_char; 1025], [0 as c_char; 128]);
    // SAFETY: the address is readable and the rooms are writable for their lengths; both are filled with C strings.
    unsafe {
        let code = libc::getnameinfo(
            address.as_ptr().cast(), address.len() as libc::socklen_t,
            host.as_mut_ptr(), host.len() as libc::socklen_t, service.as_mut_ptr(), service.len() as libc::socklen_t, flags,
        );
        if code != 0 {
            return Err(lookup_error(code));
        }
        Ok((copied(host.as_ptr()).unwrap_or_default(), copied(service.as_ptr()).unwrap_or_default()))
    }
}

/// The resolver's words for a code.
pub fn lookup_error_text(code: i32) -> String {
    // SAFETY: the answer is a constant of the system's library.
    unsafe { copied(libc::gai_strerror(code)) }.map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
}

pub fn service_named(name: &[u8], protocol: &[u8]) -> Option<u16> {
    let (name, protocol) = (CString::new(name).ok()?, CString::new(protocol).ok()?);
    with_room(
        // SAFETY: every pointer is to memory that outlives the call; the room's length is its own.
        |entry, room, found| unsafe { getservbyname_r(name.as_ptr(), protocol.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) },
        |entry: &libc::servent| u16::from_be(entry.s_port as u16),
    )
}

pub fn service_at(port: u16, protocol: &[u8]) -> Option<Vec<u8>> {
    let protocol = CString::new(protocol).ok()?;
    with_room(
        // SAFETY: as above.
        |entry, room, found| unsafe { getservbyport_r(port.to_be().into(), protocol.as_ptr(), entry, room.as_mut_ptr(), room.len(), found) },
        // SAFETY: the entry's name is a C string in the room, or null.
        |entry: &libc::servent| unsafe { copied(entry.s_name) }.unwrap_or_default(),
    )
}

/// The entry of the host with an address; else the code of the older look-up.
pub fn host_at(address: &[u8], family: i32) -> Result<Host, i32> {
    let mut code = 0;
    let found = with_room(
        // SAFETY: as above.
        |entry, room, found| unsafe {
            gethostbyaddr_r(address.as_ptr().cast(), address.len() as libc::socklen_t, family, entry, room.as_mut_ptr(), room.len(), found, &mut code)
        },
        read_host,
    );
    found.ok_or(code)
}

fn read_host(entry: &libc::hostent) -> Host {
    let mut addresses = Vec::new();
    // SAFETY: both lists are pointers, the last of them null: of C strings, and of addresses with the entry's length.
    unsafe {
        let mut position = entry.h_addr_list;
        while !position.is_null() && !(*position).is_null() {
            addresses.push(std::slice::from_raw_parts((*position).cast::<u8>(), entry.h_length as usize).to_vec());
            position = position.add(1);
        }
        Host { name: copied(entry.h_name).unwrap_or_default(), aliases: texts(entry.h_aliases), family: entry.h_addrtype, addresses }
    }
}

/// How many bytes the address of an interface has, by its family.
fn address_length(family: i32) -> usize {
    match family {
        libc::AF_INET => size_of::<libc::sockaddr_in>(),
        libc::AF_INET6 => size_of::<libc::sockaddr_in6>(),
        libc::AF_PACKET => size_of::<libc::sockaddr_ll>(),
        _ => size_of::<libc::sockaddr>(),
    }
}

/// # Safety
/// The pointer is null or points to an address of its family's length.
unsafe fn copied_address(pointer: *const libc::sockaddr) -> Option<Vec<u8>> {
    // SAFETY: as the function asks.
    unsafe {
        let family = pointer.as_ref()?.sa_family;
        Some(std::slice::from_raw_parts(pointer.cast::<u8>(), address_length(family.into())).to_vec())
    }
}

pub fn interfaces() -> Result<Vec<Interface>, i32> {
    let mut found: *mut libc::ifaddrs = std::ptr::null_mut();
    // SAFETY: the call makes a list, or fails and leaves the pointer alone.
    if unsafe { libc::getifaddrs(&mut found) } != 0 {
        return Err(last_error());
    }
    let mut list = Vec::new();
    let mut entry = found;
    // SAFETY: the list ends with a null pointer, its addresses are of their families' lengths, and it is freed last.
    unsafe {
        while let Some(interface) = entry.as_ref() {
            list.push(Interface {
                name: copied(interface.ifa_name).unwrap_or_default(),
                flags: interface.ifa_flags,
                address: copied_address(interface.ifa_addr),
                mask: copied_address(interface.ifa_netmask),
                other: copied_address(interface.ifa_ifu),
            });
            entry = interface.ifa_next;
        }
        libc::freeifaddrs(found);
    }
    Ok(list)
}

/// The number of an interface; 0 where there is none of the name.
pub fn interface_number(name: &[u8]) -> u32 {
    // SAFETY: the name ends with a null byte and outlives the call.
    CString::new(name).map_or(0, |name| unsafe { libc::if_nametoindex(name.as_ptr()) })
}

pub fn interface_name(number: u32) -> Option<Vec<u8>> {
    let mut room = [0 as c_char; libc::IF_NAMESIZE];
    // SAFETY: the room has the size that the call asks for; its answer is the room or null.
    unsafe { copied(libc::if_indextoname(number, room.as_mut_ptr())) }
}

pub fn host_name() -> Result<Vec<u8>, i32> {
    let mut room = [0 as c_char; 1025];
    // SAFETY: the room is writable for the length given, and a byte longer, so that it ends with a null byte.
    unsafe {
        match libc::gethostname(room.as_mut_ptr(), room.len() - 1) {
            0 => Ok(copied(room.as_ptr()).unwrap_or_default()),
            _ => Err(last_error()),
        }
    }
}
