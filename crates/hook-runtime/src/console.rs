//! The terminal, for commands that people use.

mod colour;
mod options;
mod progress;

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ColorChoice;
use clap::builder::StyledStr;
use colour::Tone;
use hook_protocol::{tame, tame_json};
use serde_json::json;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::ctx::Ctx;
use crate::limits::MAX_INPUT;

pub(crate) use options::command;
use options::{COLOUR, PROJECT};
pub use options::{with_common, with_schemas};
pub use progress::Progress;

/// The exit code for wrong usage, like clap's.
const MISTAKE: u8 = 2;

/// The input and output of a command for people.
///
/// Output is collected and written at the end. A reader that closes the pipe early (`| head`) is
/// not an error.
#[derive(Debug, Default)]
pub struct Console {
    out: String,
    err: String,
    /// The columns of the terminal, if there is one.
    width: Option<usize>,
    /// Whether the person wants colour. The option may be before the name of a hook.
    choice: ColorChoice,
    /// Whether stdout and stderr are coloured.
    colour: bool,
    err_colour: bool,
}

/// The gap between two columns of a table.
const GAP: usize = 2;

/// No column is cut below this width.
const MIN_COLUMN: usize = 8;

/// The width of help without a terminal.
const MAX_HELP: usize = 100;

/// On a narrower terminal, lines wrap.
const MIN_WIDTH: usize = 20;

