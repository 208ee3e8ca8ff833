//! The loopback device of a new network namespace, which is down at first.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{AddressFamily, RecvFlags, SendFlags, SocketType, recv, sendto, socket};

/// `RTM_NEWLINK` (rtnetlink(7)).
const NEW_LINK: u16 = 16;
/// `NLM_F_REQUEST | NLM_F_ACK` (netlink(7)).
const REQUEST_AND_ANSWER: u16 = 5;
/// `IFF_UP`.
const UP: u32 = 1;
/// Each new namespace has this device, and it is the first.
const LOOPBACK: u32 = 1;

/// Puts it up.
pub(crate) fn put_up() -> io::Result<()> {
    let mut message = Vec::with_capacity(32);
    message.extend(32_u32.to_ne_bytes());
    message.extend(NEW_LINK.to_ne_bytes());
    message.extend(REQUEST_AND_ANSWER.to_ne_bytes());
    message.extend([0; 8]);
    // A device: any family, any type, its index, its flags, and which of them change.
    message.extend([0; 4]);
    message.extend(LOOPBACK.to_ne_bytes());
    message.extend(UP.to_ne_bytes());
    message.extend(UP.to_ne_bytes());
    let socket = socket(AddressFamily::NETLINK, SocketType::RAW, None)?;
    sendto(&socket, &message, SendFlags::empty(), &SocketAddrNetlink::new(0, 0))?;
    let mut answer = [0_u8; 256];
    recv(&socket, &mut answer, RecvFlags::empty())?;
    // After the header of sixteen bytes, the number of the error, negative, or zero.
    let code =
        answer.get(16..20).and_then(|code| code.try_into().ok()).map_or(0, i32::from_ne_bytes);
    if code == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(-code)) }
}
