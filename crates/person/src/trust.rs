//! Which configurations of projects a person trusts to start programs and to write files.
//!
//! Hooks that are installed in a project are trusted with it. Where they are installed for a
//! person, they run in every repository, and what a repository says may not start
//! anything before the person has seen it. Trust is in a file as it was seen: it ends with the first
//! change.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hmac_sha256::Hash;
use hook_runtime::Ctx;
use hook_state::{Links, StateDir, read_regular};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::private_file;

/// In the folder of the person's configuration.
const FILE: &str = "trusted.json";
/// Where it is remembered which session was told, in the state folder.
const TOLD: &str = "untrusted-told";
/// For how long it is.
const KEPT_FOR: Duration = Duration::from_secs(30 * 24 * 3600);
const PATIENCE: Duration = Duration::from_secs(2);
/// In bytes, of the file.
const MAX_FILE: u64 = 4 << 20;
/// In bytes, of a configuration.
const MAX_CONFIGURATION: u64 = 16 << 20;

/// The file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Trust {
    version: u32,
    trusted: Vec<Trusted>,
    #[serde(flatten)]
    extra: BTreeMap<String, Value>,
}

/// A configuration that a person trusts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trusted {
    /// Where it is, links followed.
    pub file: PathBuf,
    /// Of its content, in hexadecimal digits.
    pub sha256: String,
    /// Since when: RFC 3339, UTC.
    pub since: String,
}

impl Trusted {
    /// Whether the file is as it was when it was trusted.
    pub fn is_as_seen(&self) -> bool {
        hash(&self.file).is_ok_and(|sha256| sha256 == self.sha256)
    }
}

/// Whether what `file` configures may start programs and write files. A file that is not
/// there may.
pub fn is_trusted(ctx: &Ctx, file: &Path) -> bool {
    if !is_for_all_projects(ctx) {
        return true;
    }
    let Ok(real) = fs::canonicalize(file) else { return true };
    let own = ctx.user_config().and_then(|config| config.canonicalize().ok());
    if own.is_some_and(|own| real.starts_with(own)) {
        return true;
    }
    let Ok(sha256) = hash(&real) else { return false };
    let known = list(ctx).unwrap_or_else(|err| {
        ctx.report(format_args!("could not read what is trusted: {err}"));
        Vec::new()
    });
    known.iter().any(|it| it.file == real && it.sha256 == sha256)
}

/// Whether the running program is one of those that are installed for a person: below
/// `hooks/bin` of their own folder of Claude Code.
fn is_for_all_projects(ctx: &Ctx) -> bool {
    let config = ctx.env("CLAUDE_CONFIG_DIR").map(PathBuf::from);
    let home = ctx.home().map(|home| home.join(".claude"));
    let folders = [config, home].into_iter().flatten();
    let bins = folders.filter_map(|folder| folder.join("hooks/bin").canonicalize().ok());
    let bins: Vec<PathBuf> = bins.collect();
    if bins.is_empty() {
        return false;
    }
    // One that was replaced since it began is named by where it was.
    let program = ctx.program().map(|program| program.canonicalize().unwrap_or(program));
    program.is_some_and(|program| bins.iter().any(|bin| program.starts_with(bin)))
}

/// What the person trusts.
///
/// # Errors
/// If the file cannot be read, or others could have written it.
pub fn list(ctx: &Ctx) -> io::Result<Vec<Trusted>> {
    let Some(config) = ctx.user_config() else { return Ok(Vec::new()) };
    match private_file::read(&config.join(FILE), MAX_FILE) {
        Ok(bytes) => Ok(serde_json::from_slice::<Trust>(&bytes)?.trusted),
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(err) => Err(err),
    }
}

/// Trusts a file as it is now, in place of what it was.
///
/// # Errors
/// If it, or what is trusted, cannot be read or written.
pub fn trust(ctx: &Ctx, file: &Path) -> io::Result<Trusted> {
    let file = fs::canonicalize(file)?;
    let since = ctx.timestamp();
    let trusted = Trusted { sha256: hash(&file)?, file, since };
    change(ctx, |known| {
        known.retain(|it| it.file != trusted.file);
        known.push(trusted.clone());
    })?;
    Ok(trusted)
}

/// Trusts nothing any more that is at `path` or below it. Returns what it was.
///
/// # Errors
/// If what is trusted cannot be read or written.
pub fn distrust(ctx: &Ctx, path: &Path) -> io::Result<Vec<Trusted>> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    change(ctx, |known| {
        let is_there = |it: &Trusted| it.file.starts_with(&path);
        let (gone, kept) = std::mem::take(known).into_iter().partition(is_there);
        *known = kept;
        gone
    })
}

fn change<R>(ctx: &Ctx, change: impl FnOnce(&mut Vec<Trusted>) -> R) -> io::Result<R> {
    let nowhere = || io::Error::new(ErrorKind::NotFound, "no folder of configuration is known");
    let config = StateDir::new(ctx.user_config().ok_or_else(nowhere)?.to_owned());
    // What others could have written is not taken over.
    list(ctx)?;
    let changed = config.update_json(FILE, PATIENCE, |file: &mut Trust| {
        file.version = 1;
        change(&mut file.trusted)
    })?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(config.file(FILE), fs::Permissions::from_mode(0o600))?;
    }
    Ok(changed)
}

