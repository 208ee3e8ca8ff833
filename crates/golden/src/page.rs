//! The page of a hook for people, executed: its examples and its tables.
//!
//! A second word after the language of a fenced block names the file that the
//! block becomes, in a project that all blocks of the page share. In a `console`
//! block each line that begins with `$ ` is run by a shell in that project, and
//! what follows must be its whole output, errors last. `# exit N` at the end of
//! a command is the status it must end with, else 0.

mod check;
mod short_page;

use std::collections::BTreeSet;

use anyhow::{Context, bail, ensure};

use crate::place::Place;

pub use check::{Keys, Page, check};
pub use short_page::check_short;

/// Where the project lies on a page.
const PROJECT: &str = "/home/you/project";

/// A fenced block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// Where it begins in the page, from 1.
    pub line: usize,
    /// The first word after the fence.
    pub language: &'a str,
    /// The file of the project that it becomes.
    pub file: Option<&'a str>,
    /// What is between the fences.
    pub text: String,
}

/// A command of a console block.
struct Command<'a> {
    text: &'a str,
    status: i32,
    output: String,
}

/// Goes through the blocks of a page in their order: runs those in `console`,
/// hands the others to `check`, and writes those that name a file.
///
/// # Errors
///
/// Names every command that does something else than the page says, and every
/// block that `check` refuses.
pub fn run(
    page: &str,
    place: &Place,
    check: impl Fn(&Block<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    for block in blocks(page)? {
        let at = |what: String| format!("line {}: {what}", block.line);
        if block.language == "console" {
            for command in commands(&block.text).with_context(|| at("no console".to_owned()))? {
                wrong.extend(difference(place, &command)?.map(at));
            }
        } else if let Err(err) = check(&block) {
            wrong.push(at(format!("{err:#}")));
        }
        if let Some(file) = block.file {
            place.write(file, &block.text)?;
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// The fenced blocks of a page.
///
/// # Errors
///
/// Fails when the last one has no end.
pub fn blocks(page: &str) -> anyhow::Result<Vec<Block<'_>>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (at, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(info), None) => {
                let (language, file) = match info.split_once(' ') {
                    Some((language, file)) => (language, Some(file)),
                    None => (info, None),
                };
                open = Some(Block { line: at + 1, language, file, text: String::new() });
            }
            (None, Some(block)) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    ensure!(open.is_none(), "the last block has no end");
    Ok(blocks)
}

fn commands(block: &str) -> anyhow::Result<Vec<Command<'_>>> {
    let mut commands: Vec<Command<'_>> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(text), _) => {
                let status = match text.rsplit_once(" # exit ") {
                    Some((_, status)) => status.parse().context("a status is a number")?,
                    None => 0,
                };
                commands.push(Command { text, status, output: String::new() });
            }
            (None, Some(command)) => {
                command.output.push_str(line);
                command.output.push('\n');
            }
            (None, None) => bail!("a console block begins with `$ `: {line}"),
        }
    }
    Ok(commands)
}

/// Runs a command and says where it differs from the page.
fn difference(place: &Place, command: &Command<'_>) -> anyhow::Result<Option<String>> {
    let output = place.shell(command.text)?;
    let text = String::from_utf8([output.stdout, output.stderr].concat())?;
    let text = text.replace(&*place.project().to_string_lossy(), PROJECT);
    let is_same = text == command.output && output.status.code() == Some(command.status);
    Ok((!is_same).then(|| {
        format!(
            "$ {}\n{text}({})\n--- the page has\n{}",
            command.text, output.status, command.output
        )
    }))
}

/// The text below the heading `## <title>`.
///
/// # Errors
///
/// Fails when there is no such heading.
pub fn section<'a>(page: &'a str, title: &str) -> anyhow::Result<&'a str> {
    let heading = format!("\n## {title}\n");
    let (_, section) =
        page.split_once(&heading).with_context(|| format!("there is no section `{title}`"))?;
    Ok(section.split_once("\n## ").map_or(section, |(section, _)| section))
}

