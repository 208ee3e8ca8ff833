//! Interpreters that are asked whether a program can be read, or what a package has: they run none of it.

use shell_syntax::Word;

use crate::call::{Call, is_stdin};
use crate::change::Extent;
use crate::sink::Sink;

/// Notes what such a call reads; whether it is one.
pub(crate) fn only_checks(call: &Call<'_>, sink: &mut Sink<'_>) -> bool {
    if call.program == "swift" {
        let describes = describes(&call.words);
        if describes {
            sink.obeys_folder();
        }
        return describes;
    }
    // Perl runs what stands in `BEGIN`, and other options load files.
    let options: &[&str] = match call.program {
        "node" | "nodejs" => &["-c", "--check"],
        "ruby" => &["-c", "-wc", "-cw"],
        _ => return false,
    };
    let [option, file] = call.words.as_slice() else { return false };
    let is_file = file.literal && !file.text.starts_with('-') && !is_stdin(&file.text);
    if !option.literal || !options.contains(&&*option.text) || !is_file {
        return false;
    }
    sink.read(file, Extent::File);
    // The first line of a file may have options.
    sink.obeys_at(file);
    true
}

/// `swift package describe`: what the description of a package says is worked out in a box.
fn describes(words: &[Word]) -> bool {
    const KNOWN: [&str; 7] = ["--type", "json", "text", "flatlist", "mermaid", "--format", "-q"];
    let [package, what, rest @ ..] = words else { return false };
    let asks = matches!(&*what.text, "describe" | "dump-package" | "show-executables");
    package.text == "package"
        && asks
        && words.iter().all(|word| word.literal)
        && rest.iter().all(|word| KNOWN.contains(&&*word.text))
}
