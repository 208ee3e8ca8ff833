//! The terminal, for the tools that a hook has for people.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Arg;
use hook_protocol::tame;

use crate::ctx::Ctx;
use crate::limits::MAX_INPUT;

/// By which the option is known that every tool has.
const PROJECT: &str = "in-project";

/// The status of a call that nobody could do, as clap has it.
const MISTAKE: u8 = 2;

/// What a tool reads and prints.
///
/// Output is collected and written at the end, where a reader that goes away early
/// (`| head`) is no error.
#[derive(Debug, Default)]
pub struct Console {
    out: String,
    err: String,
}

impl Console {
    /// Prints a line on stdout. What a terminal would obey in it is not printed,
    /// here and in all else: tools show what others wrote.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.out.push_str(&tame(text.as_ref()));
        self.out.push('\n');
    }

    /// Prints a line on stderr.
    pub fn error_line(&mut self, text: impl AsRef<str>) {
        self.err.push_str(&tame(text.as_ref()));
        self.err.push('\n');
    }

    /// Prints rows of cells on stdout, with the columns aligned.
    pub fn table(&mut self, rows: &[Vec<String>]) {
        let mut widths: Vec<usize> = Vec::new();
        for row in rows {
            widths.resize(widths.len().max(row.len()), 0);
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = cell.chars().count().max(*width);
            }
        }
        for row in rows {
            let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
            self.line(cells.collect::<Vec<_>>().join("  ").trim_end());
        }
    }

    /// What the arguments of a program ask for, and where: every tool takes
    /// `--project DIR`. Else all that is to be said has been said, help on stdout and
    /// a mistake on stderr, and this is the exit status.
    ///
    /// # Errors
    /// The status, which is 0 for help.
    pub fn parse<C: clap::Parser>(
        &mut self,
        ctx: &Ctx,
        args: Vec<OsString>,
    ) -> Result<(C, Ctx), ExitCode> {
        let mut command = C::command().arg(project_option());
        let parsed = command.try_get_matches_from_mut(args).and_then(|mut matches| {
            let dir = matches.remove_one::<PathBuf>(PROJECT);
            let cli = C::from_arg_matches_mut(&mut matches);
            Ok((cli.map_err(|err| err.format(&mut command))?, dir))
        });
        let (cli, dir) = parsed.map_err(|err| {
            let words = err.render().to_string();
            if err.use_stderr() {
                self.error_line(words.trim_end());
            } else {
                self.line(words.trim_end());
            }
            ExitCode::from(u8::try_from(err.exit_code()).unwrap_or(MISTAKE))
        })?;
        let there = dir.map_or_else(|| Ok(ctx.clone()), |dir| ctx.in_project(&dir));
        there.map(|there| (cli, there)).map_err(|err| {
            self.error_line(format!("{}: {err:#}", ctx.hook()));
            ExitCode::from(MISTAKE)
        })
    }

    /// What was printed on stdout and not written yet: for one tool that shows what another says.
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
    /// Whatever reading stdin gives.
    pub fn stdin(&mut self) -> io::Result<Vec<u8>> {
        let mut input = Vec::new();
        io::stdin().lock().take(MAX_INPUT as u64).read_to_end(&mut input)?;
        Ok(input)
    }

    /// Writes what was printed so far. Only a tool that goes on for long has to: at
    /// its end all is written.
    ///
    /// # Errors
    /// Whatever writing to stdout gives; `BrokenPipe` where nobody reads any more.
    pub fn flush(&mut self) -> io::Result<()> {
        let _unheard = io::stderr().lock().write_all(self.err.as_bytes());
        self.err.clear();
        let out = std::mem::take(&mut self.out);
        let mut stdout = io::stdout().lock();
        stdout.write_all(out.as_bytes())?;
        stdout.flush()
    }
}

fn project_option() -> Arg {
    Arg::new(PROJECT)
        .long("project")
        .value_name("DIR")
        .value_parser(clap::value_parser!(PathBuf))
        .global(true)
        .help("The project to speak of: that of DIR, in place of the shell's folder")
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
}
