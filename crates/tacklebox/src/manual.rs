//! `completions` and `man`: what a shell and a manual know of all commands, from the same
//! definitions as the commands themselves.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, Id};
use clap_complete::Shell;
use clap_mangen::Man;
use hook_runtime::{Console, Ctx};

use crate::NAME;

/// Prints what completes the commands in a shell.
///
/// # Errors
/// If it is no text.
pub(crate) fn completions(shell: Shell, console: &mut Console) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut with_hooks(crate::command()), NAME, &mut script);
    console.verbatim(&String::from_utf8(script)?);
    if shell == Shell::Fish {
        console.verbatim(&operands_in_fish());
    }
    Ok(ExitCode::SUCCESS)
}

/// What completes the hooks that commands take, for a shell for which only options are known.
fn operands_in_fish() -> String {
    let names: Vec<&str> = crate::hooks::HOOKS.iter().map(|(name, _)| *name).collect();
    let names = names.join(" ");
    let command = crate::command();
    let takes_hooks = |command: &&Command| command.get_positionals().any(takes_hook);
    let taking = command.get_subcommands().filter(takes_hooks).map(Command::get_name);
    let line = |verb: &str| {
        let here = format!("__fish_{NAME}_using_subcommand {verb}");
        format!("complete -c {NAME} -n \"{here}\" -f -a \"{names}\"\n")
    };
    taking.map(line).collect()
}

fn takes_hook(argument: &Arg) -> bool {
    argument.get_value_names().is_some_and(|names| names.iter().all(|it| it == "HOOK"))
}

/// The command and all that is below it, where what takes a hook takes one of those that there are.
fn with_hooks(command: Command) -> Command {
    let named = |argument: Arg| {
        let names = crate::hooks::HOOKS.iter().map(|(name, _)| *name);
        if takes_hook(&argument) {
            argument.value_parser(PossibleValuesParser::new(names))
        } else {
            argument
        }
    };
    command.mut_args(named).mut_subcommands(with_hooks)
}

/// Prints the manual of the program, or writes a page for it and for each of its commands.
///
/// # Errors
/// If a page cannot be written.
pub(crate) fn man(ctx: &Ctx, dir: Option<&Path>, console: &mut Console) -> Result<ExitCode> {
    let mut command = crate::command().disable_help_subcommand(true);
    command.build();
    let Some(dir) = dir else {
        console.verbatim(&page(ctx, &command)?);
        return Ok(ExitCode::SUCCESS);
    };
    let dir = ctx.cwd().map_or_else(|| dir.to_owned(), |cwd| cwd.join(dir));
    fs::create_dir_all(&dir).with_context(|| format!("could not make {}", dir.display()))?;
    let mut pages = Vec::new();
    collect(&command, &mut pages);
    for command in &pages {
        let file = dir.join(format!("{}.1", name(command)));
        hook_state::replace(&file, page(ctx, command)?.as_bytes())
            .with_context(|| format!("could not write {}", file.display()))?;
    }
    console.line(format!("wrote {} pages into {}", pages.len(), dir.display()));
    Ok(ExitCode::SUCCESS)
}

/// A command and all that is below it, without what is hidden.
fn collect<'a>(command: &'a Command, pages: &mut Vec<&'a Command>) {
    pages.push(command);
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below.for_each(|below| collect(below, pages));
}

/// `tacklebox-governance-matrix`.
fn name(command: &Command) -> String {
    command.get_bin_name().unwrap_or(command.get_name()).replace(' ', "-")
}

fn page(ctx: &Ctx, command: &Command) -> Result<String> {
    let mut page = Vec::new();
    let today = ctx.local(ctx.now());
    let (day, _time) = today.split_once(' ').unwrap_or((&today, ""));
    let source = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    // What stands behind the help names commands that have a section of their own.
    let command = command.clone().override_usage(synopsis(command)).after_help(None::<&str>);
    let title = name(&command).to_uppercase();
    Man::new(command).title(title).date(day).source(source).render(&mut page)?;
    let page = without_breaks_beside_spaces(&String::from_utf8(page)?);
    Ok(page.lines().map(source_line).collect())
}

/// Between words that stay on one line.
const NO_BREAK: char = '\u{a0}';

