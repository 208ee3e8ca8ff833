//! `policy verify` and `pull`: whether this machine takes a bundle, and where it is kept.
//!
//! The record is written last and at once, so hooks see the old policies or the new ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use hook_chain::{Mode, PolicyRecord, RecordedPolicy};
use hook_config::Source;
use hook_protocol::{from_hex, hex};
use hook_runtime::{Console, Ctx, SYSTEM_CONFIG};
use hook_state::Lock;
use humantime::{format_rfc3339_seconds, parse_rfc3339};
use policy_bundle::{Active, Bundle, Cohort, Refusal, accept};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use signing_keys::VerifyingKey;

use super::{REFUSED, here, make_folder, now, public_key, read, read_bytes, write};

/// How long a `policy pull` waits for another one.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// Where the policies of the machine or of a person are kept.
#[derive(Debug, Clone)]
pub(super) struct Store {
    folder: PathBuf,
}

/// The last bundle that was refused.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Refused {
    version: u32,
    pub(super) at: String,
    pub(super) file: String,
    pub(super) reason: String,
}

impl Store {
    fn system() -> Self {
        Self { folder: SYSTEM_CONFIG.into() }
    }

    fn own(ctx: &Ctx) -> Option<Self> {
        Some(Self { folder: ctx.user_config()?.to_owned() })
    }

    /// The one that has an active bundle: the machine's, else the person's.
    pub(super) fn active(ctx: &Ctx) -> Option<Self> {
        let stores = [Some(Self::system()), Self::own(ctx)];
        stores.into_iter().flatten().find(|store| store.record_file().exists())
    }

    pub(super) fn is_system(&self) -> bool {
        self.folder == Path::new(SYSTEM_CONFIG)
    }

    /// The active bundle as it was pulled.
    pub(super) fn bundle(&self) -> PathBuf {
        self.folder.join("policy.tbx")
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.folder.join("policy")
    }

    fn record_file(&self) -> PathBuf {
        self.folder().join("active.json")
    }

    fn refused_file(&self) -> PathBuf {
        self.folder().join("refused.json")
    }

    pub(super) fn record(&self) -> Result<Option<PolicyRecord>> {
        let found = PolicyRecord::first(&[self.record_file()])?;
        Ok(found.map(|(_, record)| record))
    }

    pub(super) fn refused(&self) -> Option<Refused> {
        serde_json::from_str(&read(&self.refused_file()).ok()?).ok()
    }

    fn note_refusal(&self, ctx: &Ctx, file: String, refusal: &Refusal) -> Result<()> {
        let refused =
            Refused { version: 1, at: ctx.timestamp(), file, reason: refusal.to_string() };
        make_folder(&self.folder())?;
        write(&self.refused_file(), &(serde_json::to_string(&refused)? + "\n"))
    }
}

/// Says whether a machine with these keys takes a bundle.
pub(super) fn verify(
    ctx: &Ctx,
    path: &Path,
    key: Option<&Path>,
    console: &mut Console,
) -> Result<ExitCode> {
    let record = match Store::active(ctx) {
        Some(store) => store.record()?,
        None => None,
    };
    let keys = match key {
        Some(key) => vec![public_key(&here(ctx, key))?],
        None => record.as_ref().map(keys).unwrap_or_default(),
    };
    let text = read(&here(ctx, path))?;
    match taken(ctx, &text, &keys, record.as_ref()) {
        Ok(bundle) => {
            console.line(format!("Revision {} is good.", bundle.manifest().revision));
            Ok(ExitCode::SUCCESS)
        }
        Err(refusal) => {
            console.error_line(format!("{}: {refusal}", path.display()));
            Ok(ExitCode::from(REFUSED))
        }
    }
}

/// A bundle to pull.
#[derive(Debug)]
pub(super) struct Pulled<'a> {
    pub(super) file: &'a Path,
    /// The public key to trust if it is the first one.
    pub(super) key: Option<&'a Path>,
    /// Where the file was downloaded from.
    pub(super) origin: Option<&'a str>,
}

