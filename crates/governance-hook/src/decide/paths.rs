//! What rules say of the files of a call.
//!
//! Within a rule, `!` takes files out. Of two rules the later one frees, by allowing, what the
//! earlier one forbids.

use std::cell::OnceCell;

use hook_protocol::Access as Touch;
use project_paths::{Pattern, RelPath};

use super::glob_base::{self, Ground};
use super::{Facts, File, Finding, Reach, Shell, finding, glob};
use crate::policy::{Action, Globs, PathRule, Policy};
use crate::words::Subject;

/// Every rule that holds for a file of the call.
pub(super) fn findings(policy: &Policy, state: &str, facts: &Facts) -> Vec<Finding> {
    let of_rule = |(at, rule): (usize, &PathRule)| {
        let freeing: Vec<Held<'_>> = if rule.rule.action == Action::Allow {
            Vec::new()
        } else {
            let later = policy.freeing(at).filter(|rule| rule.holds_in(state));
            later.map(|rule| Held::new(rule, &facts.homes)).collect()
        };
        let held = Held::new(rule, &facts.homes);
        let found = facts.files.iter().find(|file| held.is_about(file, &freeing));
        let subject = match found {
            Some(file) if file.touch == Touch::Write => Subject::Write(&file.spoken),
            Some(file) => Subject::Read(&file.spoken),
            None => Subject::Unparsed(spoken_of(&rule.globs, facts.shell.as_ref())?),
        };
        Some(finding(format!("paths[{at}]"), &rule.rule, subject, state))
    };
    let numbered = policy.paths.iter().enumerate();
    numbered.filter(|(_, rule)| rule.holds_in(state)).filter_map(of_rule).collect()
}

/// Whether a rule that allows it is about a file.
pub(super) fn is_freed(policy: &Policy, state: &str, facts: &Facts, file: &File) -> bool {
    let rules = policy.paths.iter().filter(|rule| rule.holds_in(state));
    let mut allowing = rules.filter(|rule| rule.rule.action == Action::Allow);
    allowing.any(|rule| Held::new(rule, &facts.homes).is_about(file, &[]))
}

/// A rule as it is held against files.
struct Held<'r> {
    rule: &'r PathRule,
    homes: &'r [String],
    inside: OnceCell<Patterns>,
    outside: OnceCell<Patterns>,
}

/// The globs of a rule as they are compared with the paths on a ground.
struct Patterns {
    included: Vec<Pattern>,
    excluded: Vec<Pattern>,
}

impl<'r> Held<'r> {
    fn new(rule: &'r PathRule, homes: &'r [String]) -> Self {
        Self { rule, homes, inside: OnceCell::new(), outside: OnceCell::new() }
    }

    fn on(&self, ground: Ground) -> &Patterns {
        let cell = if ground == Ground::Project { &self.inside } else { &self.outside };
        cell.get_or_init(|| {
            let on_ground = |globs: &[String]| {
                let globs = globs.iter().flat_map(|glob| glob_base::on(glob, ground, self.homes));
                globs.map(|text| glob(&text)).collect()
            };
            let Globs { included, excluded } = &self.rule.globs;
            Patterns { included: on_ground(included), excluded: on_ground(excluded) }
        })
    }

    /// Whether the rule is about a file that no other one frees. A file is meant both by the way it
    /// was spoken of and by where links lead.
    fn is_about(&self, file: &File, freeing: &[Held<'_>]) -> bool {
        if !self.rule.is_about(file.touch) {
            return false;
        }
        let others = freeing.iter().filter(|held| held.rule.is_about(file.touch));
        let patterns = self.on(file.ground);
        let freeing = others.map(|held| held.on(file.ground)).collect();
        let exceptions = Exceptions { excluded: &patterns.excluded, freeing };
        let places = [&file.location.lexical, &file.location.resolved];
        let is_met = |place: &RelPath| {
            patterns.included.iter().any(|pattern| reaches(pattern, file, place, &exceptions))
        };
        places.into_iter().flatten().any(is_met)
    }
}

impl Patterns {
    fn mean(&self, path: &RelPath) -> bool {
        let is_meant = |patterns: &[Pattern]| patterns.iter().any(|it| it.matches_path(path));
        is_meant(&self.included) && !is_meant(&self.excluded)
    }
}

/// What a rule is not about.
struct Exceptions<'p> {
    /// By its own globs.
    excluded: &'p [Pattern],
    /// By later rules.
    freeing: Vec<&'p Patterns>,
}

impl Exceptions<'_> {
    fn have(&self, path: &RelPath) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches_path(path))
            || self.freeing.iter().any(|patterns| patterns.mean(path))
    }
}

/// Whether a pattern means a folder with all that is in it.
pub(crate) fn covers(pattern: &Pattern, dir: &RelPath) -> bool {
    let text = pattern.text();
    text == "**" || (text.ends_with('/') || text.ends_with("/**")) && pattern.matches_path(dir)
}

/// Whether a pattern means a file that a call changes or reads: the path itself, or one that exists below it.
fn reaches(pattern: &Pattern, file: &File, place: &RelPath, exceptions: &Exceptions<'_>) -> bool {
    let is_left = |it: &RelPath| pattern.matches_path(it) && !exceptions.have(it);
    if !matches!(file.reach, Reach::Below { .. }) && is_left(place) {
        return true;
    }
    let Some(names) = file.reach.below() else { return false };
    let has_left = || file.there.as_ref().map(|there| there.iter().any(is_left));
    match (file.touch, names) {
        // A search of a whole folder is everyday work, unless the rule is about that folder.
        (Touch::Read, None) => covers(pattern, place) && has_left().unwrap_or(true),
        (Touch::Read, Some(_)) => has_left().unwrap_or(false),
        // What is not there yet may be written.
        (Touch::Write, None) if covers(pattern, place) && is_left(place) => true,
        (Touch::Write, _) => has_left().unwrap_or(true),
    }
}

/// The glob that a text mentions which cannot be parsed. Exceptions do not count.
fn spoken_of<'g>(globs: &'g Globs, shell: Option<&Shell>) -> Option<&'g str> {
    let Some(Shell::Unparsed { text, .. }) = shell else { return None };
    let speaks_of = |spoken: &&String| {
        let path = spoken.strip_prefix("./").unwrap_or(spoken).trim_start_matches('/');
        let path = path.strip_prefix("**/").unwrap_or(path);
        let path = path.strip_suffix("/**").unwrap_or(path);
        glob(&format!("*{path}*")).matches_text(text)
    };
    globs.included.iter().find(speaks_of).map(String::as_str)
}
