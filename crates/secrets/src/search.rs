//! Where the secrets of a text are: one look at it from its beginning to its end.

mod encoded;

use std::ops::Range;

use crate::command::Programs;
use crate::cursor::Cursor;
use crate::given::Next;
use crate::hidden::Shown;
use crate::name::{Kind, Name};
use crate::vocabulary::BEGINNINGS_BY_LETTER;
use crate::{
    REDACTED, address, argument, assign, beginnings, bytes, call, code, columns, command, formats,
    grown, header, hidden, inserted, is_word, key, phrase, piped, position, printed, run,
};

/// So many names are remembered.
const KNOWN: usize = 64;

/// Texts that are encoded within encoded ones are looked into to this level: each is read again.
const LEVELS: usize = 3;

/// What is remembered of a text while it is looked at, so that no part of it is read again
/// for each place before it: no text may take a time that grows with the square of its length.
struct Search<'t> {
    text: &'t str,
    /// So many levels of encoded texts are looked into.
    levels: usize,
    /// Where the part begins that is looked at.
    from: usize,
    /// Up to where no web token begins, and no private key ends.
    ahead: key::Ahead,
    /// Up to here all cookies are known.
    no_cookies: usize,
    /// Up to here no text in base64 is to be decoded.
    no_encoded: usize,
    programs: Programs,
    /// Up to here no line names the columns of a table.
    no_columns: usize,
    /// Up to here all rows of statements are known.
    no_rows: usize,
    /// The name that was looked at last: several of its words announce it.
    name: Range<usize>,
    /// Where names stand whose kind is known, by a hash: a text has the same ones again and again.
    kinds: Vec<(Range<usize>, Option<Kind>)>,
    secrets: Vec<Range<usize>>,
    /// Where the last of them ends.
    end: usize,
    /// Those in the rows of tables and statements: what stands between them is looked at as well.
    in_rows: Vec<Range<usize>>,
    /// Whether some of the text is not shown.
    has_hidden: bool,
}

/// What was found in a text.
pub(crate) struct Found {
    /// Where the secrets are, in their order and apart from each other.
    pub(crate) secrets: Vec<Range<usize>>,
    /// Whether some of the text is not shown.
    pub(crate) has_hidden: bool,
}

/// The secrets of a text.
pub(crate) fn find(text: &str) -> Found {
    find_to(text, LEVELS)
}

fn find_to(text: &str, levels: usize) -> Found {
    let mut found = find_parts(text, std::slice::from_ref(&(0..text.len())), levels);
    if found.has_hidden
        && let Some(shown) = Shown::of(text)
    {
        let all = 0..shown.text.len();
        let hidden = find_parts(&shown.text, std::slice::from_ref(&all), levels).secrets;
        found.secrets.extend(hidden.iter().map(|secret| shown.place(text, secret)));
        found.secrets.sort_by_key(|secret| secret.start);
        found.secrets = joined(&found.secrets);
    }
    found
}

/// Places in their order, of which those that overlap are one.
fn joined(places: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(places.len());
    for place in places {
        match apart.last_mut() {
            Some(last) if place.start < last.end => last.end = last.end.max(place.end),
            _ => apart.push(place.clone()),
        }
    }
    apart
}

/// What begins in these parts of a text, which are in their order.
pub(crate) fn find_in(text: &str, parts: &[Range<usize>]) -> Found {
    find_parts(text, parts, LEVELS)
}

fn find_parts(text: &str, parts: &[Range<usize>], levels: usize) -> Found {
    let mut search = Search {
        text,
        levels,
        from: 0,
        ahead: key::Ahead::default(),
        no_cookies: 0,
        no_encoded: 0,
        no_columns: 0,
        no_rows: 0,
        in_rows: Vec::new(),
        programs: Programs::default(),
        name: 0..0,
        kinds: Vec::new(),
        secrets: Vec::new(),
        end: 0,
        has_hidden: false,
    };
    let mut runs = Vec::new();
    for part in parts {
        search.read(part);
        run::find(text, part, &search.secrets, &mut runs);
    }
    let (mut secrets, has_hidden) = (search.secrets, search.has_hidden);
    let is_new = |secret: &Range<usize>| {
        text.get(secret.clone()).is_some_and(|value| !REDACTED.contains(value))
    };
    runs.extend(search.in_rows.into_iter().filter(is_new));
    if !runs.is_empty() {
        secrets.append(&mut runs);
        secrets.sort_by_key(|secret| secret.start);
        secrets = joined(&secrets);
    }
    Found { secrets, has_hidden }
}

