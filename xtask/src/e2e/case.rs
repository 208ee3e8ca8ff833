//! A case: a file that says what is in a project, what the model of a client does there, and what
//! must come of it. Its form stands in `tests/e2e/README.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use hook_installer::HostVersion;
use scripted_client::{CLAUDE, KINDS, Kind, Script, Talk};
use serde_json::Value;
use text_archive::{Archive, Part};

use super::judge::{self, Expected};
use super::script;
use crate::files::{listing, stem};

/// The turns that a session can have: those of the next one have numbers of their own.
const TURNS: usize = 1000;

/// The folder of the cases that are not of one hook but of hosts.
const HOSTS: &str = "hosts";

/// What stands for the project.
pub(super) const PROJECT: &str = "[PROJECT]";

/// The parts that are of no session, beside files.
const OF_CASE: [&str; 8] =
    ["hosts", "hooks", "forms", "from", "until", "git", "no-confine", "prepare"];

/// How the hooks of a case are started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Each by a program of its own.
    Alone,
    /// All by one.
    Engine,
}

/// A case.
#[derive(Debug)]
pub(super) struct Case {
    /// Its folder and its file, `governance-hook/deny-a-fetch`.
    pub(super) name: String,
    /// What it shows, in a sentence.
    pub(super) fact: String,
    text: String,
    /// The clients that it is for.
    hosts: Vec<&'static Kind>,
    /// The hooks that are installed.
    pub(super) hooks: Vec<String>,
    pub(super) forms: Vec<Form>,
    from: Option<HostVersion>,
    until: Option<HostVersion>,
    /// Files below `project/` and `home/`.
    pub(super) files: Vec<(String, String)>,
    /// Whether the project is a repository before hooks are installed.
    pub(super) is_in_git: bool,
    /// Whether commands are judged by their text alone.
    pub(super) is_by_text: bool,
    /// What a person does before, a command a line.
    pub(super) prepare: Vec<String>,
    /// One after the other, or those of a number at once.
    pub(super) sessions: Vec<Plan>,
}

/// A session of a case.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) script: Script,
    pub(super) talk: Talk,
    /// The tools that need no permission, where it says so.
    pub(super) allowed: Option<String>,
    pub(super) args: Vec<String>,
    /// Where the client is started, from the project.
    pub(super) folder: String,
    /// Whether it is played beside the one before it.
    pub(super) is_beside: bool,
    /// What a person does before it, a command a line.
    pub(super) before: Vec<String>,
    pub(super) expected: Expected,
}

impl Form {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Alone => "alone",
            Self::Engine => "engine",
        }
    }

    fn of(name: &str) -> anyhow::Result<Self> {
        let form = [Self::Alone, Self::Engine].into_iter().find(|form| form.name() == name);
        form.with_context(|| format!("unknown form `{name}`"))
    }
}

impl Case {
    /// What it is about, in a table: its hook, or the hooks of a case of several hosts.
    pub(super) fn of(&self) -> &str {
        let folder = self.name.split('/').next().unwrap_or_default();
        match self.hooks.as_slice() {
            [hook] if folder == HOSTS => hook,
            _ => folder,
        }
    }

    /// Whether this client, in this version, is meant.
    pub(super) fn is_for(&self, kind: &Kind, version: HostVersion) -> bool {
        self.hosts.contains(&kind)
            && self.from.is_none_or(|from| version >= from)
            && self.until.is_none_or(|until| version <= until)
    }

    /// The same for one client, with these words in place of those.
    ///
    /// # Errors
    /// If it is no case then.
    pub(super) fn with(&self, kind: &'static Kind, words: &[(&str, &str)]) -> anyhow::Result<Self> {
        let filled = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
        let text = words.iter().fold(self.text.clone(), filled);
        let root = words.iter().find(|(from, _)| *from == PROJECT).map_or(PROJECT, |(_, to)| to);
        Self::read(&self.name, &text, Some(kind), root)
    }

    /// A case, which has to be one for each client that it is for.
    pub(super) fn parse(name: &str, text: &str) -> anyhow::Result<Self> {
        let case = Self::read(name, text, None, PROJECT)?;
        for kind in &case.hosts {
            Self::read(name, text, Some(kind), PROJECT).with_context(|| kind.key.to_owned())?;
        }
        Ok(case)
    }

