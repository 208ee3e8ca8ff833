//! Whether a call only asks a program what it is, or how it is called.

use shell_syntax::Word;

use crate::glob::is_among;

/// Whether a word asks a program what it is.
pub(crate) fn is_question(word: &Word) -> bool {
    let known = ["--version", "--help", "-V", "-version", "-help"];
    word.literal && known.contains(&word.text.as_str())
}

/// `program -h` and `program sub -h`, and nothing else.
pub(crate) fn asks_briefly(args: &[Word]) -> bool {
    args.split_last().is_some_and(|(last, before)| {
        last.literal && last.text == "-h" && before.len() <= 2 && before.iter().all(is_subcommand)
    })
}

/// Names and a question for the help, which is all that a client of a service is told.
pub(crate) fn asks_a_client(args: &[Word]) -> bool {
    const MAX_NAMES: usize = 7;
    let is_one = |word: &Word| {
        let name = word.text.replace([':', '_'], "-").to_ascii_lowercase();
        is_subcommand(&Word { text: name, ..word.clone() })
    };
    args.split_last().is_some_and(|(last, before)| {
        last.literal
            && matches!(last.text.as_str(), "--help" | "-h")
            && before.len() <= MAX_NAMES
            && before.iter().all(is_one)
    })
}

/// Whether a word may be that of a command, and of none that hands on what stands behind it.
fn is_subcommand(word: &Word) -> bool {
    const RUNNING: [&str; 10] =
        ["run", "exec", "x", "dlx", "task", "start", "test", "dev", "script", "shell"];
    let is_name = |next: char| next.is_ascii_alphanumeric() || next == '-';
    word.literal
        && word.text.starts_with(|next: char| next.is_ascii_lowercase())
        && word.text.chars().all(is_name)
        && !RUNNING.contains(&word.text.as_str())
}

/// `program -v` of programs that say their version by it, and do nothing else then.
pub(crate) fn asks_version(program: &str, args: &[Word]) -> bool {
    const PROGRAMS: &str = " npm pnpm yarn bun gem bundle rails make gmake gcc g++ cc clang mvn gradle \
        eslint prettier jest vite vitest next webpack lerna rspec rubocop redis-server redis-cli mix \
        vagrant packer vault consul nomad tshark haproxy tsc nodemon air lefthook ";
    matches!(args, [only] if only.literal && only.text == "-v") && is_among(PROGRAMS, program)
}

/// `program --help`, `program sub --help` and `program --version`, and nothing else.
pub(crate) fn only_asks(args: &[Word]) -> bool {
    let Some((last, before)) = args.split_last() else {
        return false;
    };
    is_question(last)
        && before.len() <= 3
        && (before.is_empty() || last.text == "--help" && before.iter().all(is_subcommand))
}
