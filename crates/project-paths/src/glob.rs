//! Compiles and matches globs.
//!
//! A compiled glob is a small program. Matching follows all of its branches at once, one character
//! of the text after the other, so no pattern takes more than the product of both lengths.

/// A compiled glob.
#[derive(Debug, Clone)]
pub(crate) struct Glob(Vec<Step>);

/// Whether `*` and `?` match a `/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slash {
    /// As any other character: the text is not a path.
    Ordinary,
    /// Only `/` and `**` match it.
    Separator,
}

#[derive(Debug, Clone)]
enum Step {
    Char(char),
    /// `?`
    Any,
    /// `[a-z]`, or `[!a-z]`
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
    /// `*`
    Star,
    /// `**` as a whole component of a path
    DoubleStar,
    /// Goes on with the next step and with this one.
    Fork(usize),
    Jump(usize),
}

/// An open `{`.
struct Group {
    /// The `Fork` before the current branch.
    fork: usize,
    /// The `Jump` behind each branch before it.
    jumps: Vec<usize>,
}

impl Glob {
    /// Compiles a glob.
    ///
    /// # Errors
    /// Why it is not one.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut glob = Self(Vec::new());
        let mut groups: Vec<Group> = Vec::new();
        let mut chars = text.chars().peekable();
        // Whether a component of a path begins here.
        let mut begins = true;
        while let Some(next) = chars.next() {
            let began = std::mem::replace(&mut begins, next == '/');
            match next {
                '?' => glob.push(Step::Any),
                '*' if chars.next_if_eq(&'*').is_none() => glob.push(Step::Star),
                '*' => match chars.peek() {
                    Some('/') if began => {
                        chars.next();
                        glob.folders();
                        begins = true;
                    }
                    None if began => glob.push(Step::DoubleStar),
                    Some(',' | '}') if began && !groups.is_empty() => glob.push(Step::DoubleStar),
                    _ => glob.push(Step::Star),
                },
                '[' => glob.push(class(&mut chars)?),
                '{' => {
                    groups.push(Group { fork: glob.0.len(), jumps: Vec::new() });
                    glob.push(Step::Fork(0));
                    begins = true;
                }
                '}' => glob.close(groups.pop().ok_or("`}` without `{`")?),
                ',' => match groups.last_mut() {
                    Some(group) => {
                        glob.branch(group);
                        begins = true;
                    }
                    None => glob.push(Step::Char(',')),
                },
                '\\' => {
                    let escaped = chars.next().ok_or("nothing after `\\`")?;
                    begins = escaped == '/';
                    glob.push(Step::Char(escaped));
                }
                next => glob.push(Step::Char(next)),
            }
        }
        if groups.is_empty() { Ok(glob) } else { Err("missing `}`".to_owned()) }
    }

    fn push(&mut self, step: Step) {
        self.0.push(step);
    }

    /// `**/`: any number of folders, or none.
    fn folders(&mut self) {
        let end = self.0.len() + 3;
        self.0.extend([Step::Fork(end), Step::DoubleStar, Step::Char('/')]);
    }

    /// Begins another branch of a group.
    fn branch(&mut self, group: &mut Group) {
        group.jumps.push(self.0.len());
        self.push(Step::Jump(0));
        self.set(group.fork, Step::Fork(self.0.len()));
        group.fork = self.0.len();
        self.push(Step::Fork(0));
    }

    /// Ends a group.
    fn close(&mut self, group: Group) {
        self.set(group.fork, Step::Jump(group.fork + 1));
        for jump in group.jumps {
            self.set(jump, Step::Jump(self.0.len()));
        }
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(old) = self.0.get_mut(at) {
            *old = step;
        }
    }

    /// Whether it matches all of `text`.
    pub(crate) fn matches(&self, text: &str, slash: Slash) -> bool {
        let mut run = Run::new(self, slash);
        text.chars().for_each(|next| run.take(next));
        run.has_matched()
    }

    /// Whether it matches a folder that `path` is in.
    pub(crate) fn matches_folder_of(&self, path: &str) -> bool {
        let mut run = Run::new(self, Slash::Separator);
        path.chars().any(|next| {
            let has_matched = next == '/' && run.has_matched();
            run.take(next);
            has_matched
        })
    }
}

/// Reads a class behind its `[`.
fn class(chars: &mut impl Iterator<Item = char>) -> Result<Step, String> {
    let mut next = || chars.next().ok_or("missing `]`");
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut first = next()?;
    let negated = matches!(first, '!' | '^');
    if negated {
        first = next()?;
    }
    // Whether a range waits for its end.
    let mut is_open = false;
    let mut letter = first;
    loop {
        match (letter, ranges.last_mut()) {
            (']', Some(_)) => break,
            ('-', Some(_)) if !is_open => is_open = true,
            (end, Some((start, range_end))) if is_open => {
                if end < *start {
                    return Err(format!("`{start}-{end}` is not a range"));
                }
                *range_end = end;
                is_open = false;
            }
            (letter, _) => ranges.push((letter, letter)),
        }
        letter = next()?;
    }
    ranges.extend(is_open.then_some(('-', '-')));
    Ok(Step::Class { negated, ranges })
}

/// Whether `glob` matches the whole of `text`, if `*` is all that is special in it. Texts may be
/// long, and searching them is faster than taking each character through a program.
pub(crate) fn stars(glob: &str, text: &str) -> Option<bool> {
    if glob.contains(['?', '[', '{', '}', '\\']) || glob.contains("**") {
        return None;
    }
    let Some((start, rest)) = glob.split_once('*') else { return Some(glob == text) };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = text.strip_prefix(start).and_then(|text| text.strip_suffix(end));
    let mut parts = middle.split('*');
    let found =
        inner.and_then(|inner| parts.try_fold(inner, |text, part| Some(text.split_once(part)?.1)));
    Some(found.is_some())
}