    /// A case as it is for one client, or for the first of its own.
    fn read(
        name: &str,
        text: &str,
        kind: Option<&'static Kind>,
        root: &str,
    ) -> anyhow::Result<Self> {
        let archive = Archive::parse(text).map_err(|err| anyhow::anyhow!("{err}"))?;
        let fact = archive.comment.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        ensure!(fact.ends_with('.') && !fact.contains('|'), "its first lines are not a sentence");
        let hook = name.split('/').next().unwrap_or_default();
        let mut case = Self {
            name: name.to_owned(),
            fact,
            text: text.to_owned(),
            hosts: hosts_of(&archive)?,
            hooks: vec![hook.to_owned()],
            forms: vec![Form::Alone, Form::Engine],
            from: None,
            until: None,
            files: Vec::new(),
            is_in_git: false,
            is_by_text: false,
            prepare: Vec::new(),
            sessions: Vec::new(),
        };
        let kind = kind.or(case.hosts.first().copied()).unwrap_or(&CLAUDE);
        let mut sessions: BTreeMap<usize, Vec<(&str, &str)>> = BTreeMap::new();
        for (name, part) in parts_for(&archive, kind) {
            let text = text_of(part)?;
            match session_of(name) {
                Some((number, name)) => sessions.entry(number).or_default().push((name, text)),
                None => case.take(name, text).with_context(|| format!("part `{name}`"))?,
            }
        }
        case.sessions = sessions
            .iter()
            .map(|(number, parts)| {
                let mut plan = Plan::parse(parts, (kind.key, root))
                    .with_context(|| format!("session {number}"))?;
                plan.script.first = number.saturating_sub(1) * TURNS;
                Ok(plan)
            })
            .collect::<anyhow::Result<_>>()?;
        let is_expecting = |plan: &Plan| !plan.expected.is_empty();
        ensure!(case.sessions.iter().any(is_expecting), "it expects nothing");
        Ok(case)
    }

    /// Takes a part that is of no session.
    fn take(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        if name.starts_with("project/") || name.starts_with("home/") {
            self.files.push((name.to_owned(), text.to_owned()));
            return Ok(());
        }
        let words = || text.split_whitespace().map(str::to_owned);
        match name {
            // Read before all else.
            "hosts" => {}
            "hooks" => self.hooks = words().collect(),
            "forms" => self.forms = words().map(|it| Form::of(&it)).collect::<Result<_, _>>()?,
            "from" => self.from = Some(version(text)?),
            "until" => self.until = Some(version(text)?),
            "git" => self.is_in_git = true,
            "no-confine" => self.is_by_text = true,
            "prepare" => self.prepare = lines(text),
            _ => bail!("unknown part"),
        }
        Ok(())
    }
}

impl Plan {
    fn parse(parts: &[(&str, &str)], of: (&str, &str)) -> anyhow::Result<Self> {
        let mut plan = Self::default();
        let (mut prompts, mut permissions) = (None, Vec::new());
        for (name, text) in parts {
            let mut read = |plan: &mut Self| -> anyhow::Result<()> {
                match *name {
                    "script" => plan.script = script::read(text, of)?,
                    "prompt" => plan.talk = Talk::Print(text.trim().to_owned()),
                    "prompts" => prompts = Some(lines(text)),
                    "permissions" => permissions = answers(text)?,
                    "allowed" => plan.allowed = Some(text.trim().to_owned()),
                    "args" => plan.args = lines(text),
                    "folder" => text.trim().clone_into(&mut plan.folder),
                    "beside" => plan.is_beside = true,
                    "before" => plan.before = lines(text),
                    "results" => plan.expected.results = judge::results(text)?,
                    "told" => plan.expected.told = judge::words(text),
                    "told-subagent" => plan.expected.told_subagent = judge::words(text),
                    "then" => plan.expected.then = lines(text),
                    _ => bail!("unknown part"),
                }
                Ok(())
            };
            read(&mut plan).with_context(|| format!("part `{name}`"))?;
        }
        if let Some(prompts) = prompts {
            plan.talk = Talk::Stream { prompts, permissions };
        } else {
            ensure!(permissions.is_empty(), "permissions are asked for where there are `prompts`");
        }
        Ok(plan)
    }
}

/// The cases below a folder, in the order of their names.
///
/// # Errors
/// If one cannot be read; it is named.
pub(super) fn all(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let mut cases = Vec::new();
    for hook in listing(folder)?.into_iter().filter(|path| path.is_dir()) {
        for file in listing(&hook)? {
            let name = format!("{}/{}", stem(&hook), stem(&file));
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            cases.push(Case::parse(&name, &text).with_context(|| format!("{name}.txtar"))?);
        }
    }
    Ok(cases)
}

/// The clients that a case names.
fn hosts_of(archive: &Archive) -> anyhow::Result<Vec<&'static Kind>> {
    let Some(part) = archive.parts.iter().find(|part| part.name() == "hosts") else {
        return Ok(vec![&CLAUDE]);
    };
    let named = |key: &str| {
        let kind = KINDS.into_iter().find(|kind| kind.key == key);
        kind.with_context(|| format!("part `hosts`: no client is called `{key}`"))
    };
    text_of(part)?.split_whitespace().map(named).collect()
}

