//! The border to the system's sockets: its calls as safe functions.
//!
//! An address is the bytes of a `sockaddr` of any family. Nothing here waits: sockets are made
//! non-blocking, and what would wait answers `EAGAIN`.

use crate::{SystemResult, check};

/// More bytes than the address of any family has.
pub const ADDRESS_ROOM: usize = 512;

/// The room that a call fills with an address, and how much of it counts.
struct AddressRoom {
    bytes: [u8; ADDRESS_ROOM],
    length: libc::socklen_t,
}

impl AddressRoom {
    fn new() -> AddressRoom {
        AddressRoom { bytes: [0; ADDRESS_ROOM], length: ADDRESS_ROOM as libc::socklen_t }
    }

    fn pointer(&mut self) -> *mut libc::sockaddr {
        self.bytes.as_mut_ptr().cast()
    }

    fn taken(&self) -> Vec<u8> {
        self.bytes[..(self.length as usize).min(ADDRESS_ROOM)].to_vec()
    }
}

pub fn create(family: i32, kind: i32, protocol: i32) -> SystemResult<i32> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::socket(family, kind | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK, protocol) as i64 }).map(|fd| fd as i32)
}

pub fn create_pair(family: i32, kind: i32, protocol: i32) -> SystemResult<(i32, i32)> {
    let mut ends = [0; 2];
    let kind = kind | libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    // SAFETY: the array has room for two descriptors.
    check(|| unsafe { libc::socketpair(family, kind, protocol, ends.as_mut_ptr()) as i64 })?;
    Ok((ends[0], ends[1]))
}

pub fn bind(descriptor: i32, address: &[u8]) -> SystemResult<()> {
    // SAFETY: the address is readable for its length; the system copies it.
    check(|| unsafe { libc::bind(descriptor, address.as_ptr().cast(), address.len() as libc::socklen_t) as i64 }).map(|_| ())
}

/// One attempt: `EINPROGRESS` where it goes on by itself. An interrupted attempt goes on too.
pub fn connect(descriptor: i32, address: &[u8]) -> SystemResult<()> {
    // SAFETY: as in `bind`.
    let result = unsafe { libc::connect(descriptor, address.as_ptr().cast(), address.len() as libc::socklen_t) };
    match result {
        0 => Ok(()),
        _ => Err(match crate::last_error() {
            libc::EINTR => libc::EINPROGRESS,
            number => number,
        }),
    }
}

pub fn listen(descriptor: i32, backlog: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::listen(descriptor, backlog) as i64 }).map(|_| ())
}

/// The new connection's descriptor and the address at its other end.
pub fn accept(descriptor: i32) -> SystemResult<(i32, Vec<u8>)> {
    let mut room = AddressRoom::new();
    let flags = libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK;
    let accepted = check(|| {
        room.length = ADDRESS_ROOM as libc::socklen_t;
        // SAFETY: the room is writable for the length that stands beside it.
        unsafe { libc::accept4(descriptor, room.pointer(), &mut room.length, flags) as i64 }
    })?;
    Ok((accepted as i32, room.taken()))
}

pub fn local_address(descriptor: i32) -> SystemResult<Vec<u8>> {
    let mut room = AddressRoom::new();
    // SAFETY: as in `accept`.
    check(|| unsafe { libc::getsockname(descriptor, room.pointer(), &mut room.length) as i64 })?;
    Ok(room.taken())
}

pub fn peer_address(descriptor: i32) -> SystemResult<Vec<u8>> {
    let mut room = AddressRoom::new();
    // SAFETY: as in `accept`.
    check(|| unsafe { libc::getpeername(descriptor, room.pointer(), &mut room.length) as i64 })?;
    Ok(room.taken())
}

/// Fills the room with an option's value; how many bytes it has.
pub fn option(descriptor: i32, level: i32, name: i32, room: &mut [u8]) -> SystemResult<usize> {
    let mut length = room.len() as libc::socklen_t;
    // SAFETY: the room is writable for the length.
    check(|| unsafe { libc::getsockopt(descriptor, level, name, room.as_mut_ptr().cast(), &mut length) as i64 })?;
    Ok((length as usize).min(room.len()))
}

pub fn set_option(descriptor: i32, level: i32, name: i32, value: &[u8]) -> SystemResult<()> {
    // SAFETY: the value is readable for its length.
    check(|| unsafe { libc::setsockopt(descriptor, level, name, value.as_ptr().cast(), value.len() as libc::socklen_t) as i64 }).map(|_| ())
}