/// Makes a bundle the active one, or keeps the one that is active and says why.
pub(super) fn pull(
    ctx: &Ctx,
    pulled: &Pulled<'_>,
    is_system: bool,
    console: &mut Console,
) -> Result<ExitCode> {
    let &Pulled { file, key, origin } = pulled;
    // Whose key is trusted decides what hooks obey. An administrator may have no terminal.
    if key.is_some()
        && let Err(missing) = person::identify(ctx)
        && let Some(missing) = if is_system { person::agent(ctx) } else { Some(missing) }
    {
        console.error_line(person::refusal("`policy pull --key`", &missing));
        return Ok(ExitCode::from(REFUSED));
    }
    let own = || Store::own(ctx).context("there is no home folder");
    let store = if is_system { Store::system() } else { own()? };
    // A bundle is not necessarily text if a server sent it; then it has no manifest.
    let text = String::from_utf8_lossy(&read_bytes(&here(ctx, file))?).into_owned();
    if is_system {
        make_system_folder(&store.folder())?;
    } else {
        make_folder(&store.folder())?;
    }
    let _lock = Lock::of_folder(&store.folder(), MAX_WAIT)
        .context("another `policy pull` has not ended yet")?;
    let record = match store.record() {
        // With a key a damaged record is replaced like none.
        Err(_) if key.is_some() => None,
        record => record.context("name the public key of your organisation with --key")?,
    };
    let keys = match (&record, key) {
        (Some(record), None) => keys(record),
        (Some(_), Some(_)) => bail!("--key is for the first bundle; the active one names its keys"),
        (None, Some(key)) => vec![public_key(&here(ctx, key))?],
        (None, None) => Vec::new(),
    };
    match taken(ctx, &text, &keys, record.as_ref()) {
        Ok(bundle) => activate(ctx, &store, &bundle, &keys, record.as_ref(), console),
        Err(refusal) => {
            let name = origin.map_or_else(|| file.display().to_string(), str::to_owned);
            console.error_line(format!("{name}: refused: {refusal}"));
            if record.is_some() {
                store.note_refusal(ctx, name, &refusal)?;
            } else if key.is_none() {
                console.error_line("Name the public key of your organisation with --key.");
            }
            Ok(ExitCode::from(REFUSED))
        }
    }
}

fn activate(
    ctx: &Ctx,
    store: &Store,
    bundle: &Bundle,
    keys: &[VerifyingKey],
    before: Option<&PolicyRecord>,
    console: &mut Console,
) -> Result<ExitCode> {
    let manifest = bundle.manifest();
    let machine = machine_id(store)?;
    let next = if manifest.keys.is_empty() { keys } else { &manifest.keys };
    let mode =
        |policy: &str| match manifest.rollout(policy).cohort(&manifest.salt, policy, &machine) {
            Cohort::Enforce => Mode::Enforce,
            Cohort::Warn => Mode::Warn,
            Cohort::Shadow => Mode::Shadow,
        };
    write_bundle(&store.folder(), bundle)?;
    write(&store.bundle(), &bundle.to_string())?;
    write_record(&store.folder(), &record_of(bundle, next, mode))?;
    // Hooks that are running may still read the one before.
    let kept = [Some(manifest.revision), before.map(|before| before.revision)];
    remove_others(&store.folder(), &kept.map(|it| it.unwrap_or_default().to_string()));
    let _none = fs::remove_file(store.refused_file());
    if !store.is_system() {
        let own = ctx.user_config().context("there is no home folder")?;
        let_own_policy_count(&own.join("tacklebox.yaml"))?;
    }
    console.line(format!("Revision {} is active.", manifest.revision));
    console.line("Next: tacklebox policy status");
    Ok(ExitCode::SUCCESS)
}

/// Unpacks a bundle as the active one of a trial, in which all of its policies are enforced.
///
/// # Errors
/// If it is not a bundle, or cannot be written.
pub(crate) fn unpack_for_trial(bundle: &Path, folder: &Path) -> Result<()> {
    let bundle = Bundle::parse(&read(bundle)?).with_context(|| bundle.display().to_string())?;
    let folder = folder.join("policy");
    write_bundle(&folder, &bundle)?;
    write_record(&folder, &record_of(&bundle, &[], |_| Mode::Enforce))
}

fn record_of(bundle: &Bundle, keys: &[VerifyingKey], mode: impl Fn(&str) -> Mode) -> PolicyRecord {
    let manifest = bundle.manifest();
    let policy = |name: &str| {
        let hooks = manifest.hooks(name).map(str::to_owned).collect();
        (name.to_owned(), RecordedPolicy { mode: mode(name), hooks })
    };
    PolicyRecord {
        version: PolicyRecord::VERSION,
        revision: manifest.revision,
        digest: bundle.digest(),
        issued: format_rfc3339_seconds(manifest.issued).to_string(),
        expires: format_rfc3339_seconds(manifest.expires).to_string(),
        keys: keys.iter().map(|key| hex(key.as_bytes())).collect(),
        policies: manifest.policies().into_iter().map(policy).collect::<BTreeMap<_, _>>(),
    }
}

