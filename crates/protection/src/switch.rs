//! Whether the person has switched the protection off: `protect: false` in their own
//! `tacklebox.yaml`, whose other keys `hook-chain` reads and checks.

use hook_runtime::Ctx;
use serde::Deserialize;

/// What concerns the protection in the file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Written {
    protect: Option<bool>,
}

/// Whether it is off. A file that cannot be read switches nothing off.
pub(crate) fn is_off(ctx: &Ctx) -> bool {
    let Some(file) = ctx.user_config().map(|folder| folder.join("tacklebox.yaml")) else {
        return false;
    };
    let Ok(Some(source)) = hook_config::read_if_there(&file) else { return false };
    source.parse::<Written>().is_ok_and(|written| written.protect == Some(false))
}