/// The cells of the tables in a part of a page, a row at a time, without the
/// rows of their heads. `\|` is a bar in a cell.
pub fn rows(section: &str) -> Vec<Vec<String>> {
    let lines: Vec<&str> = section.lines().collect();
    let is_rule = |line: &&str| line.starts_with("|-");
    let is_row = |at: usize, line: &str| {
        let next = lines.get(at + 1);
        line.starts_with('|') && !is_rule(&line) && !next.is_some_and(is_rule)
    };
    let rows = lines.iter().enumerate().filter(|(at, line)| is_row(*at, line));
    rows.map(|(_, line)| cells(line)).collect()
}

fn cells(row: &str) -> Vec<String> {
    const BAR: &str = "\0";
    let row = row.replace("\\|", BAR);
    let row = row.trim().trim_matches('|');
    row.split('|').map(|cell| cell.trim().replace(BAR, "|")).collect()
}

/// The text in backquotes.
pub fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Checks the table below "Tools for people" against the program: its first column
/// names every tool that `help`, the output of `--help`, has, and no others.
///
/// # Errors
///
/// Names what is on one side only.
pub fn check_tools(page: &str, help: &[u8]) -> anyhow::Result<()> {
    let rows = rows(section(page, "Tools for people")?);
    let (tools, named) = (tools(help)?, verbs(&rows));
    let one_sided: Vec<_> = named.symmetric_difference(&tools).collect();
    ensure!(one_sided.is_empty(), "not both on the page and in the program: {one_sided:?}");
    Ok(())
}

/// The tools of a program, by the output of its `--help`.
fn tools(help: &[u8]) -> anyhow::Result<BTreeSet<&str>> {
    let help = std::str::from_utf8(help)?;
    let (_, tools) = help.split_once("Commands:\n").context("the help names no commands")?;
    let tools = tools.lines().take_while(|line| !line.is_empty());
    let tools = tools.filter_map(|line| line.split_whitespace().next());
    Ok(tools.filter(|tool| *tool != "help").collect())
}

/// The first words of the code in the first cells of a table, without options.
fn verbs(rows: &[Vec<String>]) -> BTreeSet<&str> {
    let usages = rows.iter().filter_map(|row| row.first()).flat_map(|cell| code(cell));
    let words = usages.filter_map(|usage| usage.split_whitespace().next());
    words.filter(|word| !word.starts_with('-')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# x\n\n```yaml a/b.yaml\nk: v\n```\n\n```console\n$ cat a/b.yaml\nk: v\n\
                        $ pwd; echo oh >&2; false # exit 1\n/home/you/project\noh\n```\n";

    fn place() -> Place {
        Place::new("/bin/sh").unwrap()
    }

    #[track_caller]
    fn check_wrong(page: &str, words: &str) {
        let err = run(page, &place(), |block| {
            ensure!(block.language == "yaml", "unknown language {}", block.language);
            Ok(())
        });
        let err = err.unwrap_err().to_string();
        assert!(err.contains(words), "{err}");
    }

    #[test]
    fn blocks_become_files_and_commands() {
        let block = &blocks(PAGE).unwrap()[0];
        let text = "k: v\n".to_owned();
        let expected = Block { line: 3, language: "yaml", file: Some("a/b.yaml"), text };
        assert_eq!(block, &expected);
        run(PAGE, &place(), |_| Ok(())).unwrap();
    }

    #[test]
    fn what_the_page_does_not_say_is_named() {
        check_wrong(&PAGE.replace("oh\n```", "ah\n```"), "line 7: $ pwd; echo oh");
        check_wrong(&PAGE.replace(" # exit 1", ""), "exit status: 1");
        check_wrong(&PAGE.replace("yaml a/", "toml a/"), "line 3: unknown language toml");
        check_wrong("```console\nout\n```\n", "line 1: no console");
        check_wrong("```console\n$ true\n", "the last block has no end");
    }

    #[test]
    fn a_table_is_its_rows() {
        let page =
            "\n## A\n| h | k |\n|---|---|\n| `a\\|b` | |\n| c | d `e` |\n\n## B\n| x | y |\n";
        let rows = rows(section(page, "A").unwrap());
        assert_eq!(rows, [["`a|b`", ""], ["c", "d `e`"]]);
        assert_eq!(code(&rows[1][1]), ["e"]);
        assert!(section(page, "C").is_err());
    }
}
