//! Compares the formats of tokens that `secrets` knows with the rules of Betterleaks.
//!
//! Each expression of a rule makes a few tokens. What `redact` leaves of them is a rule to follow,
//! or to leave, where it speaks of hosts and public keys.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args as ClapArgs;
use fastrand::Rng;
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::output;
use crate::workspace::Workspace;

const TABLE: &str = "crates/secrets/src/token_formats.txt";
const SOURCE: &str = "github.com/betterleaks/betterleaks";

/// How many tokens of an expression are made at most.
const MAX_TOKENS: usize = 24;

#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The rules of Betterleaks: config/betterleaks.toml of its repository
    #[arg(long, value_name = "FILE")]
    diff: PathBuf,
}

pub(crate) fn run(workspace: &Workspace, args: &Args) -> anyhow::Result<()> {
    let read = |path: &PathBuf| {
        fs::read_to_string(path).with_context(|| format!("could not read {}", path.display()))
    };
    let rules = Rule::read_all(&read(&args.diff)?);
    anyhow::ensure!(!rules.is_empty(), "{} has no rules", args.diff.display());
    let table = read(&workspace.root().join(TABLE))?;
    let Difference { missed, unread, gone } = difference(&rules, &table);
    let named = rules.iter().filter(|rule| rule.needs_name()).count();
    output::line(format_args!("{named} rules need the name of a service before a value"))?;
    output::line(format_args!(
        "{} of the {} others are not found:",
        missed.len(),
        rules.len() - named
    ))?;
    for (id, token) in missed {
        output::line(format_args!("  {id}  {}", hook_protocol::shortened(&token, 80)))?;
    }
    output::line(format_args!("{} formats name Betterleaks, which has no such rule:", gone.len()))?;
    for format in gone {
        output::line(format_args!("  {format}"))?;
    }
    for id in unread {
        output::line(format_args!("could not read the expression of {id}"))?;
    }
    Ok(())
}

/// A rule of the file.
struct Rule {
    id: String,
    expression: String,
}

impl Rule {
    /// The rules with an expression, which stands on one line there.
    fn read_all(toml: &str) -> Vec<Rule> {
        let mut rules = Vec::new();
        let mut id = "";
        for line in toml.lines() {
            if let Some(value) = line.strip_prefix("id = \"") {
                id = value.trim_end_matches('"');
            } else if let Some(expression) = line.strip_prefix("regex = '''") {
                let expression = expression.trim_end_matches("'''").to_owned();
                rules.push(Rule { id: id.to_owned(), expression });
            }
        }
        rules
    }

    /// Whether the expression wants an operator, behind the name of a service: such a value says
    /// nothing by itself.
    fn needs_name(&self) -> bool {
        self.expression.contains("(?:=|>|:{1,3}=|")
    }

    /// Tokens that the expression allows, the same in each run.
    fn tokens(&self) -> Option<Vec<String>> {
        let hir = regex_syntax::Parser::new().parse(&self.expression).ok()?;
        Some(tokens(&hir, &mut Rng::with_seed(7)))
    }
}

struct Difference {
    /// Rules with a token that `redact` leaves as it is.
    missed: Vec<(String, String)>,
    unread: Vec<String>,
    /// Formats of the table that no rule has any more.
    gone: Vec<String>,
}

fn difference(rules: &[Rule], table: &str) -> Difference {
    let mut difference = Difference { missed: Vec::new(), unread: Vec::new(), gone: Vec::new() };
    let mut all = BTreeSet::new();
    for rule in rules {
        let Some(tokens) = rule.tokens() else {
            difference.unread.push(rule.id.clone());
            continue;
        };
        if !rule.needs_name()
            && let Some(token) =
                tokens.iter().find(|token| ::secrets::redact(token) == token.as_str())
        {
            difference.missed.push((rule.id.clone(), token.clone()));
        }
        all.extend(tokens);
    }
    for line in table.lines().filter(|line| line.ends_with(SOURCE)) {
        let format = line.split("  ").next().unwrap_or_default();
        let text = longest_text(format);
        if !all.iter().any(|token| token.to_lowercase().contains(&text.to_lowercase())) {
            difference.gone.push(format.to_owned());
        }
    }
    difference
}

