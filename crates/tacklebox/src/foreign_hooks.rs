//! Hooks outside this repository: those that are installed, and those that a person installs now.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use hook_installer::{Engine, InstallArgs, InstallError, Offer};
use hook_manifest::{Grant, Installed, Manifest};
use hook_runtime::{Console, Ctx, Hook};

use crate::hooks;
use crate::settings::{host_folder, run_together};

/// Where programs are in a project, and in the folder of a host.
const PROGRAMS: &str = "hooks/bin";

/// The hook of this name whose record is beside this program, which is the one that a host started.
pub(crate) fn beside(ctx: &Ctx, name: &str) -> Option<Hook> {
    let programs = ctx.program()?.parent()?.to_owned();
    match Installed::read(&programs, name) {
        Ok(record) => Some(hook_of(record?)),
        Err(err) => {
            ctx.report(format_args!("{err:#}"));
            None
        }
    }
}

/// All that are installed here, by name: in the project, for the person, and beside this program.
pub(crate) fn installed(ctx: &Ctx) -> Vec<Installed> {
    let project = ctx.project().map(|project| project.path().join(".claude"));
    let own = host_folder(ctx).or_else(|| Some(ctx.home()?.join(".claude")));
    let beside = ctx.program().and_then(|program| program.parent().map(Path::to_owned));
    let folders = project.into_iter().chain(own).map(|folder| folder.join(PROGRAMS)).chain(beside);
    let mut found: Vec<Installed> = Vec::new();
    for record in folders.flat_map(|folder| Installed::all(&folder)) {
        match record {
            Ok(record) if found.iter().any(|it| it.manifest.name == record.manifest.name) => {}
            Ok(record) if hooks::hook(&record.manifest.name).is_some() => {}
            Ok(record) => found.push(record),
            Err(err) => ctx.report(format_args!("{err:#}")),
        }
    }
    found.sort_by(|one, other| one.manifest.name.cmp(&other.manifest.name));
    found
}

/// The installed hook of this name, with or without the end `-hook`.
pub(crate) fn named(ctx: &Ctx, spoken: &str) -> Option<Hook> {
    let is_it = |name: &str| name == spoken || name.strip_suffix("-hook") == Some(spoken);
    installed(ctx).into_iter().find(|it| is_it(&it.manifest.name)).map(hook_of)
}

/// The hook of this name, be it ours or installed from elsewhere.
pub(crate) fn made(ctx: &Ctx, name: &str) -> Option<Hook> {
    hooks::hook(name).map(|make| make()).or_else(|| named(ctx, name))
}

/// All that the settings start here.
pub(crate) fn running(ctx: &Ctx) -> Vec<Hook> {
    let named = run_together(ctx);
    let hooks = installed(ctx).into_iter().filter(|it| named.contains(&it.manifest.name));
    hooks.map(hook_of).collect()
}

/// What the installer knows about those that are installed.
pub(crate) fn offers(ctx: &Ctx) -> Vec<Offer> {
    installed(ctx).iter().map(offer).collect()
}

/// The same of those whose records are in a folder.
pub(crate) fn recorded(folder: &Path) -> Vec<Offer> {
    let records = Installed::all(folder).into_iter().flatten();
    records.filter(|it| hooks::hook(&it.manifest.name).is_none()).map(|it| offer(&it)).collect()
}

/// Adds the hooks that `--hook` names to those that are meant. `confirm` asks the person for what a
/// hook wants to be allowed.
///
/// # Errors
/// If a manifest is invalid, a name is taken, or the person allows less.
pub(crate) fn choose(
    args: &mut InstallArgs,
    offers: &mut Vec<Offer>,
    confirm: impl Fn(&str) -> Option<bool>,
) -> Result<(), InstallError> {
    for path in &args.hook {
        let found = wanted(path, &confirm).map_err(|err| InstallError::Refused(format!("{err:#}")));
        let record = found?;
        let name = &record.manifest.name;
        check_free(&record, offers)?;
        offers.retain(|offer| offer.hook != *name);
        args.hooks.hooks.push(name.clone());
        offers.push(offer(&record));
    }
    let is_foreign = |name: &String| {
        let is_it = |offer: &Offer| offer.hook == *name && offer.record.is_some();
        offers.iter().any(is_it)
    };
    // Only tacklebox can start them.
    if args.hooks.all || args.hooks.hooks.iter().any(is_foreign) {
        let has_foreign = offers.iter().any(|offer| offer.record.is_some());
        match args.engine {
            Engine::Off if has_foreign && !args.hooks.all => {
                let words =
                    "a hook with a manifest is started by tacklebox: leave out `--engine off`";
                return Err(InstallError::Refused(words.to_owned()));
            }
            Engine::Auto if has_foreign => args.engine = Engine::On,
            _ => {}
        }
    }
    Ok(())
}

/// Refuses a hook whose name is that of one from another folder.
fn check_free(record: &Installed, offers: &[Offer]) -> Result<(), InstallError> {
    let name = &record.manifest.name;
    let same = offers.iter().find(|offer| offer.hook == *name);
    let other = same.and_then(|offer| offer.record.as_deref());
    let other = other.and_then(|text| serde_json::from_str::<Installed>(text).ok());
    match other.filter(|other| other.folder != record.folder) {
        Some(other) => Err(InstallError::Refused(format!(
            "{name} is already installed from {}; uninstall it first, or choose another name in {}",
            other.folder.display(),
            record.folder.display()
        ))),
        None => Ok(()),
    }
}

fn wanted(path: &Path, confirm: &impl Fn(&str) -> Option<bool>) -> Result<Installed> {
    if !path.exists() {
        bail!("could not find {}: --hook takes a folder with a manifest", path.display());
    }
    let (manifest, folder) = Manifest::find(path)?;
    let name = &manifest.name;
    if hooks::hook(name).is_some() {
        bail!("{name} is one of our own hooks: choose another name in {}", folder.display());
    }
    if !manifest.may.is_empty() {
        let may: Vec<String> = manifest.may.iter().map(Grant::to_string).collect();
        let words = format!("{name} wants to {}.\n", may.join(", and to "));
        match confirm(&words) {
            Some(true) => {}
            Some(false) => bail!("nothing was changed"),
            None => bail!("{} There is no terminal to ask on; use --allow", words.trim_end()),
        }
    }
    let granted: BTreeSet<Grant> = manifest.may.clone();
    Installed::new(manifest, folder, granted)
}

fn offer(record: &Installed) -> Offer {
    let Manifest { name, description, .. } = &record.manifest;
    Offer {
        hook: name.clone(),
        description: description.clone(),
        first_step: "none".to_owned(),
        look: "`tacklebox log`".to_owned(),
        needs: String::new(),
        in_engine: true,
        template: record.template(),
        server: None,
        record: Some(record.text()),
    }
}

fn hook_of(record: Installed) -> Hook {
    record.hook().tools(tools)
}

/// What the name of such a hook does with arguments.
fn tools(ctx: &Ctx, args: Vec<OsString>, console: &mut Console) -> Result<ExitCode> {
    let name = ctx.hook();
    if args.into_iter().nth(1).is_none_or(|word| word != "--version") {
        bail!("{name} has no commands; see `tacklebox log --hook {name}`");
    }
    console.line(format!("{name} {}", env!("CARGO_PKG_VERSION")));
    Ok(ExitCode::SUCCESS)
}