fn hash(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    for byte in Hash::hash(&read_regular(file, Links::Followed, MAX_CONFIGURATION)?) {
        let _written = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// What is to be said of a file that is not trusted: once in a session, by each hook.
pub fn notice(ctx: &Ctx, session: Option<&str>, file: &Path) -> Option<String> {
    is_news(ctx, session.unwrap_or_default()).then(|| {
        format!(
            "{} names programs to start or files to write. It has no effect until the person has \
             read it and run `tacklebox trust {}`.",
            file.display(),
            subject(file).display(),
        )
    })
}

/// What a person names to trust a file: its project, or itself where it is not in the folder
/// of the project's configuration.
fn subject(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| folder.ends_with(".tacklebox"));
    folder.and_then(Path::parent).unwrap_or(file)
}

fn is_news(ctx: &Ctx, session: &str) -> bool {
    let Some(state) = ctx.state() else { return true };
    let told = StateDir::new(state.file(TOLD));
    let name = format!("{session}.{}", ctx.hook());
    if ctx.is_dry_run() {
        return !told.is_marked(&name).unwrap_or_default();
    }
    let is_first = told.once(&name).unwrap_or(true);
    if let (true, Some(before)) = (is_first, ctx.now().checked_sub(KEPT_FOR)) {
        let _swept_next_time = told.sweep(before);
    }
    is_first
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    /// A context in which this very program is installed for the person, or is not.
    fn ctx(folder: &Path, is_for_all: bool) -> Ctx {
        let program = std::env::current_exe().unwrap();
        let claude = folder.join("claude");
        if is_for_all && !claude.exists() {
            fs::create_dir_all(claude.join("hooks")).unwrap();
            std::os::unix::fs::symlink(program.parent().unwrap(), claude.join("hooks/bin"))
                .unwrap();
        }
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        let variables = [
            ("TACKLEBOX_CONFIG_DIR", text(folder.join("config"))),
            ("TACKLEBOX_STATE_DIR", text(folder.join("state"))),
            ("CLAUDE_CONFIG_DIR", text(claude)),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        let environment = Environment::Fixed(variables.into());
        Ctx::new("example-hook", environment, SystemTime::UNIX_EPOCH, None)
    }

    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(path, text.as_bytes()).unwrap();
    }

    #[test]
    fn a_file_is_trusted_as_it_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path(), true);
        let project = folder.path().join("p");
        let file = project.join(".tacklebox/post-edit.yaml");
        write(&file, "one");
        assert!(!is_trusted(&ctx, &file));
        trust(&ctx, &file).unwrap();
        assert!(is_trusted(&ctx, &file));
        let kept = folder.path().join("config").join(FILE);
        assert_eq!(fs::metadata(&kept).unwrap().permissions().mode() & 0o777, 0o600);
        write(&file, "two");
        assert!(!is_trusted(&ctx, &file));
        trust(&ctx, &file).unwrap();
        assert_eq!(list(&ctx).unwrap().len(), 1);
        // The same text elsewhere is another file.
        let other = folder.path().join("q/.tacklebox/post-edit.yaml");
        write(&other, "two");
        assert!(!is_trusted(&ctx, &other) && is_trusted(&ctx, &file));
        // What others may write says nothing.
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o666)).unwrap();
        assert!(!is_trusted(&ctx, &file) && trust(&ctx, &other).is_err());
        assert!(ctx.take_reports()[0].contains("open to others"));
        fs::set_permissions(&kept, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(distrust(&ctx, &project).unwrap().len(), 1);
        assert!(!is_trusted(&ctx, &file) && list(&ctx).unwrap().is_empty());
    }

    #[test]
    fn what_is_the_persons_or_installed_in_the_project_needs_no_trust() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("p/.tacklebox/post-edit.yaml");
        write(&file, "one");
        assert!(is_trusted(&ctx(folder.path(), false), &file));
        let for_all = ctx(folder.path(), true);
        let own = folder.path().join("config/post-edit.yaml");
        write(&own, "one");
        assert!(is_trusted(&for_all, &own) && !is_trusted(&for_all, &file));
        assert!(is_trusted(&for_all, &folder.path().join("missing")));
        // A link out of the person's folder leads to what it leads to.
        let link = folder.path().join("config/linked.yaml");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(!is_trusted(&for_all, &link));
    }

    #[test]
    fn a_session_is_told_once_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = ctx(folder.path(), true);
        let said = notice(&ctx, Some("s"), Path::new("/p/.tacklebox/post-edit.yaml")).unwrap();
        assert!(said.ends_with("run `tacklebox trust /p`."), "{said}");
        let file = Path::new("/p/matrix.yaml");
        assert_eq!(notice(&ctx, Some("s"), file), None);
        assert!(notice(&ctx.clone().dry(), Some("t"), file).is_some());
        let said = notice(&ctx, Some("t"), file).unwrap();
        assert!(said.ends_with("run `tacklebox trust /p/matrix.yaml`."), "{said}");
    }
}
