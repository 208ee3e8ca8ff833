//! What a command has printed below itself: `$ pass show mail` and the password on the next line.

use std::ops::Range;

use hook_protocol::beginning;

use crate::assign::is_strong;
use crate::cursor::to_blank;
use crate::generated::is_generated;
use crate::name::{Kind, kind};
use crate::value::is_very_random;
use crate::which;

/// What stands before a command that a person has typed.
const PROMPTS: [&str; 6] = ["$ ", "# ", "% ", "> ", "❯ ", "➜ "];

/// How the commands begin behind their prompt.
pub(crate) const BEGINNINGS: [&str; 58] = [
    "# a", "# b", "# c", "# e", "# g", "# h", "# j", "# k", "# o", "# p", "# s", "# t", "# v",
    "# y", "$ a", "$ b", "$ c", "$ e", "$ g", "$ h", "$ j", "$ k", "$ o", "$ p", "$ s", "$ t",
    "$ v", "$ y", "% a", "% b", "% c", "% e", "% g", "% h", "% j", "% k", "% o", "% p", "% s",
    "% t", "% v", "% y", "> a", "> b", "> c", "> e", "> g", "> h", "> j", "> k", "> o", "> p",
    "> s", "> t", "> v", "> y", "❯ ", "➜ ",
];

/// What prints what it is asked for.
const COMMANDS: [&str; 26] = [
    "aws secretsmanager get-secret-value",
    "aws ssm get-parameter",
    "az keyvault secret show",
    "bw get password",
    "cat ",
    "echo ",
    "gcloud secrets versions access",
    "get-content ",
    "gh auth token",
    "gopass show ",
    "grep ",
    "head ",
    "heroku config:get ",
    "jq ",
    "kubectl ",
    "op item get ",
    "op read ",
    "pass show ",
    "printenv ",
    "pwgen ",
    "security find-",
    "sudo cat ",
    "tail ",
    "terraform output ",
    "vault ",
    "yq ",
];

/// In bytes.
const MAX_COMMAND: usize = 240;
const MAX_VALUE: usize = 160;

/// The secret that the command here has printed.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let prompt =
        PROMPTS.iter().find(|it| text.get(at..).is_some_and(|rest| rest.starts_with(**it)))?;
    let at = at + prompt.len();
    let name = COMMANDS.get(which(text, at, &COMMANDS)?)?;
    let near = beginning(text.get(at..)?, MAX_COMMAND);
    crate::count_steps(near.len());
    let command = near.split_once('\n')?.0;
    let start = at + command.len() + 1;
    let line = beginning(text.get(start..)?, MAX_VALUE).split('\n').next()?;
    crate::count_steps(line.len());
    let value = line.trim_end_matches([' ', '\r']);
    let is_itself = is_generated(value)
        || is_strong(value) && !value.contains(['=', ':', '/', '(', ')', '<', '"', ',']);
    let is_secret = !value.contains(char::is_whitespace) && (is_itself || is_very_random(value));
    let is_cut = value.len() > MAX_VALUE - 4;
    let end = || start + value.len();
    (is_secret && prints_a_secret(name, command))
        .then(|| start..if is_cut { to_blank(text, end()) } else { end() })
}

fn prints_a_secret(name: &str, command: &str) -> bool {
    let asked = command.get(name.len()..).unwrap_or_default();
    let names_one = || {
        let is_end = |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-');
        let words = asked.split(is_end).filter(|word| word.len() < MAX_VALUE);
        words.into_iter().any(|word| matches!(kind(word), Some(Kind::Password | Kind::Secret)))
    };
    match name.trim_end() {
        "cat"
        | "get-content"
        | "head"
        | "heroku config:get"
        | "jq"
        | "printenv"
        | "sudo cat"
        | "tail"
        | "terraform output"
        | "yq"
        | "aws ssm get-parameter"
        | "op item get" => names_one(),
        "echo" => asked.starts_with(['$', '"']) && names_one(),
        "grep" => asked.contains("| cut ") && names_one(),
        "kubectl" => asked.contains("jsonpath") && names_one(),
        "vault" => asked.contains("-field"),
        _ => true,
    }
}
