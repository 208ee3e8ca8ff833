//! What a machine lacks for the best layer.

use std::fs;

use crate::mounts::RESTRICTED;
use crate::outcome::Layer;
use crate::rules;

/// How many user namespaces the kernel gives out at most.
const MAX_NAMESPACES: &str = "/proc/sys/user/max_user_namespaces";

/// Debian's switch: without it only root makes user namespaces.
const ALLOWED: &str = "/proc/sys/kernel/unprivileged_userns_clone";

/// Why plans are held on this machine by `layer` and by no better one, in words for a person; `None` where it is
/// the best.
pub(crate) fn lack(layer: Layer) -> Option<String> {
    match layer {
        Layer::Mounts | Layer::Seatbelt => None,
        Layer::Landlock => Some(refusal().to_owned()),
        Layer::Nothing => Some(match rules::version() {
            0 => "the kernel has no Landlock, or it is switched off".to_owned(),
            version => format!("the kernel has version {version} of Landlock, and 3 is needed"),
        }),
    }
}

/// Why there are no user namespaces.
fn refusal() -> &'static str {
    let is = |file: &str, value: &[u8]| fs::read(file).is_ok_and(|it| it.trim_ascii() == value);
    if is(RESTRICTED, b"1") {
        "AppArmor denies user namespaces to programs (kernel.apparmor_restrict_unprivileged_userns)"
    } else if is(MAX_NAMESPACES, b"0") {
        "user namespaces are switched off (user.max_user_namespaces)"
    } else if is(ALLOWED, b"0") {
        "user namespaces are switched off (kernel.unprivileged_userns_clone)"
    } else {
        "user namespaces are refused, as in most containers"
    }
}
