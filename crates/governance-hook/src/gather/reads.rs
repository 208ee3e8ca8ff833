//! The files that a call names and may show or hand on, beside those of which its judgement says
//! that they are read: a word of a command, what stands behind `@`, `=` or `:` in one, the glob of
//! a search, a text in the input of a tool.

use std::fs;
use std::path::{Path, PathBuf};

use command_effects::{ChangeKind, Judgement, Words, secret_places};
use hook_protocol::{Access, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::{Pattern, RelPath};
use serde_json::Value;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use super::guard::Line;
use super::tree::matches;
use super::{Spoken, Wanted, at_home, secrets, tree};
use crate::decide::Reach;

/// In bytes, of a text that may name a file.
const MAX_PATH: usize = 1_024;

/// Names of the kinds that the list of secrets has by a pattern.
const SAMPLES: [&str; 4] = [".env.local", "server.pem", "server.key", ".npmrc"];

/// The files that a call names and may read.
pub(super) fn named(wanted: &Wanted<'_>, call: &ToolCall, line: Option<&Line>) -> Vec<Spoken> {
    let search = Search { ctx: wanted.ctx, is_for_rules: wanted.has_rules(Access::Read), wanted };
    match line {
        Some(line) if line.is_foreign || line.judgement.runs.is_empty() => {
            search.of_text(&line.text)
        }
        Some(line) => search.of_line(&line.judgement),
        None => search.of_call(call),
    }
}

/// For whom files are looked for.
struct Search<'a> {
    ctx: &'a Ctx,
    /// Whether any file is asked for, and not those with secrets alone.
    is_for_rules: bool,
    wanted: &'a Wanted<'a>,
}

