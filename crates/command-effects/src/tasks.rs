//! Tasks and scripts of the project that a line runs, where somebody who sees the disk tells their texts.

use std::cell::Cell;

use shell_syntax::{SimpleCommand, WorkingDir, quoted};

use crate::change::{
    Anchor, Change, ChangeKind, Class, Effects, Extent, Risk, Script, Tier, Variable,
};
use crate::environment;
use crate::sink::Found;

/// So deep may a script run another one.
const MAX_DEPTH: usize = 6;

/// So many scripts of a line are looked into.
const MAX_SCRIPTS: usize = 32;

/// So long may their texts be together, in bytes.
const MAX_BYTES: usize = 192 * 1024;

/// So often somebody is asked for the text of one.
const MAX_ASKED: usize = 128;

/// What a task or a script says, as a text for bash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The text; `None` if the file is there, and is too long or no text.
    pub text: Option<String>,
    /// The folder in which it runs, if that is not the one in which the shell starts; absolute.
    pub folder: Option<String>,
    /// The file in which it stands.
    pub file: String,
    /// Why the text may not be all that it runs, if there is a sign of that.
    pub doubt: Option<&'static str>,
}

/// Tells the text of a task or a script that a command runs, with what is put into its environment.
pub type Scripts<'a> = &'a dyn Fn(&SimpleCommand, &[Variable]) -> Option<ScriptText>;

/// What somebody who sees the disk tells of a line.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Whether a `cd` to a directory is sure to succeed.
    pub can_enter: &'a dyn Fn(&WorkingDir) -> bool,
    /// What a task or a script of the project says that a command runs of which nothing is known.
    pub script: Scripts<'a>,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// How far scripts are looked into.
#[derive(Debug)]
pub(crate) struct Depth<'a> {
    level: usize,
    left: &'a Left,
    environment: Vec<Variable>,
}

/// What may still be looked into for a line.
#[derive(Debug)]
pub(crate) struct Left {
    scripts: Cell<usize>,
    bytes: Cell<usize>,
    asked: Cell<usize>,
}

impl Left {
    /// All that there is for a line.
    pub(crate) fn new() -> Self {
        let [scripts, bytes, asked] = [MAX_SCRIPTS, MAX_BYTES, MAX_ASKED].map(Cell::new);
        Self { scripts, bytes, asked }
    }
}

/// Takes from what is left; whether there was enough.
fn take(left: &Cell<usize>, count: usize) -> bool {
    let rest = left.get().checked_sub(count);
    left.set(rest.unwrap_or(0));
    rest.is_some()
}

impl<'a> Depth<'a> {
    /// At the line itself.
    pub(crate) fn start(left: &'a Left) -> Self {
        Self { level: 0, left, environment: vec![] }
    }

    fn deeper(&self, text: &str, environment: Vec<Variable>) -> Option<Self> {
        let level = self.level + 1;
        let is_enough = take(&self.left.scripts, 1) && take(&self.left.bytes, text.len());
        (is_enough && level <= MAX_DEPTH).then_some(Self { level, left: self.left, environment })
    }
}

/// What the task or script says that a command runs, and how deep it lies; not how deep if it is not looked into
/// any more.
pub(crate) fn look<'a>(
    around: &Surroundings<'_>,
    depth: &Depth<'a>,
    commands: &[SimpleCommand],
    index: usize,
) -> Option<(ScriptText, Option<Depth<'a>>)> {
    let command = commands.get(index)?;
    if command.calls_function || !take(&depth.left.asked, 1) {
        return None;
    }
    let environment = environment::of(commands, index, &depth.environment);
    let told = (around.script)(command, &environment)?;
    let is_plain = environment::is_plain(&environment);
    let doubt = told.doubt.or((!is_plain).then_some("the line sets variables that programs obey"));
    let text = told.text.map(|text| match &told.folder {
        Some(folder) => format!("cd {}\n{text}", quoted(folder)),
        None => text,
    });
    let deeper = text.as_ref().and_then(|text| depth.deeper(text, environment));
    Some((ScriptText { text, doubt, ..told }, deeper))
}

/// Whether it is sure in which folder a command runs, and so which script.
pub(crate) fn is_sure(command: &SimpleCommand) -> bool {
    command.other_dirs.is_empty() && command.dir != WorkingDir::Unknown
}

