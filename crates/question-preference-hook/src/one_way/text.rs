//! A text as the words that a person sees in it.
//!
//! Compatibility letters (full-width, mathematical, circled) and accents become
//! their base letters by NFKD (UAX #15), what has no shape vanishes (UAX #44,
//! `Default_Ignorable_Code_Point`), and `forcePush`, `force_push` and
//! `--force-push` are two words each.

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Whether a capital inside a word begins another: `dropTable` is two words,
/// but `DELETEd` is one, so a text is searched in both readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Splits,
    Ignored,
}

/// The words of one text in lower case.
#[derive(Debug, Default)]
pub(super) struct Text {
    letters: String,
    words: Vec<Word>,
    /// A word has letters of Latin and of an alphabet that looks like it.
    pub(super) mixes_scripts: bool,
    /// A capital has split a word, so [`Case::Ignored`] reads another text.
    pub(super) has_split: bool,
}

/// A word of a [`Text`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    start: usize,
    end: usize,
    /// Nothing but white space, hyphens and quotes before it.
    pub(super) is_joined: bool,
    /// Part of a benign phrase.
    pub(super) is_benign: bool,
}

impl Text {
    pub(super) fn read(text: &str, case: Case) -> Self {
        let mut reader = Reader::new(case, text.len());
        for character in text.chars() {
            if matches!(character, '&' | '+') {
                " and ".chars().for_each(|part| reader.push(part));
            } else if character.is_ascii() {
                reader.push(character);
            } else {
                decompose_compatible(character, |part| reader.push(part));
            }
        }
        reader.finish()
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn word(&self, at: usize) -> Option<Word> {
        self.words.get(at).copied()
    }

    pub(super) fn letters(&self, word: Word) -> &str {
        self.letters.get(word.start..word.end).unwrap_or_default()
    }

    /// Marks `count` words from `at` on as benign.
    pub(super) fn take_out(&mut self, at: usize, count: usize) {
        for word in self.words.iter_mut().skip(at).take(count) {
            word.is_benign = true;
        }
    }

    /// The words with one space between, as an entry of a list is written.
    pub(super) fn to_entry(&self) -> String {
        let words: Vec<_> = self.words.iter().map(|word| self.letters(*word)).collect();
        words.join(" ")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Has no shape: as if it were not there.
    Invisible,
    /// White space, a hyphen, a quote: ends a word.
    Gap,
    /// Other punctuation: ends a word, and no benign phrase goes on behind it.
    Break,
    Lower,
    Upper,
    /// A letter of an alphabet in which many look like Latin ones.
    LooksLatin,
    /// A sign of a script without spaces: a word by itself.
    Ideograph,
    OtherLetter,
    Digit,
}

/// What [`Text::read`] knows between two characters.
struct Reader {
    text: Text,
    case: Case,
    /// Where the present word began.
    start: usize,
    /// The last character of the present word, and where it began.
    last: Option<(Class, usize)>,
    is_joined: bool,
}

impl Reader {
    fn new(case: Case, capacity: usize) -> Self {
        let letters = String::with_capacity(capacity);
        let text = Text { letters, words: Vec::with_capacity(capacity / 5), ..Text::default() };
        Self { text, case, start: 0, last: None, is_joined: false }
    }

    fn push(&mut self, character: char) {
        let class = classify(character);
        match class {
            Class::Invisible => {}
            Class::Gap => self.end_word(),
            Class::Break => {
                self.end_word();
                self.is_joined = false;
            }
            _ => self.push_letter(character, class),
        }
    }

    fn push_letter(&mut self, character: char, class: Class) {
        if let Some((last, last_start)) = self.last {
            match (last, class) {
                (Class::Lower, Class::Upper) => self.split_at(self.text.letters.len()),
                (Class::Upper, Class::Lower) if last_start > self.start => {
                    self.split_at(last_start);
                }
                (Class::Upper | Class::Lower, Class::LooksLatin)
                | (Class::LooksLatin, Class::Upper | Class::Lower) => {
                    self.text.mixes_scripts = true;
                }
                (Class::Upper, Class::Lower) => {}
                _ if last != class || class == Class::Ideograph => self.end_word(),
                _ => {}
            }
        }
        self.last = Some((class, self.text.letters.len()));
        if character.is_ascii() {
            self.text.letters.push(character.to_ascii_lowercase());
        } else {
            self.text.letters.extend(character.to_lowercase());
        }
    }

    /// A capital begins a word at `place`: `dropTable`, `APIKey`.
    fn split_at(&mut self, place: usize) {
        if self.case == Case::Splits {
            self.text.has_split = true;
            self.add_word(place);
        }
    }

    fn end_word(&mut self) {
        self.add_word(self.text.letters.len());
        self.last = None;
    }

    fn add_word(&mut self, end: usize) {
        if end > self.start {
            let is_joined = self.is_joined;
            self.text.words.push(Word { start: self.start, end, is_joined, is_benign: false });
            self.start = end;
            self.is_joined = true;
        }
    }

    fn finish(mut self) -> Text {
        self.end_word();
        self.text
    }
}

fn classify(character: char) -> Class {
    match character {
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '0'..='9' => Class::Digit,
        // An apostrophe is left out: `can't` is `cant`, `user's` is a form of `user`.
        '\'' => Class::Invisible,
        '-' | '_' | '"' | '`' | '*' => Class::Gap,
        _ if character.is_ascii_whitespace() => Class::Gap,
        _ if character.is_ascii_control() => Class::Invisible,
        _ if character.is_ascii() => Class::Break,
        _ => classify_beyond_ascii(character),
    }
}

fn classify_beyond_ascii(character: char) -> Class {
    match character {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => Class::Invisible,
        '\u{2010}'..='\u{2012}' | '\u{201c}'..='\u{201e}' => Class::Gap,
        // The mu of `µs` stands beside Latin letters every day.
        'μ' => Class::OtherLetter,
        // Greek and Coptic, Cyrillic, Armenian, Cherokee, Coptic, Lisu.
        '\u{370}'..='\u{3ff}'
        | '\u{400}'..='\u{52f}'
        | '\u{531}'..='\u{587}'
        | '\u{13a0}'..='\u{13fd}'
        | '\u{1c80}'..='\u{1c8a}'
        | '\u{1f00}'..='\u{1fff}'
        | '\u{2c80}'..='\u{2cff}'
        | '\u{a4d0}'..='\u{a4fd}'
        | '\u{a640}'..='\u{a69d}'
        | '\u{ab70}'..='\u{abbf}'
            if character.is_alphabetic() =>
        {
            Class::LooksLatin
        }
        // Kana and Han.
        '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => {
            Class::Ideograph
        }
        _ if is_invisible(character) => Class::Invisible,
        _ if character.is_whitespace() => Class::Gap,
        // Latin letters that do not decompose, such as ø and ł.
        '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' if character.is_uppercase() => Class::Upper,
        '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' if character.is_alphabetic() => Class::Lower,
        _ if character.is_alphabetic() => Class::OtherLetter,
        _ if character.is_numeric() => Class::Digit,
        _ => Class::Break,
    }
}

/// Marks, controls, and what Unicode calls default-ignorable.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    ) || (character.is_control() && !character.is_whitespace())
        || is_combining_mark(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, split: &str, ignored: &str) {
        assert_eq!(Text::read(text, Case::Splits).to_entry(), split, "{text:?}");
        assert_eq!(Text::read(text, Case::Ignored).to_entry(), ignored, "{text:?}");
    }

