//! The files of a chain in the folder `.orchestration` of a project, each by itself.
//!
//! There may be several chains, since no two branches may go on with the same one: see
//! [`own_chain`](super::own_chain). The files of each begin with its name.
//!
//! The folder comes with the repository, and so may be anything: neither it nor a file that is
//! written may be a link.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use hook_state::{Access, Links, open_regular, read_regular};

use crate::record::chain;
use crate::record::line::Line;
use crate::record::link::Link;

/// The folder in the project.
pub(crate) const FOLDER: &str = ".orchestration";

/// The end of the name of what says how far the last writer has come.
const HEAD: &str = ".head.json";

/// The name of the chain where nothing is merged; the names of the others begin with it.
const CHAIN: &str = "agent_trace";

/// What stands in the names of the others behind that.
const BRANCH: &str = "chain-";

/// The files of a chain.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    /// The name of the chain.
    chain: String,
}

impl Files {
    /// Those of the chain of the project at `root` where nothing is merged. Nothing is touched.
    pub(crate) fn of(root: &Path) -> Self {
        Self { folder: root.join(FOLDER), chain: CHAIN.to_owned() }
    }

    /// Those of another chain.
    pub(crate) fn of_chain(root: &Path, id: &str) -> Self {
        Self { folder: root.join(FOLDER), chain: format!("{CHAIN}.{BRANCH}{id}") }
    }

    /// Those of all chains that there are, by their names.
    ///
    /// # Errors
    /// If the folder cannot be read, or is a link.
    pub(crate) fn of_all(root: &Path) -> Result<Vec<Self>> {
        let any = Self::of(root);
        any.check()?;
        let names = any.names().with_context(|| could_not_read(&any.folder))?;
        let chains = names.iter().filter_map(|name| {
            let name = name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(HEAD))?;
            let mut parts = name.splitn(3, '.');
            let (first, second) = (parts.next()?, parts.next().unwrap_or_default());
            let chain = if second.starts_with(BRANCH) {
                format!("{first}.{second}")
            } else {
                first.to_owned()
            };
            (first == CHAIN).then_some(chain)
        });
        let chains: BTreeSet<String> = chains.collect();
        Ok(chains.into_iter().map(|chain| Self { folder: any.folder.clone(), chain }).collect())
    }

    /// The name of the chain.
    pub(crate) fn chain(&self) -> &str {
        &self.chain
    }

    /// The names in the folder.
    fn names(&self) -> io::Result<Vec<String>> {
        let entries = match fs::read_dir(&self.folder) {
            Err(err) if err.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let names = entries.map(|entry| Ok(entry?.file_name().into_string().ok()));
        Ok(names.collect::<io::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Fails where the folder is a link: it would lead the ledger out of the project.
    pub(crate) fn check(&self) -> Result<()> {
        if self.folder.is_symlink() {
            let what = "it is a symbolic link, which is not followed here";
            bail!("could not use {}: {what}", self.folder.display());
        }
        Ok(())
    }

    /// The folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file of the chain, by the end of its name.
    fn file(&self, end: &str) -> PathBuf {
        self.folder.join(format!("{}{end}", self.chain))
    }

    /// The file that records are appended to.
    pub(crate) fn current(&self) -> PathBuf {
        self.file(".jsonl")
    }

    /// The file of signed checkpoints.
    pub(crate) fn checkpoints(&self) -> PathBuf {
        self.file(".checkpoints.jsonl")
    }

    /// The new chain of a `squash`, until it has the name of the old one.
    pub(crate) fn squashed(&self) -> PathBuf {
        self.file(".squashed.jsonl")
    }

    /// The lines of the chain.
    ///
    /// # Errors
    /// If the folder is a link, or the file cannot be read.
    pub(crate) fn lines(&self) -> Result<Vec<Line>> {
        self.check()?;
        let path = self.current();
        match read(&path) {
            Err(err) if err.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            bytes => Ok(chain::lines(&name(&path), &bytes.with_context(|| could_not_read(&path))?)),
        }
    }

    /// Where the last writer has come to, if that is known.
    pub(crate) fn head(&self) -> Option<Link> {
        serde_json::from_slice(&read(&self.file(HEAD)).ok()?).ok()
    }

    /// Says how far the ledger has come, in one write of always the same length: a
    /// rename in its place would wait for the disk on some file systems.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn write_head(&self, head: &Link) -> io::Result<()> {
        let text = format!("{{\"seq\":{:>20},\"hash\":\"{}\"}}\n", head.seq, head.hash);
        open(&self.file(HEAD))?.write_all(text.as_bytes())
    }

    /// Forgets how far the ledger has come.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub(crate) fn remove_head(&self) -> io::Result<()> {
        remove(&self.file(HEAD))
    }
}

/// The name of a file, as findings say it.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Opens the file to append to. Nothing but a regular file is taken: what is cut
/// off at the end of a link's target may be somebody's.
///
/// # Errors
/// If it cannot be opened, or is none.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    Ok(open_regular(path, Access::Edit, Links::Refused)?.into_file())
}

/// The content of a regular file.
///
/// # Errors
/// If it cannot be read, or is none.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_regular(path, Links::Followed, u64::MAX)
}

/// Removes a file if it is there.
///
/// # Errors
/// If it stays.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(err) if err.kind() != ErrorKind::NotFound => Err(err),
        _ => Ok(()),
    }
}

pub(crate) fn could_not_read(path: &Path) -> String {
    format!("could not read {}", path.display())
}
