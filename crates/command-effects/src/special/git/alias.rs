//! What git runs because the line tells it to: an alias that the line sets, `rebase --exec`,
//! `submodule foreach`, an editor or a pager of this call.

use shell_syntax::{Place, Run, SimpleCommand, What, Word};

use super::settings::names_a_program;
use crate::args::part;

/// What a call of git runs by its settings, behind the commands `before` it, and the place of its subcommand.
pub(crate) fn runs(before: &[SimpleCommand], command: &SimpleCommand) -> (Vec<Run>, Option<usize>) {
    let words = &command.words;
    let (subcommand, settings) = opening(words);
    let scripts =
        settings.iter().filter(|(name, _)| names_a_program(name) && alias(name).is_none());
    let mut runs: Vec<Run> = scripts.map(|(_, value)| script(value, words)).collect();
    let named = subcommand.and_then(|at| Some((at, words.get(at).filter(|name| name.literal)?)));
    let Some((at, name)) = named else { return (runs, None) };
    let of_line = before.iter().filter(|it| it.program() == Some("git")).flat_map(configured);
    let set = settings.into_iter().chain(of_line);
    let is_meant = |(it, _): &(&str, Word)| {
        alias(it).is_some_and(|alias| alias.eq_ignore_ascii_case(&name.text))
    };
    runs.extend(set.filter(is_meant).map(|(_, value)| aliased(&value, words, at)));
    (runs, Some(at))
}

/// The place of the subcommand, and the settings before it.
fn opening(words: &[Word]) -> (Option<usize>, Vec<(&str, Word)>) {
    const VALUED: [&str; 6] =
        ["-C", "--git-dir", "--work-tree", "--exec-path", "--config-env", "--namespace"];
    let (mut at, mut settings) = (1, vec![]);
    while let Some(word) = words.get(at) {
        if word.text == "-c" {
            let setting = words.get(at + 1);
            settings.extend(setting.and_then(|word| {
                let (name, value) = word.text.split_once('=')?;
                Some((name, part(word, value)))
            }));
        } else if !word.text.starts_with('-') {
            return (Some(at), settings);
        }
        at += if word.text == "-c" || VALUED.contains(&word.text.as_str()) { 2 } else { 1 };
    }
    (None, settings)
}

/// The settings that `git config NAME VALUE` makes.
fn configured(command: &SimpleCommand) -> Vec<(&str, Word)> {
    let words = &command.words;
    if !words.iter().any(|word| word.text == "config") {
        return vec![];
    }
    let pairs = words.iter().zip(words.iter().skip(1));
    let named = pairs.filter(|(name, _)| alias(&name.text).is_some());
    named.map(|(name, value)| (name.text.as_str(), value.clone())).collect()
}

fn alias(setting: &str) -> Option<&str> {
    let (section, name) = setting.split_once('.')?;
    section.eq_ignore_ascii_case("alias").then_some(name)
}

fn aliased(value: &Word, words: &[Word], at: usize) -> Run {
    if let Some(shell) = value.text.strip_prefix('!') {
        let rest = words.get(at + 1..).unwrap_or_default().iter();
        let texts = std::iter::once(shell).chain(rest.map(|word| word.text.as_str()));
        let text: Vec<&str> = texts.collect();
        return script(&part(value, &text.join(" ")), words);
    }
    let split = shell_syntax::words(&value.text).unwrap_or_default();
    let before = std::iter::once(Word::plain("git")).chain(split).collect();
    Run { what: What::Command { before, words: at + 1..words.len() }, place: Place::Same }
}

fn script(text: &Word, words: &[Word]) -> Run {
    let end = words.len();
    let what = What::Script { text: text.clone(), words: end..end, parameters: None };
    Run { what, place: Place::Same }
}