/// A glob on its way through a text.
struct Run<'g> {
    steps: &'g [Step],
    slash: Slash,
    /// The steps that wait for the next character.
    places: Vec<usize>,
    /// The steps that the last character led to.
    open: Vec<usize>,
    /// After how many characters each step was reached last, counted from 1.
    reached: Vec<usize>,
    taken: usize,
}

impl<'g> Run<'g> {
    fn new(glob: &'g Glob, slash: Slash) -> Self {
        let (places, open) = (Vec::new(), vec![0]);
        let reached = vec![0; glob.0.len() + 1];
        let mut run = Self { steps: &glob.0, slash, places, open, reached, taken: 1 };
        run.reach();
        run
    }

    /// Whether what was taken so far matches.
    fn has_matched(&self) -> bool {
        self.reached.last() == Some(&self.taken)
    }

    fn take(&mut self, next: char) {
        let is_ordinary = next != '/' || self.slash == Slash::Ordinary;
        let steps = self.steps;
        let follow = |place: usize| match steps.get(place)? {
            Step::Char(wanted) => (*wanted == next).then_some(place + 1),
            Step::Any => is_ordinary.then_some(place + 1),
            Step::Class { negated, ranges } => {
                let is_in = ranges.iter().any(|(start, end)| (start..=end).contains(&&next));
                (is_in != *negated).then_some(place + 1)
            }
            Step::Star => is_ordinary.then_some(place),
            Step::DoubleStar => Some(place),
            Step::Fork(_) | Step::Jump(_) => None,
        };
        self.open.extend(self.places.drain(..).filter_map(follow));
        self.taken += 1;
        self.reach();
    }

    /// Reaches the open steps, and those that follow without a character.
    fn reach(&mut self) {
        while let Some(place) = self.open.pop() {
            match self.reached.get_mut(place) {
                Some(reached) if *reached != self.taken => *reached = self.taken,
                _ => continue,
            }
            match self.steps.get(place) {
                Some(Step::Fork(other)) => self.open.extend([place + 1, *other]),
                Some(Step::Jump(other)) => self.open.push(*other),
                Some(Step::Star | Step::DoubleStar) => {
                    self.places.push(place);
                    self.open.push(place + 1);
                }
                _ => self.places.push(place),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use globset::GlobBuilder;

    use super::*;

    fn of_globset(glob: &str, text: &str, slash: Slash) -> Option<bool> {
        let mut builder = GlobBuilder::new(glob);
        builder.literal_separator(slash == Slash::Separator).backslash_escape(true);
        Some(builder.empty_alternates(true).build().ok()?.compile_matcher().is_match(text))
    }

    /// Numbers that look random and are always the same.
    fn next(seed: &mut u64) -> usize {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        usize::try_from(*seed >> 33).unwrap()
    }

    fn drawn(seed: &mut u64, parts: &[&str], longest: usize) -> String {
        let length = 1 + next(seed) % longest;
        (0..length).map(|_| parts[next(seed) % parts.len()]).collect()
    }

    #[test]
    fn globs_match_what_globset_matches() {
        const GLOB: &[&str] = &[
            "a", "b", ".", "/", "*", "?", "**", "**/", "/**/", "{a,b}", "{,b}", "{/a,b/}", "{",
            ",", "}", "[ab]", "[!a]", "[", "]", "-", "\\", "[a-c-]",
        ];
        const TEXT: &[&str] = &["a", "b", "ab", ".", "/a", "/b", "/", "-", "]"];
        let seed = &mut 0x9E37_79B9_7F4A_7C15;
        let (mut valid, mut matched) = (0, 0);
        for _ in 0..30_000 {
            let (glob, text) = (drawn(seed, GLOB, 6), drawn(seed, TEXT, 5));
            // In a group `**` is a component as it is elsewhere, and `**/` ends in a `/`.
            let differs = ["{**,", "{**}", ",**,", ",**}"].iter().any(|it| glob.contains(it));
            if differs || glob.replace("**/", "").is_empty() {
                continue;
            }
            for slash in [Slash::Ordinary, Slash::Separator] {
                let found = Glob::parse(&glob).ok().map(|glob| glob.matches(&text, slash));
                assert_eq!(found, of_globset(&glob, &text, slash), "{glob} {text} {slash:?}");
                if let (Some(known), Slash::Ordinary) = (stars(&glob, &text), slash) {
                    assert_eq!(Some(known), found, "{glob} {text}");
                }
                valid += usize::from(found.is_some());
                matched += usize::from(found == Some(true));
            }
            let within = format!("{glob}/**");
            if let (Ok(compiled), false) = (Glob::parse(&glob), glob.ends_with(['*', '/', '\\'])) {
                let found = compiled.matches_folder_of(&text);
                let expected = of_globset(&within, &text, Slash::Separator);
                assert_eq!(Some(found), expected, "{within} {text}");
            }
        }
        assert!(valid > 20_000 && matched > 1_000, "{valid} {matched}");
    }

    #[test]
    fn stars_and_groups_do_not_multiply() {
        let glob = Glob::parse(&format!("{}b", "*a".repeat(40))).unwrap();
        assert!(!glob.matches(&"a".repeat(4_000), Slash::Ordinary));
        let nested = format!("{}{}", "{".repeat(20_000), "}".repeat(20_000));
        assert!(Glob::parse(&nested).unwrap().matches("", Slash::Ordinary));
    }
}
