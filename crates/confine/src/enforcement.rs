//! Holds a plan on Linux, by the layer that the machine has.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::process::geteuid;

use crate::capabilities;
use crate::devices;
use crate::layout;
use crate::loopback;
use crate::marks::{Access, Marks};
use crate::mounts::{self, Rest};
use crate::outcome::{Call, Failure, Held, Layer};
use crate::plan::{LayerChoice, Network, Plan};
use crate::rules;

/// Has the kernel hold a plan for this process, which must have one thread, and for all that it starts, however they
/// leave it. There is no way back.
///
/// # Errors
/// The layer that the plan asks for is not there, or a step failed; then the process may be more restricted than
/// before, but not as the plan says. A machine with no layer is no error: see [`Held::layer`].
pub fn enforce(plan: &Plan, call: &Call) -> Result<Held, Failure> {
    let nothing = Held { layer: Layer::Nothing, network: plan.network == Network::Open };
    if plan.layer == LayerChoice::Off || (plan.layer == LayerChoice::Auto && !rules::are_there()) {
        return Ok(nothing);
    }
    plan.caches.iter().for_each(|cache| make_folder(cache));
    let layer = match plan.layer {
        LayerChoice::Landlock => Layer::Landlock,
        LayerChoice::Auto if !mounts::may_work() => Layer::Landlock,
        choice => match mounts::leave(plan.network == Network::Closed) {
            Err(err) if choice == LayerChoice::Mounts || !is_refusal(&err) => {
                return Err(Failure { step: "leave the machine's namespaces", cause: err });
            }
            Err(_) => Layer::Landlock,
            Ok(()) => Layer::Mounts,
        },
    };
    if plan.is_open && layer == Layer::Landlock {
        return Ok(nothing);
    }
    match layer {
        Layer::Mounts if plan.is_open => by_closures(plan, call)?,
        Layer::Mounts => by_mounts(plan, call)?,
        _ => by_landlock(plan, call)?,
    }
    if geteuid().is_root() {
        capabilities::drop_most().map_err(Failure::at("give capabilities up"))?;
    }
    Ok(Held { layer, network: true })
}

/// See [`layer_of_machine`](crate::layer_of_machine).
pub(crate) fn layer_of_machine() -> Layer {
    let probe = Plan { temporary: vec![PathBuf::from("/tmp")], ..Plan::default() };
    enforce(&probe, &Call::default()).map_or(Layer::Nothing, |held| held.layer)
}

fn by_mounts(plan: &Plan, call: &Call) -> Result<(), Failure> {
    if plan.network == Network::Closed {
        loopback::put_up().map_err(Failure::at("put the loopback device up"))?;
    }
    make_read_only_folders(plan, call, !plan.outputs.is_empty());
    let marks = Marks::of(plan, call);
    if plan.outputs.is_empty() {
        make(plan);
    }
    let layout = layout::mounts(marks);
    let hidden: Vec<PathBuf> = plan.hidden.iter().chain(&call.also_hidden).cloned().collect();
    mounts::arrange(&layout, &hidden, Rest::ReadOnly).map_err(Failure::at("mount"))?;
    let open = layout.into_iter().filter(|(_, access)| *access == Access::Write);
    let granted = open.map(|(path, _)| path).chain(devices::writable());
    rules::restrict(granted, false).map_err(Failure::at("restrict by Landlock"))
}

/// Closes what an open plan names, and leaves all else as it is.
fn by_closures(plan: &Plan, call: &Call) -> Result<(), Failure> {
    let layout = layout::closures(&Marks::of(plan, call));
    let hidden: Vec<PathBuf> = plan.hidden.iter().chain(&call.also_hidden).cloned().collect();
    mounts::arrange(&layout, &hidden, Rest::AsItIs).map_err(Failure::at("mount"))?;
    let granted = std::iter::once(PathBuf::from("/"));
    rules::restrict(granted, false).map_err(Failure::at("restrict by Landlock"))
}

fn by_landlock(plan: &Plan, call: &Call) -> Result<(), Failure> {
    make(plan);
    make_read_only_folders(plan, call, false);
    let mut marks = Marks::of(plan, call);
    if call.names_git {
        // A commit makes files beside the hooks, and Landlock cannot tell those apart.
        marks = marks.with_all_of(&plan.git);
    }
    let granted = layout::grants(&marks).into_iter().chain(devices::writable());
    let no_tcp = plan.network == Network::Closed;
    rules::restrict(granted, no_tcp).map_err(Failure::at("restrict by Landlock"))
}

/// Makes the folders that have to be there. One that cannot be made is not writable.
fn make(plan: &Plan) {
    for dir in &plan.made {
        make_folder(dir);
    }
}

/// Makes the folders that a command could otherwise make in their place, in the project's root where that
/// `takes_names`.
fn make_read_only_folders(plan: &Plan, call: &Call, takes_names: bool) {
    let open = |path: &Path| {
        let inside = |dirs: &[PathBuf]| dirs.iter().any(|dir| path.starts_with(dir));
        let is_beside = takes_names && path.parent() == Some(&plan.project);
        is_beside || inside(&plan.caches) || (call.names_git && inside(&plan.git))
    };
    for entry in plan.read_only.iter().filter(|entry| entry.ends_with('/')) {
        let dir = Path::new(entry.trim_end_matches('/'));
        if open(dir) && dir.parent().is_some_and(Path::is_dir) {
            make_folder(dir);
        }
    }
}

/// Makes a folder unless a link is on the way.
fn make_folder(dir: &Path) {
    let there = dir.ancestors().find(|above| fs::symlink_metadata(above).is_ok());
    let is_straight =
        |above: &Path| fs::canonicalize(above).is_ok_and(|real| real == above) && above != dir;
    if there.is_some_and(is_straight) {
        let _not_writable_then = fs::create_dir_all(dir);
    }
}

/// Whether the kernel, or who set it up, wants no namespaces.
fn is_refusal(err: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, StorageFull, Unsupported};
    matches!(err.kind(), PermissionDenied | StorageFull | Unsupported | InvalidInput)
}
