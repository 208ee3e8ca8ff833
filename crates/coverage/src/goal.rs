//! What a rule keeps from happening, with an example.

use std::path::Path;

use data_encoding::BASE64;
use hook_runtime::{Forbidden, Restriction};
use project_paths::TextGlob;
use serde_json::Value;

use crate::asking::{Asking, Said};
use crate::fill::{Values, spoken};
use crate::sample;
use crate::ways::{Call, Effect, Way};

/// An example of what is forbidden.
#[derive(Debug, Clone)]
pub(crate) struct Goal {
    /// What it is, in words.
    pub(crate) words: String,
    pub(crate) effects: Vec<Effect>,
    pub(crate) values: Values,
    /// The file that the rule is about, where it is about one.
    pub(crate) file: Option<String>,
    /// The plain call, where the effects alone do not tell it.
    pub(crate) direct: Option<(String, Value)>,
}

/// The kinds of work of a rule, and their effects.
const ACTIVITIES: [(&str, &[Effect]); 16] = [
    ("content-search", &[Effect::Grep]),
    ("db-query", &[Effect::Query]),
    ("file-edit", &[Effect::Write]),
    ("file-read", &[Effect::Read]),
    ("file-search", &[Effect::List]),
    ("file-write", &[Effect::Write]),
    ("mcp-call", &[]),
    ("memory-store", &[Effect::Remember]),
    ("notebook-edit", &[Effect::Notebook, Effect::Write]),
    ("shell-background", &[Effect::Background]),
    ("shell-execute", &[Effect::Shell]),
    ("skill-invoke", &[Effect::Skill]),
    ("task-spawn", &[Effect::Spawn]),
    ("user-query", &[Effect::Ask]),
    ("web-fetch", &[Effect::Fetch]),
    ("web-search", &[Effect::Search]),
];

/// What stands for an address, and for a skill, a file of a rule about none.
const URL: &str = "https://example.com/";
const SKILL: &str = "any-skill";
const FILE: &str = "new-folder/new-file.txt";
const NOTEBOOK: &str = "new-folder/new-file.ipynb";

impl Goal {
    /// The example of a rule.
    pub(crate) fn of(restriction: &Restriction, asking: &Asking<'_>, ways: &[Way]) -> Self {
        let project = asking.project.as_path();
        match &restriction.forbidden {
            Forbidden::Write(files) => {
                let path = sample::path(project, files);
                let mut effects = vec![Effect::Write, Effect::Remove];
                if is_notebook(&path) {
                    effects.push(Effect::Notebook);
                }
                let values = values(project, &path, "echo after >");
                Self {
                    words: format!("change {path}"),
                    effects,
                    values,
                    file: Some(path),
                    direct: None,
                }
            }
            Forbidden::Read(files) => {
                let path = sample::path(project, files);
                let values = values(project, &path, "cat");
                let words = format!("read {path}");
                Self { words, effects: vec![Effect::Read], values, file: Some(path), direct: None }
            }
            Forbidden::Activity(activity) => of_activity(project, activity),
            Forbidden::Skill(glob) => {
                let mut values = values(project, FILE, "cat");
                let skill = sample::text(glob);
                values.set("skill", &skill);
                let words = format!("use the skill {skill}");
                Self { words, effects: vec![Effect::Skill], values, file: None, direct: None }
            }
            Forbidden::Command { program, args } => {
                of_command(restriction, asking, ways, (program, args.as_deref()))
            }
        }
    }
}

fn of_activity(project: &Path, activity: &str) -> Goal {
    let known = ACTIVITIES.iter().find(|(name, _)| *name == activity);
    let effects = known.map(|(_, effects)| effects.to_vec()).unwrap_or_default();
    let path = if effects.contains(&Effect::Notebook) { NOTEBOOK } else { FILE };
    let before = if effects.contains(&Effect::Read) { "cat" } else { "echo after >" };
    let values = values(project, path, before);
    Goal { words: activity.to_owned(), effects, values, file: None, direct: None }
}

/// A command that the rule stops: one of those whose effect is known, else one made of its globs.
fn of_command(
    restriction: &Restriction,
    asking: &Asking<'_>,
    ways: &[Way],
    (program, args): (&str, Option<&str>),
) -> Goal {
    let glob = TextGlob::trusted(program);
    let mut values = values(&asking.project, FILE, "echo after >");
    let is_stopped = |line: &str| {
        let event = asking.event(None, "Bash", &serde_json::json!({"command": line}));
        asking.said(restriction, &[event]) == Said::Stopped
    };
    let known = ways.iter().filter(|way| way.effect != Effect::Run).find_map(|way| {
        let [Call::Command(template)] = way.calls.as_slice() else { return None };
        let name = way.needs.iter().find(|name| glob.matches(name))?;
        let line = spoken(way, &values.calls(way));
        (template.starts_with(name) && is_stopped(&line)).then_some((way.effect, line))
    });
    let made = format!("{} {}", sample::text(program), args.map(sample::words).unwrap_or_default());
    let line = known.as_ref().map_or_else(|| made.trim().to_owned(), |(_, line)| line.clone());
    let mut effects: Vec<Effect> = known.iter().map(|(effect, _)| *effect).collect();
    // Quotes within quotes make no example.
    if !line.contains(['\'', '"']) {
        effects.push(Effect::Run);
    }
    let (name, rest) = line.split_once(' ').unwrap_or((&line, ""));
    values.set("program", name);
    values.set("args", rest);
    values.set("where", asking.place_of(name));
    values.set("base64", BASE64.encode(line.as_bytes()));
    values.set("line", &line);
    let direct = ("Bash".to_owned(), serde_json::json!({"command": line}));
    Goal { words: format!("run {line}"), effects, values, file: None, direct: Some(direct) }
}

fn is_notebook(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "ipynb")
}

/// What is filled in about a file.
fn values(project: &Path, path: &str, before: &str) -> Values {
    let mut values = Values::default();
    let whole = project.join(path);
    let (dir, name) = path.rsplit_once('/').unwrap_or((".", path));
    values.set("path", path);
    values.set("file", whole.to_string_lossy());
    values.set("dir", if dir.is_empty() { "/" } else { dir });
    values.set("name", name);
    values.set("other", "other-file.txt");
    values.set("here", project.to_string_lossy());
    values.set("url", URL);
    values.set("skill", SKILL);
    values.set("base64", BASE64.encode(format!("{before} {path}").as_bytes()));
    values
}