impl Console {
    /// Prints a line on stdout. Control characters are removed, here and everywhere else, because
    /// commands show text that others wrote.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(&tame(text.as_ref()));
        self.out.push('\n');
    }

    /// Prints a heading on stdout.
    pub fn heading(&mut self, text: impl AsRef<str>) {
        self.toned(Tone::Heading, text.as_ref());
    }

    /// Prints a denial or an error on stdout.
    pub fn alarm(&mut self, text: impl AsRef<str>) {
        self.toned(Tone::Alarm, text.as_ref());
    }

    fn toned(&mut self, tone: Tone, text: &str) {
        let line = tone.paint(&tame(text), self.colour);
        self.out.push_str(&line);
        self.out.push('\n');
    }

    /// Prints on stderr why the program `name` failed.
    pub fn failure(&mut self, name: &str, why: &str) {
        let name = Tone::Alarm.paint(&tame(name), self.err_colour);
        let line = format!("{name}: {}\n", tame(why));
        self.err.push_str(&line);
    }

    /// Prints a line on stderr.
    pub fn error_line(&mut self, text: impl AsRef<str>) {
        self.err.push_str(&tame(text.as_ref()));
        self.err.push('\n');
    }

    /// Prints a line on stdout, cut to the width of the terminal.
    pub fn short_line(&mut self, text: impl AsRef<str>) {
        let text = tame(text.as_ref());
        self.line(cut(text.trim_end(), self.width.unwrap_or(usize::MAX)));
    }

    /// Prints cells as a line on stdout, cut to the width of the terminal.
    pub fn short_cells(&mut self, cells: &[&str]) {
        let mut left = self.width.unwrap_or(usize::MAX);
        let mut line = String::new();
        for cell in cells {
            let cell = tame(cell);
            let shown = cut(&cell, left);
            line.push_str(&Tone::of_cell(&shown).paint(&shown, self.colour));
            let taken = cell.width() + GAP;
            if taken >= left {
                break;
            }
            left -= taken;
            line.extend(std::iter::repeat_n(' ', GAP));
        }
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    /// Prints rows of cells on stdout, with aligned columns. On a terminal the widest columns are
    /// cut so that each row fits on a line.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        self.aligned(rows, 0);
    }

    /// Like [`Self::table`], for rows that end with a sentence, which is cut first.
    pub fn worded_table(&mut self, rows: &[Vec<String>]) {
        let width = |cell: Option<&String>| cell.map_or(0, |cell| cell.width());
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let widest =
            |at: usize| rows.iter().map(|row| width(row.get(at))).max().unwrap_or_default();
        let others: usize = (1..columns).map(|at| widest(at - 1) + GAP).sum();
        let left = self.width.map(|limit| limit.saturating_sub(others).max(MIN_COLUMN));
        let shortened = |row: &Vec<String>| {
            let mut row = row.clone();
            if let (Some(left), Some(last)) = (left, row.get_mut(columns.saturating_sub(1))) {
                *last = cut(last, left);
            }
            row
        };
        self.aligned(&rows.iter().map(shortened).collect::<Vec<_>>(), 0);
    }

    /// Like [`Self::table`], with a header in the first row.
    pub fn headed_table(&mut self, rows: &[Vec<String>]) {
        self.aligned(rows, 1);
    }

    fn aligned(&mut self, rows: &[Vec<String>], heads: usize) {
        let mut widths: Vec<usize> = Vec::new();
        for row in rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.width().max(*width);
            }
        }
        if let Some(limit) = self.width {
            narrow(&mut widths, limit);
        }
        for (at, row) in rows.iter().enumerate() {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let cell = if self.width.is_some() { cut(cell, *width) } else { cell.clone() };
                let blanks = width.saturating_sub(cell.width()) + GAP;
                let tone = if at < heads { Tone::Heading } else { Tone::of_cell(&cell) };
                line.push_str(&tone.paint(&tame(&cell), self.colour));
                line.extend(std::iter::repeat_n(' ', blanks));
            }
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }

    /// Prints an explanation: a row for each of its subjects, and the text for the agent, if there is
    /// any. As JSON it is one document.
    pub fn explanation(&mut self, rows: &[Vec<String>], text: Option<&str>, as_json: bool) {
        if as_json {
            let cell = |row: &Vec<String>, at: usize| row.get(at).cloned().unwrap_or_default();
            let said = |row: &Vec<String>| json!({"about": cell(row, 0), "says": cell(row, 1)});
            let said: Vec<_> = rows.iter().map(said).collect();
            self.json(&json!({"version": 1, "explanation": said, "text": text}));
            return;
        }
        // The second column must not be cut.
        let width = self.width.take();
        self.table(rows);
        self.width = width;
        if let Some(text) = text {
            self.line("");
            self.line(text);
        }
    }

    /// Prints our own text unchanged.
    pub fn verbatim(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints one JSON document, which may contain text that others wrote.
    pub fn json(&mut self, document: &serde_json::Value) {
        self.line(tame_json(&document.to_string()));
    }

    /// Parses the arguments of a program, and applies `--project DIR`, which every command takes.
    /// On an error, help (on stdout) or a usage message (on stderr) was printed.
    ///
    /// # Errors
    /// The exit code, which is 0 for help.
    pub fn parse<C: clap::Parser>(
        &mut self,
        ctx: &Ctx,
        args: Vec<OsString>,
    ) -> Result<(C, Ctx), ExitCode> {
        self.see(ctx);
        let columns = self.width.unwrap_or(MAX_HELP);
        let mut command = command::<C>().term_width(columns);
        let parsed = command.try_get_matches_from_mut(args).and_then(|mut matches| {
            let dir = matches.remove_one::<PathBuf>(PROJECT);
            self.choice = matches.remove_one::<ColorChoice>(COLOUR).unwrap_or(self.choice);
            self.see(ctx);
            let cli = C::from_arg_matches_mut(&mut matches);
            Ok((cli.map_err(|err| err.format(&mut command))?, dir))
        });
        let (cli, dir) = parsed.map_err(|err| {
            self.explain_usage(&err.render(), err.use_stderr());
            ExitCode::from(u8::try_from(err.exit_code()).unwrap_or(MISTAKE))
        })?;
        let there = dir.map_or_else(|| Ok(ctx.clone()), |dir| ctx.in_project(&dir));
        there.map(|there| (cli, there)).map_err(|err| {
            self.error_line(format!("{}: {err:#}", ctx.hook()));
            ExitCode::from(MISTAKE)
        })
    }

    /// Checks the width and colour of the terminal.
    fn see(&mut self, ctx: &Ctx) {
        self.width = columns(ctx);
        self.colour = colour::is_wanted(ctx, self.choice, &io::stdout());
        self.err_colour = colour::is_wanted(ctx, self.choice, &io::stderr());
    }

    /// Prints a message of clap, in its own colours.
    fn explain_usage(&mut self, words: &StyledStr, is_mistake: bool) {
        let (out, is_coloured) = if is_mistake {
            (&mut self.err, self.err_colour)
        } else {
            (&mut self.out, self.colour)
        };
        // It contains what a person typed.
        let plain = tame(words.to_string().trim_end()).into_owned();
        let styled = words.ansi().to_string();
        let is_tame = anstream::adapter::strip_str(&styled).to_string().trim_end() == plain;
        out.push_str(if is_coloured && is_tame { styled.trim_end() } else { &plain });
        out.push('\n');
    }

    /// Shows on a terminal that `what` is in progress if it takes longer than a second.
    pub fn progress(&self, what: &str) -> Progress {
        Progress::begin(what)
    }

    /// The output for stdout so far, for a command that shows the output of another one.
    pub fn into_stdout(self) -> String {
        self.out
    }

    /// What was printed on stdout and on stderr.
    #[cfg(test)]
    pub(crate) fn printed(&self) -> (&str, &str) {
        (&self.out, &self.err)
    }

    /// Everything on stdin, up to 16 MiB.
    ///
    /// # Errors
    /// If stdin cannot be read.
    pub fn stdin(&mut self) -> io::Result<Vec<u8>> {
        let mut input = Vec::new();
        io::stdin().lock().take(MAX_INPUT as u64).read_to_end(&mut input)?;
        Ok(input)
    }

    /// Asks a question at the terminal; `None` if stdin is not a terminal, or the answer is empty.
    pub fn ask(&mut self, question: &str) -> Option<String> {
        if !io::stdin().is_terminal() {
            return None;
        }
        self.err.push_str(&tame(question));
        self.flush().ok()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer).ok()?;
        let answer = answer.trim().to_owned();
        Some(answer).filter(|answer| !answer.is_empty())
    }

    /// Writes the output so far. Only long-running commands need this; the rest is written at the
    /// end.
    ///
    /// # Errors
    /// If stdout cannot be written; `BrokenPipe` if nobody reads any more.
    pub fn flush(&mut self) -> io::Result<()> {
        let _unheard = io::stderr().lock().write_all(self.err.as_bytes());
        self.err.clear();
        let out = std::mem::take(&mut self.out);
        let mut stdout = io::stdout().lock();
        stdout.write_all(out.as_bytes())?;
        stdout.flush()
    }
}

