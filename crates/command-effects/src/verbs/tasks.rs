//! Names of tasks and scripts: what one does stands in a file, but people name those that hand on what
//! they made after that: `make deploy`, `npm run docs:publish`, `scripts/release.sh`.

use shell_syntax::{SimpleCommand, Word};

use super::open::openly_acts;
use super::outward::has_such_an_option;
use super::{is_rehearsal, words};
use crate::glob::is_among;

/// Parts of a name that say so, wherever they stand in it.
const SENDING: &str =
    " deploy deployment publish upload push ship promote rollout submit broadcast flash ";

/// Parts of a name that say that what runs somewhere is taken down.
const DESTROYING: &str = " destroy teardown undeploy decommission nuke ";

/// A part that says so only where a name begins or ends with it: a `release` may be a build too.
const RELEASING: &str = "release";

/// Parts with which a release is what is made: `assembleRelease`, `package:release`.
const MAKING: &str = " assemble bundle package pack compile link install archive make run dist image \
    cargo zig cmake configure upgrade edit delete ";

/// Parts with which a name says something else, or that nothing goes further than here.
const SPARING: &str = " local locally dry dryrun check checks test tests notes lint plan build builds \
    prepare validate verify list status show log logs get info config init setup generate gen render \
    watch debug clean simulate mock fake undo down diff snapshot history changelog bump \
    version note type types ";

/// Whether a task is named after handing something on, or after taking down what runs somewhere.
pub(crate) fn is_task_that_sends(name: &str) -> bool {
    let is_name = |next: char| next.is_ascii_alphanumeric() || "-_:./@#".contains(next);
    if name.len() > 60 || !name.chars().all(is_name) {
        return false;
    }
    let parts: Vec<String> = name.split([':', '.', '/', '#']).flat_map(words).collect();
    let has = |list: &str| parts.iter().any(|part| is_among(list, part));
    let mut ends = [parts.first(), parts.last()].into_iter().flatten();
    let is_released = ends.any(|part| part == RELEASING)
        || parts.iter().any(|part| part == RELEASING) && has(" repository staging ");
    let releases = is_released && !has(MAKING);
    (has(SENDING) || has(DESTROYING) || releases) && !has(SPARING)
}

/// Whether a file of the project is named so: `scripts/upload-zip.sh`, `bin/release`.
pub(crate) fn is_script_that_sends(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    is_task_that_sends(stem)
}

/// Whether a shell or an interpreter runs a script that is named so, or tells one to hand on or to
/// destroy: `bun scripts/pages.ts deploy site`.
pub(crate) fn runs_a_sender(command: &SimpleCommand) -> bool {
    const INTERPRETERS: &str = " sh bash zsh dash ksh fish python python3 node ruby perl php tsx ts-node \
        bun deno pwsh Rscript ";
    /// Scripts of frameworks that have no ending.
    const CONSOLES: &str = " artisan console spark yii craft ";
    const ENDINGS: &str = " sh bash zsh py js cjs mjs ts mts rb pl php ps1 fish ";
    if !is_among(INTERPRETERS, command.program().unwrap_or_default()) {
        return false;
    }
    let is_script = |name: &str| {
        name.rsplit_once('.').is_some_and(|(_, it)| is_among(ENDINGS, it))
            || is_among(CONSOLES, name)
    };
    let args = command.words.get(1..).unwrap_or_default();
    let name = |word: &Word| word.text.rsplit('/').next().is_some_and(is_script);
    let asks =
        |word: &Word| matches!(word.text.as_str(), "-n" | "--check" | "-c" | "-e" | "--help");
    let Some(at) = args.iter().position(name) else { return false };
    let (before, script) = args.split_at(at);
    let Some((script, behind)) = script.split_first() else { return false };
    let is_named_so = script.text.rsplit('/').next().is_some_and(is_script_that_sends);
    (is_named_so || openly_acts(behind, false) || has_such_an_option(behind))
        && !before.iter().any(asks)
        && !is_rehearsal(args)
        && !args.last().is_some_and(super::is_question)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_may_be_named_after_what_it_does() {
        let check = |name: &str, expected: bool| {
            assert_eq!(is_task_that_sends(name), expected, "{name}");
        };
        for name in [
            "deploy",
            "deploy:prod",
            "docs:deploy",
            "ci-publish",
            "release",
            "release:patch",
            "ship",
            "pushImage",
            "app:release",
            ":lib:publish",
            "sync-push",
            "promote_to_prod",
            "deploy:dev",
            "uploadArchives",
            "gh-pages-deploy",
            "submit:ios",
        ] {
            check(name, true);
        }
        for name in [
            "build",
            "build:release",
            "release-notes",
            "publishToMavenLocal",
            "deploy-local",
            "predeploy",
            "test:deploy",
            "deploy:dry-run",
            "assembleRelease",
            "release-build",
            "pushover",
            "relay",
            "src/deploy test",
            "deployer",
            "publish:check",
            "shipping",
            "lint:release",
            "app:release:x",
        ] {
            check(name, false);
        }
    }

    #[test]
    fn a_script_may_be_named_after_what_it_does() {
        for name in [
            "upload-zip.sh",
            "publish",
            "deploy_prod.py",
            "uploadAll",
            "run-deploy.sh",
            "release.sh",
        ] {
            assert!(is_script_that_sends(name), "{name}");
        }
        for name in ["deploy-local.sh", "publisher", "build-release.sh", "publish-dry-run", "x"] {
            assert!(!is_script_that_sends(name), "{name}");
        }
    }

    #[test]
    fn an_interpreter_may_run_such_a_script() {
        let check = |text: &str, expected: bool| {
            let found = shell_syntax::commands(text, &|_| vec![]).unwrap();
            assert_eq!(runs_a_sender(&found[0]), expected, "{text}");
        };
        check("bash -x scripts/deploy.sh", true);
        check("tsx scripts/publish.ts --tag next", true);
        check("deno run -A tools/upload.ts", true);
        check("bun scripts/pages.ts deploy site ./dist", true);
        check("python3 tools/kv.py delete-namespace x", true);
        check("python3 tools/kv.py list", false);
        check("php artisan migrate:rollback", true);
        check("php artisan migrate", false);
        check("python3 tools/train.py --epochs 3 data", false);
        check("bash -n scripts/deploy.sh", false);
        check("bash scripts/deploy.sh --dry-run", false);
        check("python3 scripts/deploy.py --help", false);
        check("cat scripts/deploy.sh", false);
        check("bash scripts/test.sh deploy.sh", false);
    }
}
