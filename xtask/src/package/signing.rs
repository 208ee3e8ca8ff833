//! Signatures beside what is released, by minisign (jedisct1.github.io/minisign).

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use super::Release;
use crate::files;

/// Signs every file of a folder. Nothing of the time is in a signature, so that the same key and
/// the same files give the same bytes. The name is signed too: else an older archive would do under
/// the name of a newer one.
///
/// # Errors
/// If minisign is not there, or does not take the key: one with a password it would ask for.
pub(super) fn sign(release: &Release, folder: &Path, key: &Path) -> Result<usize> {
    let files = files::listing(folder)?;
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let mut minisign = Command::new("minisign");
        minisign.arg("-S").arg("-s").arg(key).arg("-m").arg(file);
        minisign.args(["-t", &format!("file:{name}")]);
        minisign.args(["-c", &format!("tacklebox {}", release.version)]);
        let output = minisign.stdin(Stdio::null()).output().context("could not start minisign")?;
        let words = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "minisign did not sign {name}: {}", words.trim());
    }
    Ok(files.len())
}