/// How a command is called, with what its options take.
fn synopsis(command: &Command) -> String {
    let groups = command.get_groups().filter(|group| group.is_required_set());
    let of_groups: Vec<Vec<&Id>> = groups.map(|group| group.get_args().collect()).collect();
    let is_in_group = |id: &Id| of_groups.iter().any(|group| group.contains(&id));
    let mut words = vec![command.get_bin_name().unwrap_or(command.get_name()).to_owned()];
    let arguments = command.get_arguments().filter(|it| !it.is_hide_set());
    let alone = arguments.filter(|it| !is_in_group(it.get_id()));
    let (operands, options): (Vec<&Arg>, Vec<&Arg>) = alone.partition(|it| it.is_positional());
    words.extend(options.into_iter().map(|it| optional(it, spelled(it))));
    for group in &of_groups {
        let known = command.get_arguments().filter(|it| group.contains(&it.get_id()));
        words.push(format!("{{{}}}", known.map(spelled).collect::<Vec<_>>().join("|")));
    }
    words.extend(operands.into_iter().map(|it| optional(it, spelled(it))));
    if command.get_subcommands().any(|below| !below.is_hide_set()) {
        let is_needed = command.is_subcommand_required_set();
        words.push(if is_needed { "COMMAND" } else { "[COMMAND]" }.to_owned());
    }
    words.join(" ")
}

fn optional(argument: &Arg, spelled: String) -> String {
    if argument.is_required_set() { spelled } else { format!("[{spelled}]") }
}

/// `--limit N`, `-h|--help`, `FILE...`.
fn spelled(argument: &Arg) -> String {
    let short = argument.get_short().map(|short| format!("-{short}"));
    let long = argument.get_long().map(|long| format!("--{long}"));
    let flags: Vec<String> = short.into_iter().chain(long).collect();
    let action = argument.get_action();
    let names = argument.get_value_names().filter(|_| action.takes_values()).unwrap_or_default();
    let value = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ");
    let parts = [flags.join("|"), value].into_iter().filter(|part| !part.is_empty());
    let parts = parts.collect::<Vec<_>>().join(" ").replace(' ', &NO_BREAK.to_string());
    let is_several = argument.get_num_args().is_some_and(|count| count.max_values() > 1);
    if is_several || matches!(action, ArgAction::Append) { parts + "..." } else { parts }
}

/// In bytes, of a line of a manual's source.
const MAX_LINE: usize = 80;

/// A line of the source, folded at blanks if it is text; behind the title, that lines are not made
/// equally long by more blanks, and no word is cut.
fn source_line(line: &str) -> String {
    let line = line.trim_end().replace(NO_BREAK, "\\~");
    if line.starts_with(".TH") {
        return format!("{line}\n.ad l\n.nh\n");
    }
    if line.starts_with(['.', '\'']) {
        return line + "\n";
    }
    let mut folded = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        if length > 0 && length + 1 + word.len() > MAX_LINE {
            folded.push('\n');
            length = 0;
            if word.starts_with(['.', '\'']) {
                folded.push_str("\\&");
                length = 2;
            }
        } else if length > 0 {
            folded.push(' ');
            length += 1;
        }
        folded.push_str(word);
        length += word.len();
    }
    folded + "\n"
}

/// A break beside an empty line does nothing, and readers of manuals complain about it.
fn without_breaks_beside_spaces(page: &str) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let is_space = |at: Option<usize>| {
        at.and_then(|at| lines.get(at))
            .is_some_and(|line| line.is_empty() || line.starts_with(".sp"))
    };
    let stays = |(at, line): &(usize, &&str)| {
        **line != ".br" || !is_space(at.checked_sub(1)) && !is_space(at.checked_add(1))
    };
    let kept = lines.iter().enumerate().filter(stays);
    kept.flat_map(|(_, line)| [*line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(source_line(line), expected);
    }

    #[test]
    fn text_is_folded_and_is_no_request() {
        check("short ", "short\n");
        check(".TH X 1 ", ".TH X 1\n.ad l\n.nh\n");
        let long = "word ".repeat(16);
        check(&format!("{long}.end"), &format!("{}\n\\&.end\n", long.trim_end()));
        check("a\u{a0}b", "a\\~b\n");
    }

    #[test]
    fn a_synopsis_says_what_options_take() {
        let mut command = crate::command();
        command.build();
        let pause = command.find_subcommand("pause").unwrap();
        let said = synopsis(pause).replace(NO_BREAK, " ");
        assert_eq!(
            said,
            "tacklebox pause --for TIME --why WORDS [--project DIR] [--color WHEN] [-h|--help] HOOK"
        );
    }
}
