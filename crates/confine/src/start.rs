//! Becomes another program under a plan.

use std::ffi::OsString;
use std::path::Path;

use crate::INSIDE;
use crate::outcome::{Call, Failure, Layer};
use crate::plan::Plan;

/// Becomes `program`, with `args` behind its name, under a plan; in the network and with the mounts of the machine
/// where no layer is there. Returns only if that fails. The process must have one thread.
pub fn start(plan: &Plan, call: &Call, program: &Path, args: &[OsString]) -> Failure {
    match confined(plan, call, program, args) {
        Err(failure) => failure,
        Ok(never) => match never {},
    }
}

/// Becomes `program` as it would be without this crate. Returns only if that fails.
pub(crate) fn start_as_it_is(program: &Path, args: &[OsString]) -> Failure {
    match exec(program, args, None) {
        Err(failure) => failure,
        Ok(never) => match never {},
    }
}

enum Never {}

#[cfg(target_os = "linux")]
fn confined(plan: &Plan, call: &Call, program: &Path, args: &[OsString]) -> Result<Never, Failure> {
    let held = crate::enforcement::enforce(plan, call)?;
    exec(program, args, (held.layer != Layer::Nothing).then_some(held.layer))
}

#[cfg(target_os = "macos")]
fn confined(plan: &Plan, call: &Call, program: &Path, args: &[OsString]) -> Result<Never, Failure> {
    if plan.layer == crate::plan::LayerChoice::Off {
        return exec(program, args, None);
    }
    let profile = crate::seatbelt::profile(plan, call);
    let all = ["-p".into(), profile.into(), program.into()].into_iter().chain(args.iter().cloned());
    exec(Path::new(crate::seatbelt::PROGRAM), &all.collect::<Vec<_>>(), Some(Layer::Seatbelt))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn confined(_: &Plan, _: &Call, program: &Path, args: &[OsString]) -> Result<Never, Failure> {
    exec(program, args, None)
}

/// Whether this process was started under a plan: who says so could not have been without the kernel's mark.
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "no hook: a shell that has no Ctx")]
pub fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some() && rustix::thread::no_new_privs().unwrap_or(false)
}

/// The same, where the second profile would be refused.
#[cfg(not(target_os = "linux"))]
#[expect(clippy::disallowed_methods, reason = "no hook: a shell that has no Ctx")]
pub fn is_inside() -> bool {
    std::env::var_os(INSIDE).is_some()
}

/// The layer by which plans are held on this machine. It is tried on this process, which is to end then.
pub fn layer_of_machine() -> Layer {
    #[cfg(target_os = "linux")]
    return crate::enforcement::layer_of_machine();
    #[cfg(not(target_os = "linux"))]
    if cfg!(target_os = "macos") { Layer::Seatbelt } else { Layer::Nothing }
}

/// Why this machine, which holds plans by `layer`, has no better one: words for a person. `None` where it is the best.
pub fn lack(layer: Layer) -> Option<String> {
    #[cfg(target_os = "linux")]
    return crate::machine::lack(layer);
    #[cfg(not(target_os = "linux"))]
    (layer == Layer::Nothing).then(|| "this system is not supported yet".to_owned())
}

/// The version of Landlock that this machine has, 6 for any later one; 0 if it has none.
pub fn landlock_version() -> u32 {
    #[cfg(target_os = "linux")]
    return crate::rules::version();
    #[cfg(not(target_os = "linux"))]
    0
}

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a program is handed the environment as it is")]
fn exec(program: &Path, args: &[OsString], held: Option<Layer>) -> Result<Never, Failure> {
    let name = [program.as_os_str().to_owned()];
    let variables = std::env::vars_os().filter(|(name, _)| held.is_none() || name != INSIDE);
    let inside = held.map(|layer| (INSIDE.into(), layer.as_str().into()));
    let args = name.into_iter().chain(args.iter().cloned());
    let cause = process_start::exec(program.as_os_str(), args, variables.chain(inside));
    Err(Failure { step: "start the program", cause })
}

#[cfg(not(unix))]
fn exec(_: &Path, _: &[OsString], _: Option<Layer>) -> Result<Never, Failure> {
    Err(Failure { step: "start the program", cause: std::io::ErrorKind::Unsupported.into() })
}
