//! Choices whose option is the act: who may see something, what somebody may do, where something
//! is posted, and what is kept. Neither `Which role should Anna get?` nor `Owner` says so alone.

use crate::MODALS;
use crate::text::{Reading, Text};

/// What a question asks for, and the options that are an act then.
struct Choice {
    /// One of these words is in the question,
    asked: &'static [&'static str],
    /// one of these and one of those, where there are some;
    asking: &'static [&'static str],
    with: &'static [&'static str],
    /// an option begins with one of these; any option where there are none.
    chosen: &'static [&'static str],
    /// As it is told.
    name: &'static str,
}

const CHOICES: [Choice; 7] = [
    Choice {
        asked: &["apart", "conflict", "conflicts", "differ", "diverged", "remote", "upstream"],
        asking: &["how", "what", "which", "whose"],
        with: &["branch", "conflict", "conflicts", "diverged", "local", "remote", "upstream"],
        chosen: &["incoming", "local", "mine", "ours", "remote", "theirs"],
        name: "whose work is lost",
    },
    Choice {
        asked: &["access", "permission", "permissions", "privileges", "rights", "role"],
        asking: &[],
        with: &[],
        chosen: &[
            "777",
            "admin",
            "administrator",
            "administratoraccess",
            "editor",
            "everything",
            "full",
            "maintainer",
            "owner",
            "roles",
            "root",
            "rwx",
            "sudo",
            "superuser",
            "wheel",
            "write",
        ],
        name: "a right that is granted",
    },
    Choice {
        asked: &[
            "bucket",
            "dashboard",
            "gist",
            "repo",
            "repository",
            "see",
            "share",
            "shared",
            "visibility",
            "visible",
        ],
        asking: &[],
        with: &[],
        chosen: &[
            "100",
            "all",
            "anybody",
            "anyone",
            "everybody",
            "everyone",
            "internet",
            "public",
            "world",
        ],
        name: "who may see it",
    },
    Choice {
        asked: &["keep", "kept", "remain", "retain", "retained"],
        asking: &["how", "what", "which"],
        with: &[
            "archives",
            "backup",
            "backups",
            "commit",
            "snapshot",
            "version",
            "commits",
            "copies",
            "dumps",
            "logs",
            "recordings",
            "records",
            "revisions",
            "rows",
            "snapshots",
            "versions",
        ],
        chosen: &[],
        name: "what is not kept",
    },
    Choice {
        asked: &[
            "announce",
            "announced",
            "post",
            "posted",
            "publish",
            "send",
            "sent",
            "share",
            "shared",
            "store",
            "stored",
            "upload",
            "uploaded",
        ],
        asking: &["how", "where", "which"],
        with: &[],
        chosen: &[
            "discord", "facebook", "gist", "hastebin", "linkedin", "mastodon", "pastebin",
            "public", "reddit", "slack", "teams", "telegram", "transfer", "twitter",
        ],
        name: "where others read it",
    },
    Choice {
        asked: &[
            "announcement",
            "build",
            "campaign",
            "email",
            "emails",
            "invite",
            "invitation",
            "mail",
            "message",
            "newsletter",
            "sms",
            "survey",
        ],
        asking: &["where", "who", "whom"],
        with: &[],
        chosen: &["all", "customers", "everybody", "everyone", "subscribers", "users", "whole"],
        name: "who gets it",
    },
    Choice {
        asked: &[
            "account",
            "api",
            "bucket",
            "cluster",
            "database",
            "environment",
            "host",
            "machine",
            "queue",
            "server",
            "tenant",
            "tried",
            "url",
        ],
        asking: &["against", "where", "which"],
        with: &[
            "against",
            "cleanup",
            "client",
            "hit",
            "migration",
            "replay",
            "run",
            "script",
            "seed",
            "test",
            "tests",
            "use",
            "write",
        ],
        chosen: &[
            "company",
            "current",
            "customers",
            "everything",
            "live",
            "main",
            "master",
            "primary",
            "real",
            "shop",
            "yours",
        ],
        name: "what is live",
    },
];

/// What makes such a question one about code, tests or the look of something.
const OF_CODE: [&str; 34] = [
    "aria",
    "badge",
    "button",
    "class",
    "classes",
    "color",
    "colour",
    "column",
    "component",
    "constructor",
    "element",
    "enum",
    "field",
    "fixture",
    "fixtures",
    "function",
    "getter",
    "helper",
    "icon",
    "interface",
    "label",
    "menu",
    "method",
    "methods",
    "mock",
    "mocks",
    "panel",
    "property",
    "setter",
    "sidebar",
    "struct",
    "trait",
    "undo",
    "variable",
];

/// What may stand before the first word of an option that says something.
const SKIPPED: [&str; 5] = ["a", "an", "as", "make", "the"];

/// The act that one of the options is, by what the question asks for.
pub(crate) fn find(question: &str, options: &[(&str, bool)]) -> Option<&'static str> {
    let question = Text::read(question, Reading::Parted);
    let has =
        |words: &[&str]| (0..question.len()).any(|at| words.contains(&question.letters_at(at)));
    // A word of code elsewhere in the question changes nothing.
    let is_of_code = |words: &[&str]| {
        (0..question.len()).filter(|at| words.contains(&question.letters_at(*at))).all(|at| {
            // A method has a visibility, too.
            let is_kept = words.contains(&"visibility");
            let from = at.saturating_sub(2);
            let mut near = if is_kept { 0..question.len() } else { from..at + 3 };
            // `Which role should the button have?`
            let should = (at + 1..at + 3).find(|it| MODALS.contains(&question.letters_at(*it)));
            let mut subject = should.map(|it| it + 1..it + 4).into_iter().flatten();
            let is_code = |it: usize| OF_CODE.contains(&question.letters_at(it));
            near.any(is_code) || subject.any(is_code)
        })
    };
    let is_chosen = |words: &[&str], option: &str| {
        // A channel has no other name.
        let is_channel =
            option.strip_prefix('#').is_some_and(|it| it.starts_with(char::is_alphabetic));
        if is_channel && words.contains(&"slack") {
            return true;
        }
        let option = Text::read(option, Reading::Joined);
        let first = option.skip(0, |word| SKIPPED.contains(&word));
        words.contains(&option.letters_at(first))
    };
    let is_meant = |choice: &&Choice| {
        has(choice.asked)
            && !is_of_code(choice.asked)
            && (choice.asking.is_empty() || has(choice.asking))
            && (choice.with.is_empty() || has(choice.with))
            && (choice.chosen.is_empty() || options.iter().any(|it| is_chosen(choice.chosen, it.0)))
    };
    CHOICES.iter().find(is_meant).map(|choice| choice.name)
}
