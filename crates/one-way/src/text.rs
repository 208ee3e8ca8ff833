//! A text as the words that a person sees in it.
//!
//! Compatibility letters (full-width, mathematical, circled) and accents become
//! their base letters by NFKD (UAX #15), what has no shape vanishes (UAX #44,
//! `Default_Ignorable_Code_Point`), and `forcePush`, `force_push` and
//! `--force-push` are two words each.

use unicode_normalization::char::decompose_compatible;

use crate::character::{Class, classify, without_its_dress};

/// How to take what may part a word or not. A capital makes two words of
/// `dropTable` but not of `DELETEd`, an asterisk of `a*b` but not of `de**lete**`,
/// and `d.e.l.e.t.e` may be six words or one: a text is searched in both readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Parted,
    Joined,
}

/// The words of one text in lower case.
#[derive(Debug, Default)]
pub(crate) struct Text {
    letters: String,
    words: Vec<Word>,
    /// A word has letters of Latin and of an alphabet that looks like it.
    pub(crate) mixes_scripts: bool,
    /// [`Reading::Joined`] reads another text.
    pub(crate) is_ambiguous: bool,
}

/// A word of a [`Text`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    start: usize,
    end: usize,
    /// Nothing but white space, hyphens, slashes and quotes before it.
    pub(crate) is_joined: bool,
    /// Part of a benign phrase.
    pub(crate) is_benign: bool,
}

impl Text {
    pub(crate) fn read(text: &str, reading: Reading) -> Self {
        let mut reader = Reader::new(reading, text.len());
        for character in text.chars() {
            if matches!(character, '&' | '+') {
                " and ".chars().for_each(|part| reader.push(part));
            } else if character.is_ascii() {
                reader.push(character);
            } else {
                let character = without_its_dress(character);
                decompose_compatible(character, |part| reader.push(part));
            }
        }
        reader.finish()
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn word(&self, at: usize) -> Option<Word> {
        self.words.get(at).copied()
    }

    /// Whether each of these words is joined to the one before it.
    pub(crate) fn is_joined(&self, from: usize, to: usize) -> bool {
        self.words.get(from..to).is_some_and(|words| words.iter().all(|word| word.is_joined))
    }

    pub(crate) fn letters(&self, word: Word) -> &str {
        self.letters.get(word.start..word.end).unwrap_or_default()
    }

    /// The letters of the word there; none beyond the end.
    pub(crate) fn letters_at(&self, at: usize) -> &str {
        self.word(at).map(|word| self.letters(word)).unwrap_or_default()
    }

    /// The first word from `at` on that has more than one letter and is not skipped.
    pub(crate) fn skip(&self, at: usize, is_skipped: impl Fn(&str) -> bool) -> usize {
        self.skip_few(at, usize::MAX, is_skipped)
    }

    /// The same of so many words at most.
    pub(crate) fn skip_few(
        &self,
        at: usize,
        most: usize,
        is_skipped: impl Fn(&str) -> bool,
    ) -> usize {
        let letters = self.words.iter().skip(at).take(most).map(|word| self.letters(*word));
        at + letters.take_while(|word| word.len() == 1 || is_skipped(word)).count()
    }

    /// Marks `count` words from `at` on as benign.
    pub(crate) fn take_out(&mut self, at: usize, count: usize) {
        for word in self.words.iter_mut().skip(at).take(count) {
            word.is_benign = true;
        }
    }

    /// Whether letters stand by themselves, as in `d.e.l.e.t.e`.
    fn spells(&self) -> bool {
        self.words.windows(3).any(|words| words.iter().all(|word| self.is_letter(*word)))
    }

    fn is_letter(&self, word: Word) -> bool {
        matches!(self.letters(word).as_bytes(), [b'a'..=b'z'])
    }

    /// Makes one word of such letters. `a` and `I` begin none, being words.
    fn join_letters(&mut self) {
        let mut words: Vec<Word> = Vec::with_capacity(self.words.len());
        let mut is_spelling = false;
        for word in &self.words {
            let is_letter = self.is_letter(*word);
            match words.last_mut() {
                Some(last) if is_spelling && is_letter => last.end = word.end,
                _ => words.push(*word),
            }
            is_spelling = is_letter && (is_spelling || !matches!(self.letters(*word), "a" | "i"));
        }
        self.words = words;
    }

    /// The words with one space between, as an entry of a list is written.
    pub(crate) fn to_entry(&self) -> String {
        let words: Vec<_> = self.words.iter().map(|word| self.letters(*word)).collect();
        words.join(" ")
    }
}

/// What [`Text::read`] knows between two characters.
struct Reader {
    text: Text,
    reading: Reading,
    /// Where the present word began.
    start: usize,
    /// The last character of the present word, and where it began.
    last: Option<(Class, usize)>,
    is_joined: bool,
}

impl Reader {
    fn new(reading: Reading, capacity: usize) -> Self {
        let letters = String::with_capacity(capacity);
        let text = Text { letters, words: Vec::with_capacity(capacity / 5), ..Text::default() };
        Self { text, reading, start: 0, last: None, is_joined: false }
    }

    fn push(&mut self, character: char) {
        let class = classify(character);
        match class {
            Class::Invisible => {}
            Class::Gap => self.end_word(),
            Class::Markup if self.reading == Reading::Joined => {}
            Class::Markup => {
                self.text.is_ambiguous |= self.last.is_some();
                self.end_word();
            }
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
        if self.reading == Reading::Parted {
            self.text.is_ambiguous = true;
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
        match self.reading {
            Reading::Parted => self.text.is_ambiguous |= self.text.spells(),
            Reading::Joined => self.text.join_letters(),
        }
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, split: &str, ignored: &str) {
        assert_eq!(Text::read(text, Reading::Parted).to_entry(), split, "{text:?}");
        assert_eq!(Text::read(text, Reading::Joined).to_entry(), ignored, "{text:?}");
    }

    #[track_caller]
    fn check_mixed(text: &str, expected: bool) {
        assert_eq!(Text::read(text, Reading::Parted).mixes_scripts, expected, "{text:?}");
        assert_eq!(Text::read(text, Reading::Joined).mixes_scripts, expected, "{text:?}");
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
        check("get/set", "get set", "get set");
        check("de**lete** *it*, `rm`", "de lete it rm", "delete it rm");
        check("a*b `x`y", "a b x y", "ab xy");
        check("I d.e.l.e.t.e a b", "i d e l e t e a b", "i deleteab");
        check("d.e.l.e.t.e it, w i p e", "d e l e t e it w i p e", "delete it wipe");
        check("s3 or p q, 请删", "s 3 or p q 请 删", "s 3 or pq 请 删");
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
        check("ᴅᴇʟᴇᴛᴇ ᴡıᴘᴇ", "delete wipe", "delete wipe");
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
