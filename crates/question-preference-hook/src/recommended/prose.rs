//! "Recommendation: ..." in the text of a question.

use super::options::{Options, goes_back};
use super::words::{Stop, Word, is_invisible, words};

/// So many recommendations are a text about something else.
const MOST: usize = 8;

const DOUBTED: &str = "the recommendation has a condition or names another option too";

/// What the text of a question recommends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prose {
    /// There is no recommendation.
    Absent,
    /// The option with this index.
    Option(usize),
    /// There is one, and it names no option.
    NoOption,
    Unclear(&'static str),
}

/// What `text` recommends of the options with these labels, which are plain.
pub(super) fn read(text: &str, labels: &[String]) -> Prose {
    let hidden = |character: char| is_invisible(character) || matches!(character, '*' | '`');
    let text: String = text.chars().filter(|character| !hidden(*character)).collect();
    let headings = headings(&text);
    if headings.is_empty() {
        return Prose::Absent;
    }
    if headings.len() > MOST {
        return Prose::Unclear("the text has too many recommendations");
    }
    let options = Options::new(labels, &text);
    let mut found = Prose::Absent;
    for (before, line) in headings {
        let this = if opens_a_sentence(before) {
            named(&options, line)
        } else {
            Prose::Unclear("whose recommendation it is cannot be told")
        };
        found = match (found, this) {
            (_, Prose::Unclear(why)) => return Prose::Unclear(why),
            (Prose::Absent, this) => this,
            (found, this) if found == this => found,
            _ => return Prose::Unclear("the recommendations in the text disagree"),
        };
    }
    found
}

/// All "Recommendation:", each with the text before it and the line after it.
fn headings(text: &str) -> Vec<(&str, &str)> {
    const WORD: &str = "recommendation";
    let gap = |c: char| c == '_' || (c.is_whitespace() && c != '\n');
    let heading = |at: usize| {
        let (before, heading) = text.split_at_checked(at)?;
        let (_, after) = heading.split_at_checked(WORD.len())?;
        let after = after.trim_start_matches(gap).strip_prefix([':', '：'])?;
        Some((before, after.lines().next().unwrap_or_default()))
    };
    let lower = text.to_ascii_lowercase();
    lower.match_indices(WORD).filter_map(|(at, _)| heading(at)).collect()
}

/// Whether what comes after `before` is the question's own statement, and not
/// "the old recommendation: A", "anti-recommendation: A" or a quotation.
fn opens_a_sentence(before: &str) -> bool {
    let before = before.trim_end_matches('_');
    if before.ends_with('-') {
        return false;
    }
    let blank = |c: char| c.is_whitespace() && c != '\n';
    let mut before = before.trim_end_matches(blank);
    let lower = before.to_ascii_lowercase();
    if let Some(owner) = ["my", "our", "the"].iter().find(|owner| lower.ends_with(*owner)) {
        let (others, _) = before.split_at_checked(before.len() - owner.len()).unwrap_or_default();
        before = if others.ends_with(blank) { others.trim_end_matches(blank) } else { others };
    }
    // A marker ends so, a quoted line begins so.
    if let Some(marker) = before.strip_suffix('>') {
        return marker.ends_with(char::is_alphanumeric);
    }
    before.chars().next_back().is_none_or(|last| match last {
        '\n' | '.' | '!' | '?' | ';' | '(' | ')' | '[' | ']' | '|' | '#' | '-' => true,
        '“' | '”' | '„' | '‘' | '’' | '«' | '»' | '，' | '、' | '：' => false,
        _ => !last.is_ascii() && !last.is_alphanumeric(),
    })
}

fn named(options: &Options, line: &str) -> Prose {
    let line = words(line);
    let end = line.iter().position(|word| word.stop >= Stop::Sentence).unwrap_or(line.len());
    let (sentence, after) = line.split_at_checked(end + 1).unwrap_or((&line, &[]));
    match try_named(options, sentence) {
        Ok(Some(_)) if after.first().is_some_and(goes_back) => Prose::Unclear(DOUBTED),
        Ok(Some(index)) => Prose::Option(index),
        Ok(None) => Prose::NoOption,
        Err(why) => Prose::Unclear(why),
    }
}

/// The option that every way to read the sentence names.
fn try_named(options: &Options, sentence: &[Word]) -> Result<Option<usize>, &'static str> {
    let mut named = None;
    for start in starts(sentence) {
        let by_letter = options.by_letter(sentence, start)?;
        let by_label = options.by_label(sentence, start)?;
        for (index, end) in [by_letter, by_label].into_iter().flatten() {
            named = match named {
                None => Some((index, end)),
                Some((other, furthest)) if other == index => Some((index, end.max(furthest))),
                Some(_) => return Err("the recommendation fits more than one option"),
            };
        }
    }
    let Some((index, end)) = named else {
        return Ok(None);
    };
    if options.is_doubted(index, sentence.get(end..).unwrap_or_default()) {
        return Err(DOUBTED);
    }
    Ok(Some(index))
}

/// Where the name of an option may begin: at once, or after "Choose option".
fn starts(sentence: &[Word]) -> Vec<usize> {
    let text = |at: usize| sentence.get(at).map(|word| word.text.as_str());
    let verb = match (text(0), text(1)) {
        (Some("choose" | "pick" | "select" | "take" | "use"), _) => 1,
        (Some("go"), Some("with" | "for")) => 2,
        _ => 0,
    };
    let option = if text(verb) == Some("option") { verb + 1 } else { verb };
    let mut starts = vec![0, verb, option];
    starts.dedup();
    starts
}