/// The parts that are for a client: `codex/script` is for one alone, and takes the place of `script`.
fn parts_for<'a>(archive: &'a Archive, kind: &Kind) -> Vec<(&'a str, &'a Part)> {
    let mut parts: Vec<(&str, &Part)> = Vec::new();
    for part in &archive.parts {
        let (key, name) = part.name().split_once('/').unwrap_or_default();
        let is_of_one = KINDS.iter().any(|kind| kind.key == key);
        if is_of_one && key != kind.key {
            continue;
        }
        let name = if is_of_one { name } else { part.name() };
        match parts.iter_mut().find(|(there, _)| *there == name) {
            // What is for one client counts, wherever it stands.
            Some(there) if is_of_one => there.1 = part,
            Some(_) => {}
            None => parts.push((name, part)),
        }
    }
    parts
}

/// `2/script` is the script of the second session, and `script` that of the first; a part of the
/// case is of none.
fn session_of(name: &str) -> Option<(usize, &str)> {
    match name.split_once('/') {
        Some((number, name)) => Some((number.parse().ok()?, name)),
        None => (!OF_CASE.contains(&name)).then_some((1, name)),
    }
}

fn text_of(part: &Part) -> anyhow::Result<&str> {
    std::str::from_utf8(&part.content).with_context(|| format!("part `{}`", part.name()))
}

fn lines(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect()
}

fn answers(text: &str) -> anyhow::Result<Vec<Value>> {
    lines(text).iter().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn version(text: &str) -> anyhow::Result<HostVersion> {
    text.parse().map_err(anyhow::Error::msg)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "It shows\nthis.\n\nMore.\n-- from --\n2.1.200\n-- project/a --\nx\n\
        -- script --\nRead {}\n-- results --\n0 ran\n-- 2/args --\n--resume\n-- 2/then --\ntrue\n";

    #[test]
    fn a_case_is_its_parts() {
        let case = Case::parse("a-hook/b", TEXT).unwrap();
        assert_eq!((case.fact.as_str(), case.hooks.len()), ("It shows this.", 1));
        assert_eq!(case.sessions.len(), 2);
        assert_eq!(case.sessions[1].args, ["--resume"]);
        let is_for = |patch| case.is_for(&CLAUDE, HostVersion(2, 1, patch));
        assert!(is_for(330) && !is_for(112) && is_for(200));
    }

    #[test]
    fn a_case_is_read_for_each_of_its_clients() {
        let text = "It shows.\n-- hosts --\ncodex qwen\n-- script --\nact read {\"path\": \"a\"}\n\
            -- codex/told --\nx\n-- told --\ny\n-- 2/before --\ntrue\n";
        let case = Case::parse("hosts/b", text).unwrap();
        let [codex, qwen] = case.hosts[..] else { panic!("{:?}", case.hosts) };
        let of = |kind| case.with(kind, &[]).unwrap();
        assert_eq!(of(codex).sessions[0].expected.told, judge::words("x"));
        assert_eq!(of(qwen).sessions[0].expected.told, judge::words("y"));
        assert_eq!(of(qwen).sessions[1].before, ["true"]);
        assert!(!case.is_for(&CLAUDE, HostVersion(2, 1, 330)));
        let turns = |kind| format!("{:?}", of(kind).sessions[0].script.main);
        assert!(turns(codex).contains("exec_command") && turns(qwen).contains("read_file"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        let check = |text: &str, named: &str| {
            let err = format!("{:#}", Case::parse("a-hook/b", text).unwrap_err());
            assert!(err.contains(named), "{err}");
        };
        check("It shows.\n-- scipt --\nRead {}\n", "part `scipt`");
        check("It shows.\n-- 2/scipt --\nRead {}\n", "session 2: part `scipt`");
        check("It shows.\n-- script --\nRead\n-- told --\na\n", "`Read` is not a turn");
        check("It shows.\n-- script --\nRead {}\n", "expects nothing");
        check("No sentence\n-- told --\na\n", "not a sentence");
        check("It shows.\n-- hosts --\npi\n-- told --\na\n", "no client is called `pi`");
        check("It shows.\n-- script --\nact fly {}\n-- told --\na\n", "unknown act `fly`");
        check("It shows.\n-- forms --\nboth\n-- told --\na\n", "unknown form `both`");
    }

    #[test]
    fn every_case_can_be_read_and_names_hooks_that_there_are() {
        let workspace = crate::workspace::Workspace::find().unwrap();
        let known = workspace.hook_names();
        let cases = all(&workspace.root().join(super::super::CASES)).unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            for hook in &case.hooks {
                assert!(known.contains(hook) || hook == "all", "{}: {hook}", case.name);
            }
        }
    }
}
