//! Text as words, with what ends a clause after them.

/// A word as it is compared: in lower case, without quotes and emphasis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    /// It is written with a capital.
    pub(super) capital: bool,
    /// What comes between this word and the next.
    pub(super) stop: Stop,
}

/// What ends after a word, the weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stop {
    Nothing,
    Clause,
    Sentence,
    Question,
}

impl Word {
    pub(super) fn is_one_of(&self, list: &[&str]) -> bool {
        list.contains(&self.text.as_str())
    }
}

/// Whether a person cannot see this character: directions, joiners, variants.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}')
}

/// Emphasis and quotes.
fn is_dressing(character: char) -> bool {
    matches!(character, '*' | '`' | '"' | '“' | '”' | '„' | '«' | '»')
}

/// The words of a text; what is no word at all is left out.
pub(super) fn words(text: &str) -> Vec<Word> {
    let seen: Vec<char> = text.chars().filter(|c| !is_invisible(*c) && !is_dressing(*c)).collect();
    let mut words = Vec::new();
    let mut word = String::new();
    let mut rest = seen.as_slice();
    while let [character, after @ ..] = rest {
        rest = after;
        let stop = stop(*character, after);
        if stop == Stop::Nothing && !character.is_whitespace() {
            word.push(*character);
            continue;
        }
        finish(&mut words, &mut word);
        raise(&mut words, stop);
    }
    finish(&mut words, &mut word);
    words
}

/// What `character` ends, given what comes after it: the dot in "a.b" ends
/// nothing.
fn stop(character: char, after: &[char]) -> Stop {
    let stop = match character {
        '(' | ')' | '[' | ']' | '{' | '}' | ';' | '—' | '…' | '，' | '、' | '；' | '：' | '（'
        | '）' | '،' | '؛' => return Stop::Clause,
        '。' | '！' => return Stop::Sentence,
        '？' | '؟' => return Stop::Question,
        ',' | ':' => Stop::Clause,
        '.' | '!' => Stop::Sentence,
        '?' => Stop::Question,
        _ => return Stop::Nothing,
    };
    match after {
        [] => stop,
        [next, ..] if next.is_whitespace() || ",:.!?)]};—…".contains(*next) => stop,
        _ => Stop::Nothing,
    }
}

/// Adds the word that has been gathered; dashes at its end, or alone, end the
/// clause instead.
fn finish(words: &mut Vec<Word>, gathered: &mut String) {
    let dashes = ['-', '–', '−'];
    let gathered = std::mem::take(gathered);
    let bare = gathered.trim_end_matches(dashes);
    let text = bare.trim_matches(['_', '\'', '’', '‘']);
    if !text.is_empty() {
        let capital = text.starts_with(char::is_uppercase);
        let text = text.to_lowercase().replace('’', "'");
        words.push(Word { text, capital, stop: Stop::Nothing });
    }
    if bare.len() < gathered.len() {
        raise(words, Stop::Clause);
    }
}

fn raise(words: &mut [Word], stop: Stop) {
    if let Some(last) = words.last_mut() {
        last.stop = last.stop.max(stop);
    }
}