/// Notes what a script does that a command runs; whether it only reads. What its text does not tell is
/// nobody's fault, and of what it changes only the guards know what to say.
pub(crate) fn note(found: &mut Found, script: Script) -> bool {
    let is_all = script.is_sure && script.is_read && script.doubt.is_none();
    let only_reads = is_all && only_reads(&script.effects);
    let risk = &script.effects.risk;
    if risk.tier == Tier::Critical && found.effects.risk.tier < Tier::Critical {
        let file = risk.script.as_ref().unwrap_or(&script.file);
        found.effects.risk = Risk { script: Some(file.clone()), ..risk.clone() };
    }
    if only_reads {
        found.effects.obeyed.push(obeyed(&script));
    }
    found.effects.scripts.push(script);
    only_reads
}

fn only_reads(effects: &Effects) -> bool {
    effects.class() == Class::Reads && effects.opened.is_empty() && effects.risk.tier == Tier::Safe
}

/// The folder of a script, which is obeyed: anybody may put another one there who may write to it.
fn obeyed(script: &Script) -> Change {
    let folder = script.file.rsplit_once('/').map_or(".", |(folder, _)| folder);
    let path = if folder.is_empty() { "/" } else { folder };
    Change {
        path: path.to_owned(),
        anchor: Anchor::Start,
        entry: None,
        extent: Extent::Below,
        kind: ChangeKind::Write,
        program: script.file.clone(),
        written: ".".to_owned(),
        command: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RiskRule;
    use crate::programs::Programs;
    use crate::{Surroundings, effects_among};

    /// The scripts of a project, by the last word of what runs them.
    const SCRIPTS: [(&str, &str); 13] = [
        ("look", "git status; ls src | head"),
        ("look-deep", "./look && npm run look"),
        ("write", "echo x > out/a"),
        ("unknown", "frob"),
        ("send", "kubectl apply -f a.yaml"),
        ("send-deep", "ls; ./send"),
        ("verb", "if [ \"$VERB\" = delete ]; then kubectl delete pod a; fi; frob"),
        ("verb-deep", "ls; ./verb"),
        ("doubtful", "ls"),
        ("long", ""),
        ("round", "./round"),
        ("broken", "if"),
        ("local", "fail() { echo no; }; fail empty"),
    ];

    fn look(line: &str, rules: &[RiskRule]) -> Effects {
        let script = |command: &SimpleCommand, environment: &[Variable]| {
            let name = command.words.last()?.text.trim_start_matches("./").to_owned();
            let (name, text) = SCRIPTS.iter().find(|(known, _)| *known == name)?;
            let file = format!("tools/{name}");
            let given =
                environment.iter().filter_map(|(name, value)| Some((name, value.as_ref()?)));
            let given =
                given.fold(String::new(), |all, (name, value)| format!("{all}{name}={value}\n"));
            let doubt = (*name == "doubtful").then_some("for a test");
            let text = (*name != "long").then(|| given + text);
            Some(ScriptText { text, folder: Some("/p".to_owned()), file, doubt })
        };
        let around = Surroundings { can_enter: &|_| true, script: &script };
        effects_among(line, &Programs::default(), rules, around)
    }

    #[test]
    fn a_script_does_what_its_text_says() {
        for (line, class, tier, risky) in [
            ("./look", Class::Reads, Tier::Safe, None),
            ("npm run look", Class::Reads, Tier::Safe, None),
            ("./look-deep", Class::Reads, Tier::Safe, None),
            ("sudo ./look", Class::Reads, Tier::Safe, None),
            ("./local", Class::Reads, Tier::Safe, None),
            ("./look > a", Class::Changes, Tier::Write, None),
            ("./write", Class::Unknown, Tier::Write, None),
            ("./unknown", Class::Unknown, Tier::Write, None),
            ("./broken", Class::Unknown, Tier::Write, None),
            ("./round", Class::Unknown, Tier::Write, None),
            ("./none", Class::Unknown, Tier::Write, None),
            ("./send", Class::Unknown, Tier::Critical, Some("tools/send")),
            ("./send-deep", Class::Unknown, Tier::Critical, Some("tools/send")),
            ("./look; kubectl delete pod a", Class::Unknown, Tier::Critical, None),
            // What else is said of the call still counts.
            ("HOME=/x ./look", Class::Unknown, Tier::Write, None),
            ("export FOO=x; ./look", Class::Unknown, Tier::Write, None),
            ("env FOO=x ./look", Class::Unknown, Tier::Write, None),
            ("NODE_ENV=x ./look", Class::Reads, Tier::Safe, None),
            ("export NODE_ENV=x; ./look", Class::Reads, Tier::Safe, None),
            ("LESSOPEN=x; export LESSOPEN; ./look", Class::Changes, Tier::Write, None),
            // What it is given is handed on.
            ("VERB=delete ./verb", Class::Unknown, Tier::Critical, Some("tools/verb")),
            ("VERB=get ./verb", Class::Unknown, Tier::Write, None),
            (
                "export VERB=delete; timeout 5 ./verb",
                Class::Unknown,
                Tier::Critical,
                Some("tools/verb"),
            ),
            ("env VERB=delete ./verb-deep", Class::Unknown, Tier::Critical, Some("tools/verb")),
            ("VERB=get; ./verb", Class::Unknown, Tier::Critical, Some("tools/verb")),
            // What is not understood relieves of nothing.
            ("./doubtful", Class::Unknown, Tier::Write, None),
            ("./long", Class::Unknown, Tier::Write, None),
            ("A=1 ./send", Class::Unknown, Tier::Critical, Some("tools/send")),
            ("LD_PRELOAD=/x ./look", Class::Changes, Tier::Write, None),
            ("ssh h ./look", Class::Unknown, Tier::Critical, None),
            ("cd \"$X\"; ./look", Class::Unknown, Tier::Write, None),
            ("cd \"$X\"; ./send", Class::Unknown, Tier::Critical, Some("tools/send")),
            ("./look; ./unknown", Class::Unknown, Tier::Write, None),
            ("echo frob > look; ./look", Class::Changes, Tier::Write, None),
        ] {
            let found = look(line, &[]);
            let script = found.risk.script.as_deref();
            let seen = (found.class(), found.risk.tier, script);
            assert_eq!(seen, (class, tier, risky), "{line} {:?}", found.unknown);
        }
        assert_eq!(look("./look; ./unknown; ./look", &[]).unknown, ["unknown"]);
        let obeyed = look("./look", &[]).obeyed;
        assert_eq!(obeyed.first().map(|change| &*change.path), Some("tools"));
    }

    #[test]
    fn a_rule_about_a_call_says_all() {
        let rule =
            RiskRule { program: "npm".to_owned(), args: "run send".to_owned(), tier: Tier::Write };
        assert_eq!(look("npm run send", &[rule]).risk.tier, Tier::Write);
        let rule =
            RiskRule { program: "kubectl".to_owned(), args: "apply".to_owned(), tier: Tier::Write };
        assert_eq!(look("npm run send", &[rule]).risk.tier, Tier::Write);
        assert_eq!(look("npm run send", &[]).risk.tier, Tier::Critical);
    }

    #[test]
    fn so_many_scripts_are_looked_into_and_no_more() {
        let looked_into = |count: usize, text: &str| {
            let script = |_: &SimpleCommand, _: &[Variable]| {
                let (text, file) = (Some(text.to_owned()), "a".to_owned());
                Some(ScriptText { text, folder: None, file, doubt: None })
            };
            let around = Surroundings { can_enter: &|_| true, script: &script };
            let line = "./a; ".repeat(count);
            let found = effects_among(&line, &Programs::default(), &[], around);
            let read = found.scripts.iter().filter(|script| script.is_read).count();
            (read, found.scripts.len() - read)
        };
        assert_eq!(looked_into(3, "ls"), (3, 0));
        assert_eq!(looked_into(40, "ls"), (MAX_SCRIPTS, 8));
        assert_eq!(looked_into(200, "ls").1, MAX_ASKED - MAX_SCRIPTS);
        let long = "#".repeat(60 * 1024);
        assert_eq!(looked_into(5, &long), (3, 2), "their length counts together");
        assert_eq!(looked_into(1, "if fi"), (0, 1), "one that is no text of a shell is not read");
    }
}