/// The longest text between the classes of a format.
fn longest_text(format: &str) -> &str {
    let mut texts = format.split(['{', '[', ']']).map(|part| part.split('}').next_back());
    let mut longest = "";
    while let Some(Some(text)) = texts.next() {
        longest = if text.len() > longest.len() { text } else { longest };
    }
    longest
}

/// Tokens that an expression allows: of what is optional none, of what is repeated the least.
fn tokens(hir: &Hir, random: &mut Rng) -> Vec<String> {
    let mut made = match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => vec![String::new()],
        HirKind::Literal(literal) => vec![String::from_utf8_lossy(&literal.0).into_owned()],
        HirKind::Class(class) => vec![character(class, random).to_string()],
        HirKind::Capture(capture) => tokens(&capture.sub, random),
        HirKind::Alternation(parts) => parts.iter().flat_map(|part| tokens(part, random)).collect(),
        HirKind::Repetition(repetition) => {
            let mut made = vec![String::new()];
            for _ in 0..repetition.min {
                made = joined(&made, &tokens(&repetition.sub, random));
            }
            made
        }
        HirKind::Concat(parts) => {
            let mut made = vec![String::new()];
            for part in parts {
                made = joined(&made, &tokens(part, random));
            }
            made
        }
    };
    made.truncate(MAX_TOKENS);
    made
}

/// Each of one with one of the other, until each of both was used.
fn joined(one: &[String], other: &[String]) -> Vec<String> {
    let count = one.len().max(other.len());
    let pairs = one.iter().cycle().zip(other.iter().cycle()).take(count);
    pairs.map(|(one, other)| format!("{one}{other}")).collect()
}

/// One of the letters and digits of a class, of both cases of a letter the small one.
fn character(class: &Class, random: &mut Rng) -> char {
    let has = |c: char| match class {
        Class::Unicode(class) => class.ranges().iter().any(|it| it.start() <= c && c <= it.end()),
        Class::Bytes(class) => class
            .ranges()
            .iter()
            .any(|it| u8::try_from(c).is_ok_and(|byte| it.start() <= byte && byte <= it.end())),
    };
    let all: Vec<char> = ('!'..='~').filter(|c| has(*c)).collect();
    let plain: Vec<char> = all.iter().copied().filter(char::is_ascii_alphanumeric).collect();
    let choice = if plain.is_empty() { &all } else { &plain };
    match choice.as_slice() {
        [] => ' ',
        [upper, lower] if upper.eq_ignore_ascii_case(lower) => *lower,
        _ => random.choice(choice.iter().copied()).unwrap_or(' '),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "[[rules]]\nid = \"github-pat\"\nregex = '''(?:ghp|gho)_[0-9a-zA-Z]{36}'''\n\
        [[rules]]\nid = \"novel\"\nregex = '''\\b(novel_[a-z]{9})\\b'''\n";

    #[test]
    fn rules_that_are_not_found_and_formats_without_a_rule_are_told() {
        let rules = Rule::read_all(RULES);
        let table =
            format!("ghp_{{a36}}  GitHub token  {SOURCE}\nold_{{a9+}}  Old key  {SOURCE}\n");
        let Difference { missed, unread, gone } = difference(&rules, &table);
        let missed: Vec<_> = missed.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!((missed, unread, gone), (vec!["novel"], vec![], vec!["old_{a9+}".to_owned()]));
    }

    #[test]
    fn tokens_follow_the_expression() {
        let rule = |expression: &str| Rule { id: String::new(), expression: expression.to_owned() };
        let made = rule("(?i)x_(?:live|test)_[a-f0-9]{8}").tokens().unwrap();
        assert!(made.iter().any(|token| token.starts_with("x_live_") && token.len() == 15));
        assert!(made.iter().any(|token| token.starts_with("x_test_")));
        assert!(rule("(").tokens().is_none());
    }
}
