//! Conditions and risks in the description of a recommended option, and recommendations of another
//! one in other words.

use super::folded;
use super::wording::Spoken;

/// How a description begins by which an option is to be taken only where something is so.
const CONDITIONS: &[&str] = &[
    "as long as",
    "as soon as",
    "assuming",
    "depending",
    "if",
    "in case",
    "once a",
    "once everybody",
    "once everyone",
    "once it",
    "once the",
    "once we",
    "once you",
    "once your",
    "only if",
    "only when",
    "provided",
    "providing",
    "subject to",
    "unless",
    "until",
];

/// What is said of a risk that somebody has to take.
pub(super) const RISKS: &[&str] = &[
    "at your own risk",
    "ask first",
    "dangerous",
    "may break",
    "might break",
    "needs a human",
    "own risk",
    "risky",
    "take care",
];

/// What speaks of a recommendation in other languages, or by another word in brackets or a sign.
const ABROAD: &[&str] = &[
    "aanbevolen",
    "aanrader",
    "anbefal",
    "consiglia",
    "consiglio",
    "doporu\u{10d}",
    "empfehl",
    "empfiehlt",
    "empfohlen",
    "polecan",
    "raccomand",
    "recomend",
    "recomiend",
    "recommand",
    "rekommender",
    "zaleca",
    "\u{63a8}\u{85a6}",
    "\u{63a8}\u{8350}",
    "\u{304a}\u{3059}\u{3059}\u{3081}",
    "\u{304a}\u{52e7}\u{3081}",
    "\u{30aa}\u{30b9}\u{30b9}\u{30e1}",
    "\u{43f}\u{43e}\u{440}\u{430}\u{434}\u{436}",
    "\u{440}\u{435}\u{43a}\u{43e}\u{43c}\u{435}\u{43d}\u{434}",
    "\u{ad8c}\u{c7a5}",
    "\u{cd94}\u{cc9c}",
    "\u{2b50}",
    "\u{2605}",
];
const PREFERRED: &[&str] = &[
    "(advised)",
    "(best)",
    "(best choice)",
    "(my pick)",
    "(preferred)",
    "(suggested)",
    "(top pick)",
];

/// Whether a description begins with a condition, or ends with one that is set off.
pub(super) fn is_conditional(description: &str) -> bool {
    let mut parts = description.split([';', '(', '\u{2014}', '\u{2013}', '\n']);
    parts.any(|part| {
        let spoken = Spoken::new(part);
        let is_asked = spoken.begins("ask") && spoken.last() == Some("first");
        is_asked || CONDITIONS.iter().any(|words| spoken.begins(words))
    })
}

/// Whether a text recommends in another language, or by another word in brackets or a sign.
pub(super) fn speaks_abroad(text: &str) -> bool {
    let text = folded(text);
    ABROAD.iter().any(|it| text.contains(it)) || PREFERRED.iter().any(|it| text.contains(it))
}
