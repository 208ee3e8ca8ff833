//! What a line brings from a folder to which anybody may write, and goes on with: links may be among it, and
//! what a program finds in a folder of packages it runs.

use shell_syntax::{SimpleCommand, Word};

use crate::change::{Change, ChangeKind, Effects};

/// Programs that run what lies in a folder of packages.
const RUNNING: [&str; 14] = [
    "node", "nodejs", "npx", "npm", "pnpm", "yarn", "bun", "bunx", "tsx", "ts-node", "python",
    "python3", "pip", "pytest",
];

/// So many arrivals are looked at.
const MAX_ARRIVALS: usize = 200;

/// Why what stands behind may not be what it seems.
pub(crate) fn check(text: &str, commands: &[SimpleCommand], found: &Effects) -> Option<String> {
    if found.changes.len() < 2 && !text.contains("node_modules") {
        return None;
    }
    through_what_arrives(text, commands, found)
        .or_else(|| through_a_package(commands, found))
        .or_else(|| runs_a_package(commands, found))
}

/// A change below what a command before it brings, in which there may be links.
fn through_what_arrives(text: &str, commands: &[SimpleCommand], found: &Effects) -> Option<String> {
    let is_filled = text.contains('$') && (names_one(text) || text.contains("mktemp"));
    let bring: Vec<bool> = commands.iter().map(|by| brings_links(by, is_filled)).collect();
    let brings = |change: &&Change| {
        matches!(change.kind, ChangeKind::Write | ChangeKind::CreateDir)
            && bring.get(change.command) == Some(&true)
    };
    found.changes.iter().filter(brings).take(MAX_ARRIVALS).find_map(|arrival| {
        let inner = arrival.entry.as_ref().map(|entry| format!("{}/{entry}", arrival.path));
        // Of a folder that is there already, only what arrives in it is new.
        let is_new = inner.is_none() || arrival.path.contains('/');
        let behind = found.changes.iter().any(|change| {
            let is_in = |folder: &str| {
                change.path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
            };
            change.command > arrival.command
                && (is_new && is_in(&arrival.path) || inner.as_deref().is_some_and(is_in))
        });
        let reason =
            || format!("it writes below `{}`, where it may have brought a link", arrival.path);
        behind.then(reason)
    })
}

/// Whether a command brings files with the links among them, from where anybody may put some.
fn brings_links(command: &SimpleCommand, is_filled: bool) -> bool {
    let has = |wanted: &str| command.args().any(|word| word.text == wanted);
    let letters = |allowed: &str| {
        command.args().any(|word| {
            let letters = word.text.strip_prefix('-').filter(|it| !it.starts_with('-'));
            letters.is_some_and(|it| it.contains(|next| allowed.contains(next)))
        })
    };
    let keeps = match command.program().unwrap_or_default() {
        "cp" | "gcp" => {
            letters("adPRr") || has("--archive") || has("--recursive") || has("--no-dereference")
        }
        "rsync" => letters("al") || has("--archive") || has("--links"),
        "mv" | "ditto" | "tar" | "gtar" | "bsdtar" | "unzip" | "7z" | "7za" | "cpio" | "pax" => {
            true
        }
        "git" => has("clone"),
        program if program.starts_with("python") => has("tarfile") || has("zipfile"),
        _ => false,
    };
    let is_temporary = |word: &Word| names_one(&word.text) || is_filled && word.text.contains('$');
    keeps && command.args().any(is_temporary)
}

/// Whether a text names something in a folder for temporary files.
fn names_one(text: &str) -> bool {
    const FOLDERS: [&str; 4] = ["/tmp/", "/var/tmp/", "/dev/shm/", "TMPDIR"];
    FOLDERS.iter().any(|folder| text.contains(folder))
}

/// The name behind the folder of packages in a path.
fn packaged(path: &str) -> Option<&str> {
    let name = path.split_once("node_modules/")?.1.split('/').next()?;
    (!matches!(name, ".cache" | ".vite" | ".tmp" | ".package-lock.json")).then_some(name)
}

/// A change in a package that a manager makes a link to a folder: `npm install ..; touch node_modules/x/p`.
fn through_a_package(commands: &[SimpleCommand], found: &Effects) -> Option<String> {
    const INSTALLING: [&str; 7] = ["install", "i", "add", "link", "ci", "update", "up"];
    let leads = |word: &Word| {
        let text = word.text.as_str();
        text.starts_with(['.', '/', '~']) || text.contains("file:") || text.contains("link:")
    };
    let installs = |command: &SimpleCommand| {
        let is_manager = matches!(command.program(), Some("npm" | "pnpm" | "yarn" | "bun"));
        is_manager && command.args().any(|word| INSTALLING.contains(&word.text.as_str()))
    };
    let tells = |command: &SimpleCommand| {
        command.words.iter().chain(&command.input).any(|word| word.text.contains("file:"))
    };
    let place = commands.iter().position(installs)?;
    let is_led = commands.get(place)?.args().any(leads)
        || commands.get(..place).unwrap_or_default().iter().any(tells);
    let changed = found.changes.iter().filter(|change| is_led && change.command > place);
    let change = changed.into_iter().find(|change| packaged(&change.path).is_some())?;
    Some(format!("`{}` may lie behind a link to another folder", change.path))
}

/// A program that runs what the line puts into a folder of packages.
fn runs_a_package(commands: &[SimpleCommand], found: &Effects) -> Option<String> {
    let is_put = |change: &&Change| {
        let is_own = packaged(&change.path).is_some()
            || ["venv/bin/", "site-packages/"].iter().any(|it| change.path.contains(it));
        change.kind == ChangeKind::Write && is_own
    };
    let change = found.changes.iter().find(is_put)?;
    let runs = |command: &SimpleCommand| {
        command.program().is_some_and(|program| RUNNING.contains(&program))
    };
    let mut behind = commands.iter().skip(change.command + 1);
    behind.any(runs).then(|| format!("it may run `{}`, which it writes", change.path))
}

#[cfg(test)]
mod tests {
    use crate::Programs;

    #[test]
    fn what_arrives_may_be_a_link() {
        let check = |text: &str, expected: bool| {
            let found = crate::effects(text, &Programs::default(), &[]);
            let is_one =
                |reason: &str| reason.contains("link") || reason.contains("which it writes");
            let found = found.unresolved.iter().any(|it| is_one(&it.reason));
            assert_eq!(found, expected, "{text}");
        };
        check("cp -a /tmp/l src/ && touch src/l/p", true);
        check("cp -P /tmp/l src/l && touch src/l/p", true);
        check("tar xf /tmp/l.tar -C src && touch src/l/p", true);
        check("git clone -q /tmp/r src/r && touch src/r/l/p", true);
        check("T=$(mktemp -d); cp -r $T/d src/ && touch src/d/l/p", true);
        check("cp -r src/a src/b && touch src/b/p", false);
        check("cp -r /tmp/d src && touch src/p", false);
        check("cp /tmp/a.ts src/a.ts && touch src/b.ts", false);
        check("git clone -q https://h/r src/r && touch src/r/p", false);
        check("cd src && npm i .. && touch node_modules/x/p", true);
        check("npm i x && rm -rf node_modules/.cache", false);
        check(
            "mkdir -p node_modules/e && echo 1 > node_modules/e/index.js && node -e 'require(\"e\")'",
            true,
        );
        check("rm -rf node_modules/x && npm test", false);
    }
}