pub fn shut_down(descriptor: i32, how: i32) -> SystemResult<()> {
    // SAFETY: takes no memory of ours.
    check(|| unsafe { libc::shutdown(descriptor, how) as i64 }).map(|_| ())
}

/// Sends what the system takes now, to where the socket is connected or to an address.
pub fn send(descriptor: i32, bytes: &[u8], flags: i32, address: Option<&[u8]>) -> SystemResult<usize> {
    let flags = flags | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    let (pointer, length) = address.map_or((std::ptr::null(), 0), |address| (address.as_ptr(), address.len()));
    // SAFETY: bytes and address are readable for their lengths; no address is a null pointer of no length.
    check(|| unsafe { libc::sendto(descriptor, bytes.as_ptr().cast(), bytes.len(), flags, pointer.cast(), length as libc::socklen_t) as i64 })
        .map(|count| count as usize)
}

/// Fills the buffer with what has arrived; how much, and who sent it.
pub fn receive(descriptor: i32, buffer: &mut [u8], flags: i32) -> SystemResult<(usize, Vec<u8>)> {
    let mut room = AddressRoom::new();
    let flags = flags | libc::MSG_DONTWAIT;
    let count = check(|| {
        room.length = ADDRESS_ROOM as libc::socklen_t;
        // SAFETY: buffer and room are writable for their lengths.
        unsafe { libc::recvfrom(descriptor, buffer.as_mut_ptr().cast(), buffer.len(), flags, room.pointer(), &mut room.length) as i64 }
    })?;
    // A stream's bytes come from nobody in particular: the length is left as it was, or made 0.
    let address = if room.length as usize == ADDRESS_ROOM { Vec::new() } else { room.taken() };
    Ok(((count as usize).min(buffer.len()), address))
}

/// Sends a message with control data, laid out as `socket_message.rs` does it.
pub fn send_message(descriptor: i32, bytes: &[u8], control: &mut [u64], control_size: usize, flags: i32, address: Option<&[u8]>) -> SystemResult<usize> {
    let mut piece = libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    // SAFETY: an all-zero header is a valid one, without address and control data.
    let mut header: libc::msghdr = unsafe { std::mem::zeroed() };
    header.msg_iov = &mut piece;
    header.msg_iovlen = 1;
    if let Some(address) = address {
        header.msg_name = address.as_ptr().cast_mut().cast();
        header.msg_namelen = address.len() as libc::socklen_t;
    }
    if control_size > 0 {
        header.msg_control = control.as_mut_ptr().cast();
        header.msg_controllen = control_size.min(control.len() * 8);
    }
    let flags = flags | libc::MSG_DONTWAIT | libc::MSG_NOSIGNAL;
    // SAFETY: the header points to memory that outlives the call; sending only reads it.
    check(|| unsafe { libc::sendmsg(descriptor, &header, flags) as i64 }).map(|count| count as usize)
}

/// A received message besides its bytes.
pub struct Received {
    pub count: usize,
    pub address: Vec<u8>,
    pub flags: i32,
    /// Bytes of control data.
    pub control: usize,
}

pub fn receive_message(descriptor: i32, buffer: &mut [u8], control: &mut [u64], flags: i32) -> SystemResult<Received> {
    let mut room = AddressRoom::new();
    let mut piece = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    let flags = flags | libc::MSG_DONTWAIT | libc::MSG_CMSG_CLOEXEC;
    // SAFETY: an all-zero header is a valid one, without address and control data.
    let mut header: libc::msghdr = unsafe { std::mem::zeroed() };
    let count = check(|| {
        header.msg_name = room.pointer().cast();
        header.msg_namelen = ADDRESS_ROOM as libc::socklen_t;
        header.msg_iov = &mut piece;
        header.msg_iovlen = 1;
        header.msg_control = if control.is_empty() { std::ptr::null_mut() } else { control.as_mut_ptr().cast() };
        header.msg_controllen = control.len() * 8;
        // SAFETY: the header points to memory that is writable for the lengths beside it, and outlives the call.
        unsafe { libc::recvmsg(descriptor, &mut header, flags) as i64 }
    })?;
    room.length = header.msg_namelen;
    Ok(Received {
        count: (count as usize).min(buffer.len()),
        address: room.taken(),
        flags: header.msg_flags,
        control: header.msg_controllen.min(control.len() * 8),
    })
}
