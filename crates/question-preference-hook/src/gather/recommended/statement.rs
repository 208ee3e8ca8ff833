//! "Recommendation: ..." in the text of a question.
//!
//! There is one form: the recommendation is a sentence of its own that follows a
//! question or begins the text; it is the last thing said, a question apart; and
//! it consists of a name, with a reason or without. So nothing takes it back or
//! limits it afterwards, and nothing before it makes it somebody else's.

use hook_protocol::Question;

use super::names::{mentions_another, named};
use super::wording::{ADVICE, RECOMMEND, Spoken, TURNS, has_lone_letter};
use super::{folded, seen};

const HEADING: &str = "recommendation:";

const REASONS: [&str; 2] = ["because", "since"];

/// So the question begins that may come last.
const QUESTIONS: [&str; 4] = ["which", "what should", "how should", "where should"];

/// A line that begins so is a quotation, a heading, code or a table.
const NOT_PROSE: [char; 6] = ['#', '>', '|', '`', '~', '<'];

/// A recommendation in the one form, and all else that the text says.
struct Statement<'a> {
    before: &'a str,
    name: String,
    reason: String,
    after: &'a str,
}

/// The option that the text recommends of those with these labels, which are
/// plain.
///
/// # Errors
/// If it speaks of a recommendation in another form, or casts doubt on it.
pub(super) fn stated(
    question: &Question<'_>,
    plain: &[String],
) -> Result<Option<usize>, &'static str> {
    if folded(question.header.unwrap_or_default()).contains(RECOMMEND) {
        return Err("the header speaks of a recommendation");
    }
    let text = seen(&unmarked(question.question)).replace('*', "");
    let lower = text.to_ascii_lowercase();
    let mut mentions = lower.match_indices(RECOMMEND);
    let at = match (mentions.next(), mentions.next()) {
        (None, _) => return Ok(None),
        (Some((at, _)), None) => at,
        (Some(_), Some(_)) => return Err("the text speaks of recommending twice"),
    };
    let statement = parse(&text, at).ok_or(
        "the text speaks of a recommendation in another form than \"Recommendation: X because Y.\"",
    )?;
    let index = named(&statement.name, question, plain)?;
    let rest = [statement.before, &statement.reason, statement.after].join("\n");
    let spoken = Spoken::new(&rest);
    if spoken.has_any(TURNS) || spoken.has_any(ADVICE) {
        return Err("the text has a condition, a turn or other advice");
    }
    if has_lone_letter(&rest) || mentions_another(&rest, plain, index) {
        return Err("the text speaks of another option too");
    }
    Ok(Some(index))
}

fn parse(text: &str, at: usize) -> Option<Statement<'_>> {
    let (before, heading) = text.split_at_checked(at)?;
    let (word, line) = heading.split_at_checked(HEADING.len())?;
    let (sentence, after) = split_sentence(line);
    if !word.eq_ignore_ascii_case(HEADING) || !may_come_first(before) || !may_come_last(after) {
        return None;
    }
    let words: Vec<_> = sentence.split_whitespace().collect();
    let is_reason = |word: &&str| REASONS.iter().any(|reason| word.eq_ignore_ascii_case(reason));
    let (name, reason) = match words.iter().position(is_reason) {
        None => (words.as_slice(), String::new()),
        Some(at) => {
            let (name, reason) = words.split_at_checked(at)?;
            let reason = reason.split_first()?.1;
            (name, is_one_clause(reason).then(|| reason.join(" "))?)
        }
    };
    let name = name.join(" ").trim_end_matches(',').to_owned();
    let trails_off = name.contains('?') || name.ends_with(['.', '!']);
    (!trails_off).then_some(Statement { before, name, reason, after })
}

/// The text without the markers that name a question, as in `<qid:cache>`.
fn unmarked(text: &str) -> String {
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':');
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        kept.push_str(before);
        let end = after.find(|c| !belongs(c)).unwrap_or(after.len());
        let (marker, behind) = after.split_at_checked(end).unwrap_or_default();
        rest = match behind.strip_prefix('>') {
            Some(behind) if marker.contains(':') => {
                kept.push(' ');
                behind
            }
            _ => {
                kept.push('<');
                after
            }
        };
    }
    kept + rest
}

/// A sentence, without what ends it, and what comes after it. The dot in "a.b"
/// ends nothing.
fn split_sentence(text: &str) -> (&str, &str) {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let is_last = characters.peek().is_none_or(|(_, next)| next.is_whitespace());
        if character == '\n' || (matches!(character, '.' | '!') && is_last) {
            let (sentence, after) = text.split_at_checked(at).unwrap_or_default();
            return (sentence, after.strip_prefix(character).unwrap_or_default());
        }
    }
    (text, "")
}

/// Whether a recommendation of the question's own may come after this.
fn may_come_first(before: &str) -> bool {
    let before = before.trim_end();
    let introduces = before.match_indices(':').any(|(at, _)| {
        let after = before.get(at + 1..).unwrap_or_default();
        after.starts_with(char::is_whitespace)
    });
    let is_prose = !before.lines().any(|line| line.trim_start().starts_with(NOT_PROSE));
    (before.is_empty() || before.ends_with('?')) && !introduces && is_prose
}

/// Whether this takes nothing back: it is nothing at all, or "Which one?".
fn may_come_last(after: &str) -> bool {
    let after = after.trim();
    let Some(question) = after.strip_suffix('?') else {
        return after.is_empty();
    };
    let asks = QUESTIONS.iter().any(|words| Spoken::new(question).begins(words));
    asks && !question.contains(['.', '!', '?', ':', ';', '\n', '(', '—'])
}

/// Whether a reason is no more than words: a bracket, a dash or a semicolon adds
/// something to it.
fn is_one_clause(reason: &[&str]) -> bool {
    let fits = |c: char| c.is_alphanumeric() || ",'’\"`-_/.%+&".contains(c);
    let is_word = |word: &&str| word.contains(char::is_alphanumeric) && word.chars().all(fits);
    !reason.is_empty() && reason.iter().all(is_word)
}
