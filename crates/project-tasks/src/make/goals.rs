//! What runs for the goals of a call of `make`.

use std::collections::BTreeSet;
use std::path::Path;

use super::file::{Makefile, Recipe, Rule};
use super::values::{Automatic, Values};
use crate::marks::{self, FILES, OPEN};

/// So many targets are made.
const MAX_TARGETS: usize = 300;

/// Prerequisites lead so far.
const MAX_DEPTH: usize = 40;

/// So long may the text become, in bytes: what [`shell_syntax::commands`] takes.
const MAX_TEXT: usize = 64 * 1024;

/// The text for bash of what runs for goals; `None` if that cannot be told.
pub(super) fn text(file: &Makefile, goals: &[String], folder: &Path) -> Option<String> {
    if !runs_a_shell(&file.values)? {
        return None;
    }
    let mut run = Run { file, folder, seen: BTreeSet::new(), text: String::new() };
    for goal in goals {
        run.target(goal, &file.values, 0)?;
    }
    let mut text = exports(&file.values)?;
    for command in &file.values.ran() {
        // Where its output is used, it stands already.
        if !run.text.contains(command) && !text.contains(command) {
            text.extend([": \"", command, "\"\n"]);
        }
    }
    text.push_str(&run.text);
    (text.len() <= MAX_TEXT).then_some(text)
}

/// Whether what runs the recipes reads them as bash does.
fn runs_a_shell(values: &Values) -> Option<bool> {
    const SHELLS: [&str; 6] = ["sh", "bash", "dash", "ash", "zsh", "ksh"];
    let shell = values.expand("$(SHELL)")?;
    let mut words = shell.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    let name = words.find(|word| *word != "env" && !word.starts_with('-'))?;
    Some(SHELLS.contains(&name) || name.contains(OPEN))
}

/// Lines that put variables into the environment.
fn exports(values: &Values) -> Option<String> {
    let all = if values.exports_all { values.names() } else { vec![] };
    let names: BTreeSet<_> = values.exported.iter().cloned().chain(all).collect();
    let mut text = String::new();
    for name in names.iter().filter(|name| marks::is_name(name) && values.is_set(name)) {
        let value = values.expand(&format!("$({name})"))?;
        // It has the value of the environment already.
        if value != marks::unsettled(name) {
            text.extend(["export ", name, "=", &marks::word(&value), "\n"]);
        }
    }
    Some(text)
}

struct Run<'f> {
    file: &'f Makefile,
    folder: &'f Path,
    seen: BTreeSet<String>,
    text: String,
}

impl<'f> Run<'f> {
    /// Adds what makes a target, behind what makes its prerequisites.
    fn target(&mut self, name: &str, values: &Values, depth: usize) -> Option<()> {
        if !self.seen.insert(name.to_owned()) {
            return Some(());
        }
        if self.seen.len() > MAX_TARGETS || depth > MAX_DEPTH || self.text.len() > MAX_TEXT {
            return None;
        }
        let is_it = |rule: &&Rule| rule.targets.iter().any(|target| target == name);
        let mut rules: Vec<_> = self.file.rules.iter().filter(is_it).collect();
        let is_phony = self.is_phony(name);
        let mut stem = None;
        if rules.iter().all(|rule| rule.recipe.is_empty()) && !is_phony {
            match self.pattern(name) {
                Pattern::One(rule, found) => {
                    rules.push(rule);
                    stem = Some(found);
                }
                Pattern::Several => return None,
                Pattern::No if !rules.is_empty() && self.is_built_in(name) => return None,
                Pattern::No => {}
            }
        }
        if rules.is_empty() {
            // A file that no rule makes is there, or one that is not known here makes it.
            let is_there = is_phony || (depth > 0 && self.folder.join(name).exists());
            return is_there.then_some(());
        }
        // What a rule with a recipe names comes first.
        rules.sort_by_key(|rule| rule.recipe.is_empty());
        let of_target = self.file.own.iter().filter(|(names, _)| names.iter().any(|it| it == name));
        let mut own = None;
        for (_, assignment) in of_target {
            own.get_or_insert_with(|| values.clone()).assign(assignment)?;
        }
        let has_own = own.is_some();
        let own = own.as_ref().unwrap_or(values);
        let mut prerequisites = vec![];
        for rule in &rules {
            for wanted in &rule.prerequisites {
                let wanted = match &stem {
                    Some(stem) if rule.is_pattern() => wanted.replacen('%', stem, 1),
                    _ => wanted.clone(),
                };
                if wanted == FILES && !self.may_make_files() {
                    continue;
                }
                if wanted.contains(OPEN) {
                    return None;
                }
                self.target(&wanted, own, depth + 1)?;
                prerequisites.push(wanted);
            }
        }
        own.set_automatic(Automatic { target: name.to_owned(), prerequisites, stem });
        self.recipes(&rules, own, has_own)
    }

