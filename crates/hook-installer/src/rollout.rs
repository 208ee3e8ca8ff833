//! What an administrator rolls out: settings that a person cannot change, the programs that they name
//! with their sums, and a page that says where each goes and how to take it back.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use claude_settings::{Aim, Arrangement, ByHand, ENGINE, Fragment, HookCommand, Start};
use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

use crate::engine::{self, Engine};
use crate::error::InstallError;
use crate::files;
use crate::lease_program::LEASE_PROGRAM;
use crate::offer::{Confine, Offer};
use crate::program::{self, file_name};
use crate::wall;

/// Where programs go where nothing else is said: the same place on Linux and macOS.
pub(crate) const DEFAULT_PROGRAMS: &str = "/usr/local/lib/tacklebox";

/// The settings, in a file of their own: an administrator's other settings stay as they are.
const SETTINGS: &str = "managed-settings.d/50-tacklebox.json";

/// What holds beside the hooks. Modules of a person's plugins are refused, which could lift a denial. Of several
/// sources of managed settings all count, and not only the strongest. Older clients than we test do not start.
const BESIDE: &str = r#"{
  "managedSourcesBehavior": "merge",
  "requiredMinimumVersion": "2.1.330",
  "pluginConfigs": {
    "cc-plugin-sec-default@builtin": {
      "options": {
        "allowManagedModsOnly": true
      }
    }
  }
}
"#;

/// What is written, and where from.
pub(crate) struct Rollout<'a> {
    /// The hooks.
    pub(crate) hooks: &'a [Offer],
    /// The folder of the programs on the machines.
    pub(crate) target: &'a str,
    /// Where the programs are now.
    pub(crate) programs: &'a Path,
    /// The folder that is written.
    pub(crate) out: &'a Path,
    /// The shell by which commands are held, where the settings name it.
    pub(crate) shell: Option<&'static str>,
}

/// The hooks that write plans of what commands may write, or do so where a project's configuration says it.
const WALLED: [&str; 2] = ["intent-gate-hook", "governance-hook"];

/// The shell that settings for these hooks name, as far as this system, the folder on the machines and the folder of
/// programs have it; and a note where they have not.
pub(crate) fn shell(
    wish: Confine,
    hooks: &[Offer],
    target: &str,
    programs: &Path,
) -> (Option<&'static str>, Option<String>) {
    let is_walled = hooks.iter().any(|hook| WALLED.contains(&&*hook.hook));
    if !is_walled || !Path::new(target).is_absolute() {
        return (None, None);
    }
    match wall::that_can_come(wish, hooks, programs) {
        (Confine::By(shell), _) => (Some(shell), None),
        (_, note) => (None, note),
    }
}