    #[track_caller]
    fn check_mixed(text: &str, expected: bool) {
        assert_eq!(Text::read(text, Case::Splits).mixes_scripts, expected, "{text:?}");
        assert_eq!(Text::read(text, Case::Ignored).mixes_scripts, expected, "{text:?}");
    }

    #[test]
    fn words_end_where_a_person_sees_their_end() {
        check("Force_push, --force-push!", "force push force push", "force push force push");
        check("forcePush ForcePush", "force push force push", "forcepush forcepush");
        check("rotateAPIKey", "rotate api key", "rotateapikey");
        check("DELETEd IDs", "delet ed i ds", "deleted ids");
        check("s3bucket v2", "s 3 bucket v 2", "s 3 bucket v 2");
        check("can't user\u{2019}s 'drop'", "cant users drop", "cant users drop");
        check(
            "drag & drop, Send+Sync",
            "drag and drop send and sync",
            "drag and drop send and sync",
        );
        check("", "", "");
        check(" \u{200b}\n", "", "");
    }

    #[test]
    fn what_has_no_shape_is_not_there() {
        let invisible = "\u{200b}\u{200d}\u{ad}\u{202e}\u{2066}\u{fe0f}\u{feff}\u{61c}\u{34f}\u{7}\u{e0041}\u{180e}\u{115f}\u{17b4}";
        for character in invisible.chars() {
            check(&format!("de{character}lete"), "delete", "delete");
        }
        check("d\u{301}e\u{20e3}lete délèté", "delete delete", "delete delete");
    }

    #[test]
    fn letters_in_fancy_dress_are_letters() {
        check("ｄｅｌｅｔｅ", "delete", "delete");
        check("𝐝𝐞𝐥𝐞𝐭𝐞 𝒹ℯ𝓁ℯ𝓉ℯ ⓓⓔⓛⓔⓣⓔ", "delete delete delete", "delete delete delete");
        check("ＤＲＯＰ", "drop", "drop");
        check("İptal søk", "iptal søk", "iptal søk");
    }

    #[test]
    fn scripts_without_spaces_end_a_latin_word() {
        check("请delete表", "请 delete 表", "请 delete 表");
        check("5 µs, 5μs", "5 μ s 5 μ s", "5 μ s 5 μ s");
    }

    #[test]
    fn a_word_of_two_alphabets_is_noticed() {
        check_mixed("dеlete", true); // U+0435
        check_mixed("drοp", true); // U+03BF
        check_mixed("dropТable", true); // U+0422
        check_mixed("d\u{200b}е\u{200b}lete", true);
        check_mixed("удалить git-репозиторий и branch", false);
        check_mixed("100 µs, Привет_world, naïve", false);
    }
}