    /// Adds the recipes of the rules of a target.
    fn recipes(&mut self, rules: &[&Rule], values: &Values, has_own: bool) -> Option<()> {
        let mut chosen: Vec<&Recipe> = vec![];
        for rule in rules.iter().filter(|rule| !rule.recipe.is_empty()) {
            // A later recipe takes the place of an earlier one.
            if !rule.is_double && !rule.is_doubtful {
                chosen.clear();
            }
            chosen.extend(&rule.recipe);
        }
        let mut lines = vec![];
        for recipe in chosen {
            let line = marks::rendered(&values.expand(&recipe.text)?)?;
            let line = line.trim_start_matches(['@', '-', '+', ' ', '\t']).trim_end().to_owned();
            let is_said = |line: &str| !line.is_empty() && !line.starts_with('#');
            if line.lines().any(|line| is_said(line.trim())) {
                lines.push((line, recipe.is_doubtful));
            }
        }
        if lines.is_empty() {
            return Some(());
        }
        let exports = if has_own { own_exports(values, &self.file.values)? } else { String::new() };
        if self.file.is_one_shell {
            let lines: Vec<_> = lines.into_iter().map(|(line, _)| line).collect();
            lines_into(&mut self.text, &exports, &lines.join("\n"), false);
            return Some(());
        }
        for (line, is_doubtful) in lines {
            lines_into(&mut self.text, &exports, &line, is_doubtful);
        }
        Some(())
    }

    fn is_phony(&self, name: &str) -> bool {
        let phony = |rule: &&Rule| rule.targets.iter().any(|target| target == ".PHONY");
        let mut named = self.file.rules.iter().filter(phony).flat_map(|rule| &rule.prerequisites);
        named.any(|phony| phony == name)
    }

    /// Whether rules may make files whose names are not settled.
    fn may_make_files(&self) -> bool {
        let is_one = |target: &String| target.contains(['%', OPEN]) && target != "%.o";
        self.file.rules.iter().flat_map(|rule| &rule.targets).any(is_one)
    }

    /// Whether rules that `make` brings along may make a target.
    fn is_built_in(&self, name: &str) -> bool {
        const SOURCES: [&str; 11] = ["c", "cc", "cpp", "C", "o", "s", "S", "sh", "y", "l", "f"];
        let is_there = |ending: &str| self.folder.join(format!("{name}.{ending}")).exists();
        name.rsplit('.').next() == Some("o") || SOURCES.iter().any(|ending| is_there(ending))
    }

    /// The pattern rule with a recipe that makes a target, and the stem of the name.
    fn pattern(&self, name: &str) -> Pattern<'f> {
        let mut found = Pattern::No;
        let mut may_be_led_to = false;
        for rule in self.file.rules.iter().filter(|rule| !rule.recipe.is_empty()) {
            let mut stems = rule.targets.iter().filter_map(|target| stem(target, name));
            let Some(stem) = stems.next() else { continue };
            let is_made = |wanted: &String| {
                let wanted = wanted.replacen('%', &stem, 1);
                let is_target = |rule: &Rule| rule.targets.contains(&wanted);
                wanted.contains(OPEN)
                    || self.folder.join(&wanted).exists()
                    || self.file.rules.iter().any(is_target)
            };
            if rule.prerequisites.iter().all(is_made) {
                if !matches!(found, Pattern::No) {
                    return Pattern::Several;
                }
                found = Pattern::One(rule, stem);
            } else {
                may_be_led_to = true;
            }
        }
        // Another pattern may make what this one wants.
        if matches!(found, Pattern::No) && may_be_led_to { Pattern::Several } else { found }
    }
}

enum Pattern<'r> {
    No,
    One(&'r Rule, String),
    Several,
}

impl Rule {
    fn is_pattern(&self) -> bool {
        self.targets.iter().any(|target| target.contains('%'))
    }
}

/// What stands for `%` of a pattern in a name.
fn stem(pattern: &str, name: &str) -> Option<String> {
    let (before, behind) = pattern.split_once('%')?;
    let stem = name.strip_prefix(before)?.strip_suffix(behind)?;
    (!stem.is_empty()).then(|| stem.to_owned())
}

/// Exports of variables that have another value for one target.
fn own_exports(values: &Values, of_file: &Values) -> Option<String> {
    let (here, there) = (exports(values)?, exports(of_file)?);
    let own = here.lines().filter(|line| !there.lines().any(|other| other == *line));
    Some(own.fold(String::new(), |text, line| text + line + "\n"))
}

/// A line runs in a shell of its own.
fn lines_into(text: &mut String, exports: &str, line: &str, is_doubtful: bool) {
    let line = format!("({exports}{line}\n)\n");
    if is_doubtful {
        text.push_str("if [ \"$not_told\" ]; then ");
        text.push_str(&line);
        text.push_str("fi\n");
    } else {
        text.push_str(&line);
    }
}
