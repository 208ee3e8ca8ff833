//! Scripts in a `composer.json`, as `composer run` runs them.

use std::path::Path;

use serde_json::Value;
use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, shell};
use crate::Told;
use crate::text::UNKNOWN;

/// Scripts lead so far.
const MAX_DEPTH: usize = 10;

const SPEC: Spec = Spec {
    run: &["run", "run-script"],
    needs_run: false,
    folder: &["-d", "--working-dir"],
    with_value: &["--timeout"],
    plain: &[
        "-n",
        "--no-interaction",
        "-q",
        "--quiet",
        "-v",
        "-vv",
        "-vvv",
        "--verbose",
        "--dev",
        "--no-dev",
        "--ansi",
        "--no-ansi",
        "--no-plugins",
        "--no-cache",
    ],
    own: "about archive audit browse bump check-platform-reqs clear-cache clearcache cc completion config \
        create-project depends why diagnose dump-autoload dumpautoload exec fund global help home init \
        install i licenses list outdated prohibits why-not reinstall remove rm uninstall repository repo \
        require r search self-update selfupdate show info status suggests update u upgrade validate",
};

/// What `composer run x` and `composer x` run.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let config = Config::read(&call.folder, "composer.json", "/scripts")?;
    let text = script(config.value.get("scripts")?, call.name, call.args, 0)?;
    config.told(text)
}

fn script(scripts: &Value, name: &str, args: &[Word], depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut text = String::new();
    for line in many(Some(scripts.get(name)?)) {
        let line = line.as_str()?.trim();
        let plain = line.replace("@no_additional_args", "");
        let args = if plain.len() < line.len() { &[] } else { args };
        let line = plain.replace("@additional_args", "\"$not_told\"");
        if let Some(assignment) = line.strip_prefix("@putenv ") {
            text.extend(["export ", assignment, "\n"]);
        } else if let Some(rest) = line.strip_prefix('@') {
            let (first, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            if matches!(first, "php" | "composer") {
                text.push_str(&shell(&format!("{first} {rest}"), args));
            } else if rest.is_empty() {
                text.push_str(&script(scripts, first, args, depth + 1)?);
            } else {
                let mut words = shell_syntax::words(rest)?;
                words.extend_from_slice(args);
                text.push_str(&script(scripts, first, &words, depth + 1)?);
            }
        } else if line.contains("::") && !line.contains(' ') {
            // A function of PHP; those of Composer itself only say how it goes on.
            if !line.starts_with("Composer\\") {
                text.push_str(&shell(UNKNOWN, &[]));
            }
        } else {
            text.push_str(&shell(&line, args));
        }
    }
    Some(text)
}