impl Search<'_> {
    fn is_asked_for(&self, path: &Path) -> bool {
        self.is_for_rules || secrets::may_be(path)
    }

    /// Whether a file that a glob finds is asked for.
    fn is_meant(&self, path: &Path) -> bool {
        let is_by_rule = || {
            let project = self.ctx.project()?;
            let paths = self.ctx.real_paths();
            let place = project.relative_by(&paths, None, &path.to_string_lossy()).lexical?;
            let mut rules = self.wanted.rules.iter().filter(|rule| rule.is_about(Access::Read));
            let means = |glob: &String| Pattern::trusted(glob.clone()).matches_path(&place);
            rules.any(|rule| rule.globs.included.iter().any(means)).then_some(())
        };
        secrets::may_be(path) || self.is_for_rules && is_by_rule().is_some()
    }

    /// The files that a text names which is none of a shell.
    fn of_text(&self, text: &str) -> Vec<Spoken> {
        let is_sign = |next: char| next.is_whitespace() || "'\"`;|&(){}<>,=@".contains(next);
        let words = text.split(is_sign).filter(|word| !word.is_empty());
        words.filter_map(|word| self.there(Some(&self.here()), word)).collect()
    }

    fn here(&self) -> PathBuf {
        self.ctx.cwd().unwrap_or(Path::new("")).to_owned()
    }

    /// The files that the words of a line name.
    fn of_line(&self, judgement: &Judgement) -> Vec<Spoken> {
        let mut found = Vec::new();
        for (at, command) in judgement.runs.iter().enumerate() {
            if is_of_names(judgement, at) {
                continue;
            }
            for dir in std::iter::once(&command.dir).chain(&command.other_dirs) {
                let dir = match dir {
                    WorkingDir::Unchanged => Some(self.here()),
                    WorkingDir::Literal(dir) => Some(self.here().join(dir)),
                    WorkingDir::Unknown => None,
                };
                let words = spoken_words(judgement, at);
                found.extend(
                    words.flat_map(|(word, is_told)| self.of_word(dir.as_deref(), word, is_told)),
                );
                if judgement.acts.get(at).is_some_and(|act| act.words == Words::Names) {
                    // A search finds a bare name anywhere below.
                    let names = command.args().filter(|word| word.literal);
                    let names = names.filter(|word| !word.text.contains('/'));
                    found.extend(
                        names.flat_map(|name| self.of_glob(dir.as_deref(), &name.text, true)),
                    );
                }
            }
        }
        found
    }

    /// The files that a word may name: whole, and behind a sign in it. Of one whose reads are told
    /// only what they do not tell counts.
    fn of_word(&self, dir: Option<&Path>, word: &Word, is_told: bool) -> Vec<Spoken> {
        let text = expanded(self.ctx, word);
        let parts = text.match_indices(['@', '=', ':']).map(|(at, sign)| (sign, at + 1));
        let glued = (text.starts_with('-') && !text.starts_with("--")).then_some(("-", 2));
        let whole = (!is_told).then_some(("", 0));
        let of_part = |(sign, at): (&str, usize)| {
            let part = text.get(at..).unwrap_or_default();
            if part.contains(['*', '?', '[']) {
                self.of_glob(dir, part, word.literal)
            } else if sign == ":" && at > 2 && !part.starts_with('/') {
                // An object of git need not lie there as a file.
                self.spoken(dir, part).into_iter().collect()
            } else {
                self.there(dir, part).into_iter().collect()
            }
        };
        let is_glob = is_told && text.contains(['*', '?', '[']);
        let whole = whole.or_else(|| is_glob.then_some(("", 0)));
        whole.into_iter().chain(glued).chain(parts).flat_map(of_part).collect()
    }

    /// What a text names, if it is there; in a folder that is not told it may be.
    fn there(&self, dir: Option<&Path>, text: &str) -> Option<Spoken> {
        let spoken = self.spoken(dir, text)?;
        let path = dir.map(|dir| dir.join(&spoken.path));
        path.is_none_or(|path| self.ctx.real_paths().is_there(&path)).then_some(spoken)
    }

    fn spoken(&self, dir: Option<&Path>, text: &str) -> Option<Spoken> {
        if text.is_empty() || text.len() > MAX_PATH || text.contains('\n') {
            return None;
        }
        let path = at_home(self.ctx, text).into_owned();
        let dir = dir.map_or_else(|| self.here(), Path::to_owned);
        if !self.is_asked_for(&dir.join(&path)) {
            return None;
        }
        let words = text.to_owned();
        Some(Spoken { dir: Some(dir), path, words, access: Access::Read, reach: Reach::Itself })
    }

    /// What a glob names in the folder before it; in quotes it is for a program, which looks below too.
    fn of_glob(&self, dir: Option<&Path>, glob: &str, is_quoted: bool) -> Vec<Spoken> {
        let (folder, name) = glob.rsplit_once('/').unwrap_or(("", glob));
        let is_unknown = dir.is_none() || folder.contains(['*', '?', '[']);
        if is_unknown && !name.contains(['*', '?', '[']) {
            return self.spoken(None, name).into_iter().collect();
        }
        let folder = at_home(self.ctx, folder).into_owned();
        let base = dir.map_or_else(|| self.here(), Path::to_owned).join(folder);
        let pattern = Pattern::trusted(name.to_owned());
        if is_quoted {
            let is_it = |path: &RelPath| {
                let file = path.as_str().rsplit('/').next().unwrap_or_default();
                matches(&pattern, file)
            };
            return self.below(&base, name, &is_it);
        }
        let entries = fs::read_dir(&base).into_iter().flatten().take(tree::MAX_ENTRIES).flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let found = names.filter(|name| matches(&pattern, name) && self.is_meant(&base.join(name)));
        found.filter_map(|name| self.there(Some(&base), &name)).collect()
    }

    /// The files below a folder that a glob means and that are asked for. One that means all is a search of the
    /// folder, which is everyday work.
    fn below(&self, base: &Path, glob: &str, is_it: &dyn Fn(&RelPath) -> bool) -> Vec<Spoken> {
        let is_sample = |place: &str| {
            let name = place.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
            RelPath::new(name).is_some_and(|path| is_it(&path))
        };
        let mut samples = secret_places().chain(SAMPLES);
        let may_be = self.is_for_rules || samples.any(is_sample);
        let is_all = glob.trim_start_matches("**/").trim_matches('*').is_empty();
        let Some(top) = RelPath::new(".").filter(|_| may_be && !is_all) else { return Vec::new() };
        self.ctx.expect_delay();
        let mut left = tree::MAX_ENTRIES;
        let files = tree::files(base, &top, None, &mut left).unwrap_or_default();
        let meant = files.iter().filter(|path| is_it(path));
        let meant = meant.filter(|path| self.is_meant(&base.join(path.as_str())));
        meant.filter_map(|path| self.there(Some(base), path.as_str())).collect()
    }

    /// The files that a tool names beside its paths.
    fn of_call(&self, call: &ToolCall) -> Vec<Spoken> {
        let key = match call.name.tool() {
            Tool::Grep => "glob",
            Tool::Glob => "pattern",
            Tool::Mcp(_) | Tool::Other | Tool::ReadMcpResource => {
                let changed = call.touched_files();
                let is_changed = |text: &str| {
                    changed.iter().any(|it| it.access == Access::Write && it.path == text)
                };
                let texts = protection::texts(&call.input).into_iter().map(|(_, text)| text);
                let read = texts.filter(|text| !is_changed(text));
                let path = |text: &str| self.there(Some(&self.here()), address(text)?);
                return read.filter_map(path).collect();
            }
            _ => return Vec::new(),
        };
        let text = |key: &str| call.input.get(key).and_then(Value::as_str);
        let Some(glob) = text(key) else { return Vec::new() };
        let base = self.here().join(text("path").unwrap_or_default());
        let whole = if glob.contains('/') { glob.to_owned() } else { format!("**/{glob}") };
        let pattern = Pattern::trusted(whole);
        self.below(&base, glob, &|path| pattern.matches_path(path))
    }
}