/// The width of the output: `COLUMNS`, else that of the terminal; `None` without a terminal.
pub fn columns(ctx: &Ctx) -> Option<usize> {
    let said = ctx.env("COLUMNS").and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    said.or_else(seen).filter(|width| *width >= MIN_WIDTH)
}

/// Narrows the widest columns until a row fits. The first column, with the subject or the time, is
/// narrowed last.
fn narrow(widths: &mut [usize], limit: usize) {
    let gaps = GAP * widths.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > limit {
        let (first, others) = widths.split_at_mut(widths.len().min(1));
        let widest = others.iter_mut().rev().max_by_key(|width| **width);
        let widest = widest.filter(|width| **width > MIN_COLUMN).or(first.first_mut());
        match widest {
            Some(widest) if *widest > MIN_COLUMN => *widest -= 1,
            _ => return,
        }
    }
}

/// The text, cut to this many columns with a `…` if necessary.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut left = width.saturating_sub(1);
    let fits = |c: &char| {
        let needed = c.width().unwrap_or(0);
        let fits = needed <= left;
        left = left.saturating_sub(needed);
        fits
    };
    let mut short: String = text.chars().take_while(fits).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_characters() {
        let rows = [vec!["a", "é€", "x"], vec!["long", "b"], vec![], vec!["", "", "y"]];
        let mut console = Console::default();
        console.table(&rows.map(|row| row.into_iter().map(str::to_owned).collect()));
        assert_eq!(console.out, "a     é€  x\nlong  b\n\n          y\n");
    }

    #[derive(clap::Parser)]
    struct NoArguments {}

    #[test]
    fn colour_that_is_wanted_stays_wanted_behind_the_name_of_a_hook() {
        let environment = crate::Environment::Fixed([].into());
        let ctx = Ctx::new("a-hook", environment, std::time::SystemTime::UNIX_EPOCH, None);
        let mut console = Console::default();
        for args in [&["x", "--color", "always"][..], &["x"]] {
            let args = args.iter().map(OsString::from).collect();
            assert!(console.parse::<NoArguments>(&ctx, args).is_ok());
            assert!(console.colour);
        }
        console.headed_table(&[vec!["a".to_owned()], vec!["deny".to_owned()]]);
        assert_eq!(console.out, "\u{1b}[1ma\u{1b}[0m\n\u{1b}[1m\u{1b}[31mdeny\u{1b}[0m\n");
    }

    #[test]
    fn the_widest_columns_are_cut_for_a_terminal() {
        let rows = [["deny", "rm -rf everything there is", "a reason of 三つ some length"]];
        let mut console = Console { width: Some(40), ..Console::default() };
        console.table(&rows.map(|row| row.into_iter().map(str::to_owned).collect()));
        assert_eq!(console.out, "deny  rm -rf everythi…  a reason of 三…\n");
        assert_eq!(console.out.trim_end().width(), 39);
        let rows = [["2026-11-20 14:03 UTC", "a-hook", "research"], ["", "", "belongs in EXPLORE"]];
        let mut console = Console { width: Some(44), ..Console::default() };
        console.table(&rows.map(|row| row.into_iter().map(str::to_owned).collect()));
        assert!(console.out.starts_with("2026-11-20 14:03 UTC  a-hook  research\n"));
        assert!(console.out.ends_with("  belongs in EX…\n"), "{}", console.out);
        assert_eq!(cut("三つ", 4), "三つ");
        assert_eq!(cut("三つ", 3), "三…");
        assert_eq!(cut("ab  cd", 4), "ab…");
    }
}
