//! Colours headings, denials and errors on a terminal. Colour is never the only sign.

use std::io::IsTerminal;

use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

use crate::ctx::Ctx;

const HEADING: Style = Style::new().bold();
const ALARM: Style = AnsiColor::Red.on_default().bold();

/// Words that are coloured as an alarm if they are a whole cell.
const ALARMING: [&str; 6] = ["deny", "denied", "block", "error", "failed", "halt"];

/// The kind of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Heading,
    /// A denial or an error.
    Alarm,
}

impl Tone {
    /// The tone of a cell.
    pub(super) fn of_cell(cell: &str) -> Self {
        if ALARMING.contains(&cell.trim()) { Self::Alarm } else { Self::Plain }
    }

    /// A line in this tone, if there is colour.
    pub(super) fn paint(self, text: &str, is_coloured: bool) -> String {
        let style = match self {
            Self::Heading if is_coloured => HEADING,
            Self::Alarm if is_coloured => ALARM,
            _ => return text.to_owned(),
        };
        // Blanks around it need no colour.
        let shown = text.trim();
        let at = text.len() - text.trim_start().len();
        let (before, after) = (text.get(..at), text.get(at + shown.len()..));
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        format!("{before}{style}{shown}{style:#}{after}")
    }
}

/// Whether a stream is coloured: by the option, else by `NO_COLOR`, `CLICOLOR_FORCE` and `CLICOLOR`,
/// else on a terminal that is not `dumb`. See no-color.org and bixense.com/clicolors.
pub(super) fn is_wanted(ctx: &Ctx, choice: ColorChoice, stream: &impl IsTerminal) -> bool {
    let is_off = |name: &str| ctx.env(name).is_some_and(|value| value == "0");
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        // An empty variable counts as not set.
        ColorChoice::Auto if ctx.env("NO_COLOR").is_some() => false,
        ColorChoice::Auto if ctx.env("CLICOLOR_FORCE").is_some() && !is_off("CLICOLOR_FORCE") => {
            true
        }
        ColorChoice::Auto if is_off("CLICOLOR") => false,
        ColorChoice::Auto => {
            stream.is_terminal() && ctx.env("TERM").is_some_and(|terminal| terminal != "dumb")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;
    use crate::environment::Environment;

    #[track_caller]
    fn check(variables: &[(&str, &str)], choice: ColorChoice, expected: bool) {
        let variables = variables.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        let environment = Environment::Fixed(variables.collect());
        let ctx = Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, None);
        let no_terminal = File::open("/dev/null").unwrap();
        assert_eq!(is_wanted(&ctx, choice, &no_terminal), expected);
    }

    #[test]
    fn a_person_says_whether_there_is_colour() {
        let force = ("CLICOLOR_FORCE", "1");
        check(&[], ColorChoice::Auto, false);
        check(&[("TERM", "xterm")], ColorChoice::Auto, false);
        check(&[force], ColorChoice::Auto, true);
        check(&[("CLICOLOR_FORCE", "0")], ColorChoice::Auto, false);
        check(&[force, ("CLICOLOR", "0")], ColorChoice::Auto, true);
        check(&[force, ("NO_COLOR", "1")], ColorChoice::Auto, false);
        check(&[force, ("NO_COLOR", "")], ColorChoice::Auto, true);
        check(&[("NO_COLOR", "1")], ColorChoice::Always, true);
        check(&[force], ColorChoice::Never, false);
    }

    #[test]
    fn only_what_is_to_be_seen_is_painted() {
        assert_eq!(
            Tone::of_cell("deny   ").paint("deny   ", true),
            "\u{1b}[1m\u{1b}[31mdeny\u{1b}[0m   "
        );
        assert_eq!(Tone::Heading.paint("hook", true), "\u{1b}[1mhook\u{1b}[0m");
        assert_eq!(Tone::Alarm.paint("deny", false), "deny");
        assert_eq!(Tone::of_cell("deny it").paint("deny it", true), "deny it");
    }
}
