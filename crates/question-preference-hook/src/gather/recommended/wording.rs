//! The words that cast doubt on a recommendation, and how they are found.

/// All that speaks of a recommendation has this in it.
pub(super) const RECOMMEND: &str = "recommend";

/// Conditions, turns, corrections, somebody else's words and appeals to the
/// person: beside one of these a recommendation is not a plain one.
pub(super) const TURNS: &[&str] = &[
    "according",
    "actually",
    "after",
    "although",
    "anymore",
    "approval",
    "as far as",
    "as long as",
    "as soon as",
    "assuming",
    "at first",
    "but",
    "call",
    "caveat",
    "caveats",
    "confidence",
    "confident",
    "confirm",
    "confirmed",
    "consent",
    "correction",
    "decide",
    "decides",
    "depending",
    "disagree",
    "disregard",
    "edit",
    "else",
    "example",
    "except",
    "fallback",
    "given",
    "guess",
    "hm",
    "hmm",
    "however",
    "if",
    "ignore",
    "in case",
    "instead",
    "it depends",
    "last resort",
    "latter",
    "let me know",
    "longer",
    "maybe",
    "mistake",
    "nevertheless",
    "on reflection",
    "once",
    "only",
    "oops",
    "other",
    "others",
    "otherwise",
    "outdated",
    "pending",
    "perhaps",
    "permission",
    "please",
    "possibly",
    "probably",
    "provided",
    "providing",
    "quote",
    "quoted",
    "rather",
    "reconsider",
    "rejected",
    "report",
    "retracted",
    "review",
    "reviewer",
    "said",
    "say",
    "says",
    "scratch",
    "second",
    "sign off",
    "sorry",
    "subject",
    "supposing",
    "sure",
    "template",
    "though",
    "thoughts",
    "unclear",
    "unless",
    "unsure",
    "until",
    "up to you",
    "update",
    "vendor",
    "wait",
    "when",
    "whenever",
    "whereas",
    "while",
    "withdrawn",
    "wrong",
    "wrote",
    "yet",
    "you choose",
];

/// Advice beside the recommendation.
pub(super) const ADVICE: &[&str] = &[
    "advice",
    "advise",
    "advised",
    "choice",
    "choose",
    "chose",
    "chosen",
    "favor",
    "favour",
    "leaning",
    "pick",
    "picked",
    "picks",
    "prefer",
    "preferable",
    "preference",
    "preferred",
    "propose",
    "proposed",
    "select",
    "suggest",
    "suggested",
    "suggestion",
    "vote",
];

/// What an agent says that has an opinion; "Which do you prefer?" is none.
pub(super) const OPINIONS: &[&str] = &[
    "advice",
    "advise",
    "correction",
    "i advise",
    "i believe",
    "i favor",
    "i favour",
    "i lean",
    "i prefer",
    "i think",
    "i vote",
    "i would",
    "i'd",
    "i'll",
    "i'm leaning",
    "in my opinion",
    "my choice",
    "my pick",
    "my preference",
    "my vote",
    "scratch that",
    "suggest",
    "suggested",
    "suggestion",
];

/// What is said against an option.
pub(super) const AGAINST: &[&str] = &[
    "avoid",
    "deprecated",
    "discouraged",
    "don't choose",
    "don't pick",
    "don't use",
    "do not choose",
    "do not pick",
    "do not use",
    "not advised",
    "not safe",
    "obsolete",
    "rejected",
    "unsafe",
];

/// What else is said of an option that is not to be taken, or by a person only.
pub(super) const OBJECTIONS: &[&str] = &[
    "approval",
    "approve",
    "approved",
    "confirm",
    "confirmation",
    "mistake",
    "outdated",
    "permission",
    "sign off",
    "signoff",
    "wrong",
];

/// What leaves an option to the person, also where they prefer it whatever is recommended: to name a
/// permission or a confirmation does not.
pub(super) const RESERVED: &[&str] = &[
    "needs approval",
    "no longer supported",
    "not recommended",
    "your approval",
    "your confirmation",
    "your permission",
];

/// What turns a name into something else.
pub(super) const NEGATIONS: &[&str] = &[
    "aren't",
    "can't",
    "cannot",
    "doesn't",
    "don't",
    "isn't",
    "never",
    "neither",
    "no",
    "nobody",
    "none",
    "not",
    "nothing",
    "shouldn't",
    "wasn't",
    "without",
    "won't",
];

/// What asks for something to be left out, or for something else.
pub(super) const LESS: &[&str] = &[
    "avoid",
    "besides",
    "drop",
    "dropped",
    "else",
    "except",
    "exclude",
    "excluded",
    "ignore",
    "ignored",
    "instead",
    "leave out",
    "left out",
    "no longer",
    "omit",
    "omitted",
    "other than",
    "remove",
    "removed",
    "replace",
    "replaced",
    "skip",
    "skipped",
];

/// The words of a text in lower case, each between two blanks.
pub(super) struct Spoken(String);

impl Spoken {
    pub(super) fn new(text: &str) -> Self {
        let text = super::seen(text).to_lowercase().replace('’', "'");
        let mut spoken = String::from(" ");
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '\''));
        for word in words.map(|word| word.trim_matches('\'')).filter(|word| !word.is_empty()) {
            spoken.push_str(word);
            spoken.push(' ');
        }
        Self(spoken)
    }

    /// Whether one of these, of one word or more, is said.
    pub(super) fn has_any(&self, list: &[&str]) -> bool {
        list.iter().any(|words| self.0.contains(&format!(" {words} ")))
    }

    /// Whether all of `other` is said, in one piece.
    pub(super) fn has(&self, other: &Self) -> bool {
        other.0 != " " && self.0.contains(&other.0)
    }

    pub(super) fn begins(&self, words: &str) -> bool {
        self.0.starts_with(&format!(" {words} "))
    }

    pub(super) fn last(&self) -> Option<&str> {
        self.0.split_whitespace().next_back()
    }

    pub(super) fn is_one_word(&self) -> bool {
        self.0.split_whitespace().nth(1).is_none()
    }
}

/// Whether a letter that could be an option's stands alone in the text, in
/// whatever dress: `B`, `(b)`, `B-tree`, `B2`, `planB`, `🅱`. The article is none.
pub(super) fn has_lone_letter(text: &str) -> bool {
    let text = super::seen(text);
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let goes_on = words.peek().is_some_and(|next| next.starts_with(char::is_alphanumeric));
        let is_article = word.trim_start_matches(['(', '"']) == "a" && goes_on;
        let mut parts = word.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')));
        if !is_article && parts.any(is_letter) {
            return true;
        }
    }
    false
}

fn is_letter(part: &str) -> bool {
    let part = part.trim_matches(['\'', '’']);
    let part = part.strip_suffix("'s").or_else(|| part.strip_suffix("’s")).unwrap_or(part);
    let part = part.trim_matches(char::is_numeric);
    let mut from_end = part.chars().rev();
    match (from_end.next(), from_end.next()) {
        (Some(sole), None) => matches!(sole, 'A'..='H' | 'a'..='h') || !sole.is_ascii(),
        (Some('A'..='H'), Some(before)) => before.is_lowercase(),
        _ => false,
    }
}
