//! The folders that a command line goes to, where its `cd`s do not tell it by their text alone.

use std::path::{Path, PathBuf};

use hook_runtime::Ctx;
use shell_syntax::{SimpleCommand, Word};

use crate::target::work_tree;

/// So many folders that a text changes to are looked at.
const MAX_FOLDERS: usize = 64;

/// The folders that a text changes to, as far as it tells.
pub fn entered(ctx: &Ctx, commands: &[SimpleCommand]) -> Vec<PathBuf> {
    let here = ctx.cwd().unwrap_or(Path::new("")).to_owned();
    let changes = commands
        .iter()
        .filter(|command| command.program().is_some_and(|name| name == "cd" || name == "pushd"));
    let mut folders: Vec<PathBuf> = Vec::new();
    for change in changes {
        // One may follow another.
        let bases = [here.clone()].into_iter().chain(folders.last().cloned());
        let target = change.args().last();
        let targets: Vec<_> = bases
            .filter_map(|base| match target {
                Some(target) => told(ctx, &base, target),
                None => ctx.home(),
            })
            .filter(|folder| !folders.contains(folder))
            .collect();
        folders.extend(targets);
        if folders.len() > MAX_FOLDERS {
            break;
        }
    }
    folders
}

/// What a word names, as far as the text tells: of one with an expansion that is not known, the
/// folder before it.
pub fn told(ctx: &Ctx, base: &Path, word: &Word) -> Option<PathBuf> {
    if word.literal {
        return Some(base.join(&word.text));
    }
    let (start, rest) = start(ctx, base, &word.text)?;
    let plain = match rest.find(['$', '`', '*', '?', '[', '{', '~']) {
        None => rest,
        Some(at) => rest.get(..at)?.rsplit_once('/')?.0,
    };
    Some(if plain.is_empty() { start } else { start.join(plain) })
}

/// Where a text begins, if it begins with what is known, and the rest of it.
fn start<'t>(ctx: &Ctx, base: &Path, text: &'t str) -> Option<(PathBuf, &'t str)> {
    const HERE: &[&str] = &["$PWD", "${PWD}", "$(pwd)", "`pwd`", "~+"];
    const HOME: &[&str] = &["~", "$HOME", "${HOME}"];
    const PROJECT: &[&str] = &["$CLAUDE_PROJECT_DIR", "${CLAUDE_PROJECT_DIR}"];
    const TOP: &[&str] = &["$(git rev-parse --show-toplevel)", "`git rev-parse --show-toplevel`"];
    let below = |starts: &[&str]| {
        let rests = starts.iter().filter_map(|start| text.strip_prefix(start));
        let mut rests = rests.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        rests.next().map(|rest| rest.trim_start_matches('/'))
    };
    Some(if let Some(rest) = below(HERE) {
        (base.to_owned(), rest)
    } else if let Some(rest) = below(HOME) {
        (ctx.home()?, rest)
    } else if let Some(rest) = below(PROJECT) {
        (declared(ctx)?, rest)
    } else if let Some(rest) = below(TOP) {
        (work_tree(base), rest)
    } else {
        (base.to_owned(), text)
    })
}

/// Which a host may name to a shell: the folder in which the session began.
pub fn declared(ctx: &Ctx) -> Option<PathBuf> {
    ctx.env("CLAUDE_PROJECT_DIR").map(PathBuf::from)
}
