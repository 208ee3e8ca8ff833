//! Tasks and scripts of the project that a line runs, where somebody who sees the disk tells their texts.

use std::cell::Cell;

use shell_syntax::{SimpleCommand, WorkingDir, quoted};

use crate::change::{Anchor, Change, ChangeKind, Class, Effects, Extent, Risk, Script, Tier};
use crate::sink::Found;

/// So deep may a script run another one.
const MAX_DEPTH: usize = 6;

/// So many scripts of a line are looked into.
const MAX_SCRIPTS: usize = 32;

/// What a task or a script says, as a text for bash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The text.
    pub text: String,
    /// The folder in which it runs, if that is not the one in which the shell starts; absolute.
    pub folder: Option<String>,
    /// The file in which it stands.
    pub file: String,
}

/// What somebody who sees the disk tells of a line.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Whether a `cd` to a directory is sure to succeed.
    pub can_enter: &'a dyn Fn(&WorkingDir) -> bool,
    /// What a task or a script of the project says that a command runs of which nothing is known.
    pub script: &'a dyn Fn(&SimpleCommand) -> Option<ScriptText>,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings").finish_non_exhaustive()
    }
}

/// How far scripts are looked into.
#[derive(Debug)]
pub(crate) struct Depth<'a> {
    depth: usize,
    left: &'a Cell<usize>,
}

impl<'a> Depth<'a> {
    /// At the line itself; `left` counts down what may be looked into, from [`limit`] on.
    pub(crate) fn start(left: &'a Cell<usize>) -> Self {
        Self { depth: 0, left }
    }

    fn deeper(&self) -> Option<Self> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        let depth = self.depth + 1;
        (depth <= MAX_DEPTH).then_some(Self { depth, left: self.left })
    }
}

/// How many scripts of a line are looked into.
pub(crate) fn limit() -> Cell<usize> {
    Cell::new(MAX_SCRIPTS)
}

/// What the task or script says that a command runs, and how deep it lies.
pub(crate) fn look<'a>(
    around: &Surroundings<'_>,
    depth: &Depth<'a>,
    command: &SimpleCommand,
) -> Option<(ScriptText, Depth<'a>)> {
    let told = (!command.calls_function).then(|| (around.script)(command)).flatten()?;
    let text = match &told.folder {
        Some(folder) => format!("cd {}\n{}", quoted(folder), told.text),
        None => told.text,
    };
    Some((ScriptText { text, ..told }, depth.deeper()?))
}

/// Whether it is sure in which folder a command runs, and so which script.
pub(crate) fn is_sure(command: &SimpleCommand) -> bool {
    command.other_dirs.is_empty() && command.dir != WorkingDir::Unknown
}

/// Notes what a script does that a command runs; whether it only reads. What its text does not tell is
/// nobody's fault, and of what it changes only the guards know what to say.
pub(crate) fn note(found: &mut Found, script: Script) -> bool {
    let only_reads = script.is_sure && only_reads(&script.effects);
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
    const SCRIPTS: [(&str, &str); 9] = [
        ("look", "git status; ls src | head"),
        ("look-deep", "./look && npm run look"),
        ("write", "echo x > out/a"),
        ("unknown", "frob"),
        ("send", "kubectl apply -f a.yaml"),
        ("send-deep", "ls; ./send"),
        ("round", "./round"),
        ("broken", "if"),
        ("local", "fail() { echo no; }; fail empty"),
    ];

    fn look(line: &str, rules: &[RiskRule]) -> Effects {
        let script = |command: &SimpleCommand| {
            let name = command.words.last()?.text.trim_start_matches("./").to_owned();
            let (name, text) = SCRIPTS.iter().find(|(known, _)| *known == name)?;
            let file = format!("tools/{name}");
            Some(ScriptText { text: (*text).to_owned(), folder: Some("/p".to_owned()), file })
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
            ("export C=x; ./look", Class::Unknown, Tier::Write, None),
            ("env C=x ./look", Class::Unknown, Tier::Write, None),
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
}
