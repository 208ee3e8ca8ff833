//! Timers that start `tacklebox-sync ship` every five minutes: systemd's, and launchd's on macOS.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use hook_runtime::Ctx;
use hook_state::{Links, read_regular, replace};

/// A file with this is ours.
const MARK: &str = "Written by `tacklebox-sync ship --install-timer`.";

/// The largest file that is compared.
const MAX_FILE: u64 = 64 << 10;

/// Variables that say where files are kept. A timer does not get them from a shell.
const VARIABLES: [&str; 4] =
    ["TACKLEBOX_CONFIG_DIR", "TACKLEBOX_STATE_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"];

/// Who starts programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manager {
    /// The person's instance of systemd.
    Systemd,
    /// launchd.
    Launchd,
}

/// The files of a timer.
#[derive(Debug)]
pub struct Timer {
    files: Vec<(PathBuf, String)>,
    /// The command that starts it.
    pub start: String,
    /// The command that stops it.
    pub stop: String,
}

impl Manager {
    /// That of this system.
    pub fn of_system() -> Self {
        if cfg!(target_os = "macos") { Self::Launchd } else { Self::Systemd }
    }
}

impl Timer {
    /// The timer that starts `program`.
    ///
    /// # Errors
    /// If there is no home folder, or a path cannot be written into a file of the manager.
    pub fn new(ctx: &Ctx, program: &Path, manager: Manager) -> Result<Self> {
        let home = ctx.home().context("there is no home folder")?;
        let program = program.to_str().context("the program's path is not UTF-8")?;
        let variables: Vec<(&str, String)> =
            VARIABLES.iter().filter_map(|name| Some((*name, ctx.env(name)?))).collect();
        for text in variables.iter().map(|(_, value)| value.as_str()).chain([program]) {
            ensure!(!text.chars().any(char::is_control), "a path has a control character");
        }
        Ok(match manager {
            Manager::Systemd => {
                let config = ctx.env("XDG_CONFIG_HOME").map(PathBuf::from);
                let config = config.filter(|path| path.is_absolute());
                let folder = config.unwrap_or_else(|| home.join(".config")).join("systemd/user");
                Self {
                    files: vec![
                        (folder.join("tacklebox-sync.service"), service(program, &variables)),
                        (folder.join("tacklebox-sync.timer"), TIMER.replace("MARK", MARK)),
                    ],
                    start: "systemctl --user enable --now tacklebox-sync.timer".to_owned(),
                    stop: "systemctl --user disable --now tacklebox-sync.timer".to_owned(),
                }
            }
            Manager::Launchd => {
                let file = home.join("Library/LaunchAgents/tacklebox-sync.plist");
                Self {
                    start: format!("launchctl load -w '{}'", file.display()),
                    // By its name, because the file is gone then.
                    stop: "launchctl remove tacklebox-sync".to_owned(),
                    files: vec![(file, plist(program, &variables))],
                }
            }
        })
    }

    /// Writes the files and returns their paths.
    ///
    /// # Errors
    /// If another program has written one of them, or one cannot be written.
    pub fn install(&self) -> Result<Vec<&Path>> {
        for (file, _) in &self.files {
            self::ours(file)?;
        }
        for (file, text) in &self.files {
            let attempt = || format!("could not write {}", file.display());
            fs::create_dir_all(file.parent().unwrap_or(file)).with_context(attempt)?;
            replace(file, text.as_bytes()).with_context(attempt)?;
        }
        Ok(self.paths().collect())
    }

    /// Removes the files and returns the paths of those that existed.
    ///
    /// # Errors
    /// If another program has written one of them, or one cannot be removed.
    pub fn uninstall(&self) -> Result<Vec<&Path>> {
        let mut removed = Vec::new();
        for file in self.paths() {
            if ours(file)? {
                fs::remove_file(file)
                    .with_context(|| format!("could not remove {}", file.display()))?;
                removed.push(file);
            }
        }
        Ok(removed)
    }

    fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|(file, _)| file.as_path())
    }
}

/// Whether the file exists.
///
/// # Errors
/// If it is not ours.
fn ours(file: &Path) -> Result<bool> {
    match read_regular(file, Links::Followed, MAX_FILE) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            ensure!(text.contains(MARK), "{} was not written by this program", file.display());
            Ok(true)
        }
        Err(err) if err.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(err) => Err(err).with_context(|| format!("could not read {}", file.display())),
    }
}

const TIMER: &str = "\
# MARK
[Unit]
Description=Sends the log of Tacklebox's hooks

[Timer]
OnStartupSec=2min
OnUnitActiveSec=5min
RandomizedDelaySec=1min

[Install]
WantedBy=timers.target
";

fn service(program: &str, variables: &[(&str, String)]) -> String {
    let mut text = format!(
        "# {MARK}\n[Unit]\nDescription=Sends the log of Tacklebox's hooks\n\n[Service]\nType=oneshot\n\
         ExecStart={} ship\n",
        quoted(&program.replace('$', "$$")),
    );
    for (name, value) in variables {
        let _written = writeln!(text, "Environment={}", quoted(&format!("{name}={value}")));
    }
    text
}

/// As systemd reads a word.
fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"").replace('%', "%%"))
}

fn plist(program: &str, variables: &[(&str, String)]) -> String {
    let mut environment = String::new();
    for (name, value) in variables {
        let _written =
            writeln!(environment, "    <key>{name}</key>\n    <string>{}</string>", escaped(value));
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!-- {MARK} -->
<plist version=\"1.0\">
<dict>
  <key>Label</key>
  <string>tacklebox-sync</string>
  <key>ProgramArguments</key>
  <array>
    <string>{}</string>
    <string>ship</string>
  </array>
  <key>EnvironmentVariables</key>
  <dict>
{environment}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>StartInterval</key>
  <integer>300</integer>
</dict>
</plist>
",
        escaped(program),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
