//! What rules say of the files of a call.
//!
//! Within a rule, `!` takes files out. Of two rules the later one frees, by allowing, what the
//! earlier one forbids.

use std::cell::OnceCell;

use hook_protocol::Access as Touch;
use project_paths::{Pattern, RelPath};

use super::ground::{self, Ground};
use super::tree::{Meant, meant};
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
                let globs = globs.iter().flat_map(|glob| ground::on(glob, ground, self.homes));
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

    /// Whether all that lies below a folder is meant.
    fn cover(&self, dir: &RelPath) -> bool {
        self.excluded.is_empty() && self.included.iter().any(|pattern| covers(pattern, dir))
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
    fn are_none(&self) -> bool {
        self.excluded.is_empty() && self.freeing.iter().all(|it| it.included.is_empty())
    }

    fn have(&self, path: &RelPath) -> bool {
        self.excluded.iter().any(|pattern| pattern.matches_path(path))
            || self.freeing.iter().any(|patterns| patterns.mean(path))
    }

    fn cover(&self, dir: &RelPath) -> bool {
        self.excluded.iter().any(|pattern| covers(pattern, dir))
            || self.freeing.iter().any(|patterns| patterns.cover(dir))
    }
}

/// Whether a pattern is one of a folder, and means all that lies below `dir`.
fn covers(pattern: &Pattern, dir: &RelPath) -> bool {
    let text = pattern.text();
    text == "**" || (text.ends_with('/') || text.ends_with("/**")) && pattern.matches_path(dir)
}

fn reaches(pattern: &Pattern, file: &File, place: &RelPath, exceptions: &Exceptions<'_>) -> bool {
    let below = file.reach.below();
    if below.is_some() && exceptions.cover(place) {
        return false;
    }
    let is_named = !matches!(file.reach, Reach::Below { .. }) && pattern.matches_path(place);
    if is_named && !exceptions.have(place) {
        return true;
    }
    let Some(names) = below else { return false };
    // A search of a whole folder is everyday work, whatever is in it.
    let is_search = file.touch == Touch::Read && names.is_none();
    let is_left = |it: &RelPath| pattern.matches_path(it) && !exceptions.have(it);
    let is_there = |there: &Vec<RelPath>| there.iter().any(is_left);
    match meant(pattern.text(), place, names) {
        Meant::Nothing => false,
        Meant::Everything => {
            // What is not there yet may be written, but not by a name that a shell has to find.
            let may_be_new = file.touch == Touch::Write && names.is_none();
            exceptions.are_none() || may_be_new || file.there.as_ref().is_none_or(is_there)
        }
        Meant::Start(start) => {
            if file.touch == Touch::Read {
                return !is_search && file.there.as_ref().is_some_and(is_there);
            }
            !(exceptions.cover(&start) || is_file(pattern) && exceptions.have(&start))
        }
        Meant::Perhaps => !is_search && file.there.as_ref().is_none_or(is_there),
    }
}

/// Whether a pattern means one path.
fn is_file(pattern: &Pattern) -> bool {
    !pattern.text().contains(['*', '?', '[', '{', '\\']) && !pattern.text().ends_with('/')
}

/// The glob of which a text speaks that is no command line. It is not asked for exceptions.
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