impl Search<'_> {
    /// Takes what begins in a part of the text. By itself, so that its loop has all registers.
    #[inline(never)]
    fn read(&mut self, part: &Range<usize>) {
        let text = self.text;
        let end = text.len().min(part.end.saturating_add(3));
        let near = text.as_bytes().get(part.start..end).unwrap_or_default();
        crate::count_steps(part.len());
        self.from = part.start;
        for (place, window) in near.windows(4).enumerate() {
            if let Some(window) = window.first_chunk()
                && beginnings::may_be(*window)
            {
                self.take(place, beginnings::of(*window));
            }
        }
        if let [.., first, second, third] = *near
            && end == text.len()
        {
            self.take(near.len() - 3, beginnings::of([first, second, third, 0]));
        }
    }

    /// Takes the secrets that begin at a place of the part or are announced here.
    #[inline(never)]
    fn take(&mut self, place: usize, kinds: u32) {
        let at = self.from + place;
        let mut found = Vec::new();
        // What is not shown may stand within a secret that was found, and another one behind it.
        if kinds & beginnings::HIDDEN != 0 && !self.has_hidden {
            self.has_hidden = hidden::is_at(self.text, at);
        }
        if kinds != 0 && at >= self.end {
            self.look(at, kinds, &mut found);
        }
        for secret in found {
            let value = self.text.get(secret.clone()).unwrap_or_default();
            if secret.start >= self.end && !REDACTED.contains(value) {
                self.end = secret.end;
                self.secrets.push(secret);
            }
        }
    }

    /// What begins here or is announced here, of what may by its first bytes.
    fn look(&mut self, at: usize, kinds: u32, found: &mut Vec<Range<usize>>) {
        let text = self.text;
        let may_be = |kind: u32| kinds & kind != 0;
        if may_be(beginnings::KEY) {
            found.extend(key::at(text, at, &mut self.ahead));
        }
        if found.is_empty() && may_be(beginnings::FORM) {
            found.extend(formats::at(text, at));
            found.extend(formats::beside(text, found.first()));
        }
        if found.is_empty() && may_be(beginnings::HEADER) {
            header::at(text, at, &mut self.no_cookies, found);
        }
        if found.is_empty() && may_be(beginnings::ADDRESS) {
            address::at(text, at, found);
        }
        if found.is_empty() && may_be(beginnings::COMMAND) {
            found.extend(command::at(text, at, &mut self.programs));
        }
        if found.is_empty() && may_be(beginnings::PIPED) {
            found.extend(piped::at(text, at));
        }
        if found.is_empty()
            && may_be(beginnings::NAME)
            && is_word(text, at, BEGINNINGS_BY_LETTER.at(text, at))
        {
            self.named(at, found);
        }
        if found.is_empty() && may_be(beginnings::GROWN) {
            found.extend(grown::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::RARE) {
            self.look_further(at, kinds, found);
        }
    }

    /// The same for what begins in few places.
    fn look_further(&mut self, at: usize, kinds: u32, found: &mut Vec<Range<usize>>) {
        let text = self.text;
        let may_be = |kind: u32| kinds & kind != 0;
        if may_be(beginnings::FOREIGN) {
            let name = Name::foreign(text, at);
            found.extend(name.and_then(|name| assign::secret(&name)));
            if let Some(name) = name.filter(|_| found.is_empty()) {
                columns::below(&name, &mut self.no_columns, &mut self.in_rows);
            }
        }
        if found.is_empty() && may_be(beginnings::ARGUMENT) {
            found.extend(argument::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::PHRASE) {
            found.extend(phrase::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::ENCODED) {
            found.extend(encoded::at(text, at, self.levels, &mut self.no_encoded));
        }
        if found.is_empty() && may_be(beginnings::CALL) {
            found.extend(call::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::POSITION) {
            found.extend(position::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::PRINTED) {
            found.extend(printed::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::CODE) {
            found.extend(code::at(text, at));
        }
        if found.is_empty() && may_be(beginnings::JWK) {
            found.extend(key::parameter(text, at));
        }
    }

    /// What is given to the name here, or stands below it, if that was not asked at a word
    /// before.
    fn named(&mut self, at: usize, found: &mut Vec<Range<usize>>) {
        let Some(place) = Name::place(self.text, at).filter(|place| *place != self.name) else {
            return;
        };
        self.name = place.clone();
        let Some(name) = self.judged(place) else { return };
        if Next::of(Cursor::new(name.text, name.end)).is_sign(*b",)") {
            inserted::below(&name, &mut self.no_rows, &mut self.in_rows);
        }
        match assign::secret(&name) {
            Some(secret) => found.push(secret),
            None => found.extend(bytes::of(&name)),
        }
        if found.is_empty() {
            columns::below(&name, &mut self.no_columns, &mut self.in_rows);
        }
    }
}

impl<'t> Search<'t> {
    /// The name at this place, if secrets are given to it.
    fn judged(&mut self, place: Range<usize>) -> Option<Name<'t>> {
        let said = self.text.get(place.clone())?;
        let [first, .., last] = *said.as_bytes() else { return Name::at(self.text, place) };
        let middle = said.as_bytes().get(said.len() / 2).copied().unwrap_or_default();
        self.kinds.resize(KNOWN, (0..0, None));
        // What a bare `key` is, the word before it says.
        let letters = usize::from(first) + usize::from(last) * 5 + usize::from(middle) * 7;
        let hash = (letters + said.len() * 11) % KNOWN;
        let known = self.kinds.get_mut(hash).filter(|_| said.len() > "key".len());
        let Some((seen, kind)) = known else { return Name::at(self.text, place) };
        if self.text.get(seen.clone()) != Some(said) {
            *kind = Name::at(self.text, place.clone()).map(|name| name.kind);
            *seen = place.clone();
        }
        kind.map(|kind| Name { text: self.text, start: place.start, end: place.end, kind })
    }
}