fn write_bundle(folder: &Path, bundle: &Bundle) -> Result<()> {
    let folder = folder.join(bundle.manifest().revision.to_string());
    for (path, text) in bundle.files() {
        make_folder(&folder.join(path.policy()))?;
        write(&folder.join(path.as_str()), text)?;
    }
    Ok(())
}

fn write_record(folder: &Path, record: &PolicyRecord) -> Result<()> {
    write(&folder.join("active.json"), &(serde_json::to_string_pretty(record)? + "\n"))
}

fn taken(
    ctx: &Ctx,
    text: &str,
    keys: &[VerifyingKey],
    record: Option<&PolicyRecord>,
) -> Result<Bundle, Refusal> {
    let now = now(ctx);
    let active = record.map(|record| Active {
        revision: record.revision,
        digest: &record.digest,
        issued: parse_rfc3339(&record.issued).unwrap_or(now),
    });
    accept(text, keys, active, now)
}

/// The keys that may sign the bundle after this one.
pub(super) fn keys(record: &PolicyRecord) -> Vec<VerifyingKey> {
    let key = |digits: &String| VerifyingKey::from_bytes(&from_hex(digits)?).ok();
    record.keys.iter().filter_map(key).collect()
}

/// A hash of the system's id, which is confidential (`machine-id(5)`); where it has none, of one that is made here.
fn machine_id(store: &Store) -> Result<String> {
    let files = ["/etc/machine-id", "/var/lib/dbus/machine-id"];
    let known = files.iter().find_map(|file| fs::read_to_string(file).ok());
    let id = match known.filter(|id| !id.trim().is_empty()) {
        Some(id) => id,
        None => made_id(&store.folder().join("machine-id"))?,
    };
    Ok(hex(&Sha256::digest(format!("tacklebox policy {}", id.trim()))))
}

fn made_id(file: &Path) -> Result<String> {
    if let Ok(known) = fs::read_to_string(file) {
        return Ok(known);
    }
    let mut random = [0; 16];
    getrandom::fill(&mut random).map_err(|err| anyhow::anyhow!("no randomness: {err}"))?;
    make_folder(file.parent().unwrap_or(file))?;
    write(file, &hex(&random))?;
    Ok(hex(&random))
}

/// Removes the unpacked bundles with other revisions.
fn remove_others(folder: &Path, kept: &[String]) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.parse::<u64>().is_ok() && !kept.contains(&name) {
            let _left = fs::remove_dir_all(entry.path());
        }
    }
}

/// Makes the folder that the hooks of everybody read, and that only root may change, whatever the umask is.
fn make_system_folder(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        ensure!(rustix::process::geteuid().is_root(), "--system needs root");
        rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    }
    make_folder(folder)?;
    #[cfg(unix)]
    for folder in [Path::new(SYSTEM_CONFIG), folder] {
        use std::os::unix::fs::MetadataExt as _;
        let found = fs::metadata(folder).with_context(|| folder.display().to_string())?;
        let is_safe = found.uid() == 0 && found.mode() & 0o077 == 0o055;
        ensure!(is_safe, "{0} must be root's, with mode 755: chmod 755 {0}", folder.display());
    }
    Ok(())
}

/// Writes `policy: own` into a person's configuration.
fn let_own_policy_count(file: &Path) -> Result<()> {
    let source = hook_config::read_if_there(file)?;
    if source.as_ref().is_some_and(|source| hook_config::has(&source.path, "policy")) {
        ensure!(hook_config::says(file, "policy", "own"), "{} has another policy", file.display());
        return Ok(());
    }
    let Some(source) = source else { return write(file, "version: 1\npolicy: own\n") };
    let text = format!("{}\npolicy: own\n", source.text.trim_end());
    let changed = Source { text, ..source };
    changed
        .parse::<serde_json::Map<String, serde_json::Value>>()
        .with_context(|| format!("add `policy: own` to {} yourself", file.display()))?;
    write(file, &changed.text)
}
