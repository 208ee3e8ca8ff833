//! Preferences, and what they come to, as a person reads it.

use std::fmt;
use std::time::SystemTime;

use hook_runtime::{Ctx, one_line};

use crate::config::preferences::{Entry, Preference};
use crate::decide::standing::{Inert, Standing};

/// In characters, of a label, a skill or a note.
const MAX_WORDS: usize = 100;

/// A preference as a person reads it: its name, and what is to be taken.
pub(crate) fn value(preference: &Preference) -> String {
    match preference {
        Preference::Answer(labels) => format!("answer {}", quoted(labels)),
        _ => preference.to_string(),
    }
}

/// Labels as a person reads them.
pub(crate) fn quoted(labels: &[String]) -> String {
    let labels = labels.iter().map(|label| format!("\"{}\"", one_line(label, MAX_WORDS)));
    labels.collect::<Vec<_>>().join(", ")
}

/// When and where an entry is in force, if not always.
pub(crate) fn limits(ctx: &Ctx, entry: &Entry) -> Vec<String> {
    let expires = entry.expires.map(|time| format!("until {}", ctx.local(time)));
    let skill = entry.skill.as_ref().map(|skill| format!("skill {}", one_line(skill, MAX_WORDS)));
    expires.into_iter().chain(skill).collect()
}

/// A moment as a program reads it.
pub(crate) fn moment(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InForce => f.write_str("in force"),
            Self::Never(why) => write!(f, "asked: {}", one_line(&why.to_string(), MAX_WORDS)),
            Self::Expired => f.write_str("asked: expired"),
            Self::NotUnderstood(why) => {
                write!(f, "asked: not understood: {}", one_line(why, MAX_WORDS))
            }
            Self::Hidden => f.write_str("hidden by the project's"),
        }
    }
}

impl fmt::Display for Inert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneWay(one_way) => write!(f, "one-way ({one_way})"),
            Self::OneWayAnswer(finding) => write!(f, "one-way (its answer speaks of {finding})"),
            Self::OtherSkill(skill) => write!(f, "it is a question of the skill {skill}"),
            Self::NotAnOption(label) => write!(f, "`{label}` is not one of its options"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::preferences::{self, Origin, Preferences};
    use crate::config::registry::Registry;
    use crate::decide::standing::listed;

    #[track_caller]
    fn check(registry: &str, project: &str, user: &str, expected: &[(&str, Origin, &str)]) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.yaml");
        hook_state::replace(&file, registry.as_bytes()).unwrap();
        let registry: Registry = hook_config::read(&file).unwrap().parse().unwrap();
        let entries = |json: &str| preferences::entries(&serde_json::from_str(json).unwrap());
        let preferences = Preferences { project: entries(project), user: entries(user) };
        let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
        let listed = listed(&registry, &preferences, now);
        let found: Vec<_> = listed
            .iter()
            .map(|listed| (listed.id.as_str(), listed.origin, listed.standing.to_string()))
            .collect();
        let found: Vec<_> =
            found.iter().map(|(id, at, words)| (*id, *at, words.as_str())).collect();
        assert_eq!(found, expected);
    }

    use Origin::{Project, User};

    #[test]
    fn what_cannot_be_taken_back_is_never_in_force() {
        check(
            "questions: [{ id: deploy, door: one-way, aliases: [ship] }]",
            r#"{"deploy": "never-ask", "a-split-b": "ask-only-for-one-way"}"#,
            r#"{"b": "never-ask", "x-split-y": {"preference": "answer", "answer": "X"}}"#,
            &[
                ("a-split-b", Project, "asked: one-way (its id has `-split-`)"),
                ("b", User, "in force"),
                ("deploy", Project, "asked: one-way (the registry says so)"),
                ("x-split-y", User, "asked: one-way (its id has `-split-`)"),
            ],
        );
        let registry = "questions: [{ id: deploy, door: one-way, aliases: [ship] }]";
        let words = "asked: one-way (the registry says so)";
        check(registry, r#"{"ship": "never-ask"}"#, "{}", &[("ship", Project, words)]);
        check(registry, r#"{"ship": "always-ask"}"#, "{}", &[("ship", Project, "in force")]);
        let words = "asked: not understood: unknown preference `never`";
        check(registry, r#"{"ship": "never"}"#, "{}", &[("ship", Project, words)]);
    }

    #[test]
    fn what_is_over_or_not_understood_is_not_in_force() {
        check(
            "",
            r#"{"a": {"preference": "never-ask", "expires": "2026-11-19"},
                "b": {"preference": "never-ask", "expires": "2026-11-20"},
                "c": "sometimes", "d": "always-ask"}"#,
            "{}",
            &[
                ("a", Project, "asked: expired"),
                ("b", Project, "in force"),
                ("c", Project, "asked: not understood: unknown preference `sometimes`"),
                ("d", Project, "in force"),
            ],
        );
    }

    #[test]
    fn the_projects_word_hides_the_persons_under_any_name() {
        check(
            "questions: [{ id: new, door: two-way, aliases: [old] }]",
            r#"{"a": "what", "old": "always-ask"}"#,
            r#"{"a": "never-ask", "new": "never-ask", "z": "never-ask"}"#,
            &[
                ("a", Project, "asked: not understood: unknown preference `what`"),
                ("a", User, "hidden by the project's"),
                ("new", User, "hidden by the project's"),
                ("old", Project, "in force"),
                ("z", User, "in force"),
            ],
        );
        let words =
            "asked: not understood: different preferences under several names of the question";
        check(
            "questions: [{ id: new, door: two-way, aliases: [old] }]",
            r#"{"new": "never-ask", "old": "always-ask"}"#,
            "{}",
            &[("new", Project, words), ("old", Project, words)],
        );
    }
}