impl Rollout<'_> {
    /// Writes it all; the folder may be there and be empty. The files are returned.
    pub(crate) fn write(&self) -> Result<Vec<PathBuf>, InstallError> {
        self.refuse()?;
        let (settings, names) = self.settings()?;
        let (folder, file) = (self.out.join("programs"), self.out.join(SETTINGS));
        for made in [Some(folder.as_path()), file.parent()].into_iter().flatten() {
            fs::create_dir_all(made).map_err(InstallError::failed("make", made))?;
        }
        let mut sums = String::new();
        let mut written = Vec::new();
        for name in &names {
            let (from, to) = (self.source(name)?, folder.join(file_name(name)));
            program::put(&from, &to)?;
            let bytes = fs::read(&to).map_err(InstallError::failed("read", &to))?;
            let sum = HEXLOWER.encode(&Sha256::digest(bytes));
            let _whole = writeln!(sums, "{sum}  {}", file_name(name));
            written.push(to);
        }
        let texts = [
            (folder.join("SHA256SUMS"), sums),
            (file, settings),
            (self.out.join("README.md"), self.page(&names)),
        ];
        for (file, text) in texts {
            files::replace(&file, text.as_bytes(), None)
                .map_err(InstallError::failed("write", &file))?;
            written.push(file);
        }
        Ok(written)
    }

    fn refuse(&self) -> Result<(), InstallError> {
        if !Path::new(self.target).is_absolute() && !self.target.contains(":\\") {
            let reason = format!("{} is not an absolute path, which settings need", self.target);
            return Err(InstallError::Refused(reason));
        }
        let is_used = fs::read_dir(self.out).is_ok_and(|mut entries| entries.next().is_some());
        if is_used {
            let reason =
                format!("{} is not empty; name a new folder with --out", self.out.display());
            return Err(InstallError::Refused(reason));
        }
        Ok(())
    }

    /// The settings, and the programs that they name or an administrator needs: `tacklebox`, and what pulls policies
    /// and ships calls.
    fn settings(&self) -> Result<(String, Vec<String>), InstallError> {
        let fragment = |offer: &Offer| {
            let fragment = offer.fragment(HookCommand::in_dir(&offer.hook, self.target))?;
            Ok(if offer.in_engine { fragment } else { fragment.kept_alone() })
        };
        let known: Vec<Fragment> =
            self.hooks.iter().map(fragment).collect::<Result<_, InstallError>>()?;
        let hooks: Vec<String> = self.hooks.iter().map(|offer| offer.hook.clone()).collect();
        let start = engine::start(Engine::Auto, &known.iter().collect::<Vec<_>>());
        let arrangement = Arrangement {
            known,
            engine: HookCommand::in_dir(ENGINE, self.target),
            aim: Aim::Enter(hooks.clone(), start),
            by_hand: ByHand::Goes,
            blocking: hooks,
        };
        let file = self.out.join(SETTINGS);
        let arranged = arrangement.apply(Some(BESIDE)).map_err(|source| {
            InstallError::Template { name: file.display().to_string(), source }
        })?;
        let shell = self.shell.map(|shell| format!("{}/{shell}", self.target));
        let text = match shell {
            Some(path) => {
                wall::variable_of(path).apply(arranged.text.as_deref()).map_err(|source| {
                    InstallError::Template { name: file.display().to_string(), source }
                })?
            }
            None => arranged.text,
        };
        let text = text.unwrap_or_default();
        let is_named = |name: &String| text.contains(&format!("/{name}\""));
        let all = self.hooks.iter().map(|offer| offer.hook.clone());
        let has = |name: &&str| self.programs.join(file_name(name)).is_file();
        let engine = Some(ENGINE).filter(|it| start == Start::Together || has(it));
        let beside = engine.into_iter().chain(self.shell).chain(Some(LEASE_PROGRAM).filter(has));
        let names = beside.map(str::to_owned).chain(all.filter(is_named)).collect();
        Ok((text, names))
    }

    /// The program of a name: its own file, or that of the program that has all hooks.
    fn source(&self, name: &str) -> Result<PathBuf, InstallError> {
        let files = [name, ENGINE].map(|name| self.programs.join(file_name(name)));
        files.into_iter().find(|file| file.is_file()).ok_or_else(|| {
            let dir = self.programs.display();
            InstallError::Refused(format!(
                "{dir} has no {name}; use --programs to name another folder"
            ))
        })
    }

    fn page(&self, names: &[String]) -> String {
        let hooks: Vec<String> =
            self.hooks.iter().map(|offer| format!("`{}`", offer.hook)).collect();
        let row = |(system, folder): &(&str, &str)| {
            format!("| {system} | `{folder}` | `{}` |", self.target)
        };
        let rows = PLACES.iter().map(row).collect::<Vec<_>>().join("\n");
        let programs = names.join(" ");
        let shell = match self.shell {
            Some(shell) => format!(
                "Claude Code on Linux runs commands in `{shell}`, so that the kernel enforces what they may write. \
                 With the client's own `sandbox.enabled` every command then fails: remove one of the two.\n\n"
            ),
            None => String::new(),
        };
        format!(
            "# Hooks for all who work on a machine\n\n\
             `50-tacklebox.json` has {} in it. Only someone who can write that file can switch them off, and no plugin module can override what they deny. Claude Code older than `requiredMinimumVersion` does not start.\n\n\
             | system | `managed-settings.d` goes to | the programs go to |\n|---|---|---|\n{rows}\n\n\
             1. Check the programs: `cd programs && sha256sum -c SHA256SUMS` (macOS: `shasum -a 256 -c`).\n\
             2. Put them into `{}`, owned by root, with the mode 0755: {programs}.\n\
             3. Put `managed-settings.d/50-tacklebox.json` there, owned by root, with the mode 0644. The host joins the files \
             of that folder by name, after `managed-settings.json`.\n\
             4. Does a server or an MDM also deliver settings? Then these files are ignored, unless those settings \
             say `\"managedSourcesBehavior\": \"merge\"` too.\n\
             5. Start a session, and look: `tacklebox doctor` says whether each hook protects.\n\n\
             The settings come last and go first: to take it all back, remove `50-tacklebox.json`, then `{}`.\n\n\
             {shell}On Windows the \
             settings name `{}`: write the folder of the programs there, with `--bin-dir`, when you make this.\n",
            hooks.join(", "),
            self.target,
            self.target,
            self.target,
        )
    }
}

/// Where a host reads an organisation's settings.
const PLACES: [(&str, &str); 3] = [
    ("Linux, WSL", "/etc/claude-code/"),
    ("macOS", "/Library/Application Support/ClaudeCode/"),
    ("Windows", r"C:\Program Files\ClaudeCode\"),
];