/// The path of a `file:` address, or a text that may be a path.
fn address(text: &str) -> Option<&str> {
    match text.split_once("://") {
        Some(("file", path)) => Some(path.strip_prefix("localhost").unwrap_or(path)),
        Some(_) => None,
        None => Some(text.trim()),
    }
}

/// The words of a command that may name a file that it reads, each with whether the judgement tells
/// what of its operands is read. What it only changes is no such word.
fn spoken_words(judgement: &Judgement, at: usize) -> impl Iterator<Item = (&Word, bool)> {
    let command = judgement.runs.get(at);
    let reads = judgement.reads.iter().filter(move |read| read.command == at);
    let is_redirected = |written: &str| {
        command.is_some_and(|it| it.redirects.iter().any(|to| to.target.text == written))
    };
    let is_told = judgement.acts.get(at).is_some_and(|act| act.words == Words::Told)
        || reads.clone().any(|read| !is_redirected(&read.written));
    let is_changed = move |word: &&Word| {
        let changes = judgement.writes.iter().filter(|change| change.command == at);
        let mut kinds = changes.filter(|it| it.written == word.text).map(|it| it.kind).peekable();
        kinds.peek().is_some()
            && kinds.all(|kind| !matches!(kind, ChangeKind::MoveFrom | ChangeKind::Link))
    };
    let words = command.into_iter().flat_map(|command| command.args().chain(&command.assignments));
    // A plain operand of a call whose reads are told is one of these, or no file.
    let is_pattern = move |word: &&Word| {
        is_told
            && !word.text.starts_with('-')
            && !word.text.contains(['@', '='])
            && !reads.clone().any(|read| read.written == word.text)
    };
    words
        .filter(move |word| !is_pattern(word) && !is_changed(word))
        .map(move |word| (word, is_told))
}

/// Whether a command takes names, and shows nothing of the files: not even by another one that takes what it prints.
fn is_of_names(judgement: &Judgement, at: usize) -> bool {
    let hands_on = |it: &SimpleCommand| it.program() == Some("xargs") || it.runner == Some(at);
    judgement.acts.get(at).is_none_or(|act| act.words == Words::Names)
        && !judgement.runs.iter().any(hands_on)
}

/// A word with a `*` in place of what only the shell knows.
fn expanded(ctx: &Ctx, word: &Word) -> String {
    if word.literal || !word.text.contains(['$', '`']) {
        return word.text.clone();
    }
    let home = ctx.home().unwrap_or_default().to_string_lossy().into_owned();
    let here = ctx.cwd().unwrap_or(Path::new("")).to_string_lossy().into_owned();
    let mut text = word.text.clone();
    for (name, value) in [("$HOME", &home), ("${HOME}", &home), ("$PWD", &here), ("${PWD}", &here)]
    {
        text = text.replace(&format!("{name}/"), &format!("{value}/"));
    }
    let (mut told, mut rest) = (String::new(), text.as_str());
    while let Some(at) = rest.find(['$', '`']) {
        told.push_str(rest.get(..at).unwrap_or_default());
        told.push('*');
        let behind = rest.get(at + 1..).unwrap_or_default();
        let is_name = |next: char| next.is_ascii_alphanumeric() || next == '_';
        rest = if rest.get(at..).is_some_and(|it| it.starts_with('`')) {
            behind.split_once('`').map_or("", |(_, rest)| rest)
        } else if behind.starts_with('{') {
            behind.split_once('}').map_or("", |(_, rest)| rest)
        } else if behind.starts_with('(') {
            behind.rsplit_once(')').map_or("", |(_, rest)| rest)
        } else {
            behind.trim_start_matches(is_name)
        };
    }
    told.push_str(rest);
    told
}
