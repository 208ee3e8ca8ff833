//! Patches, which name the files that they change: `patch`, `git apply`, `apply_patch`.
//!
//! POSIX.1-2024, `patch`; GNU diffutils manual, 10 "Merging with patch".

use shell_syntax::Word;

use crate::args::Args;
use crate::call::Call;
use crate::judgement::{ChangeKind, Extent};
use crate::programs::Entry;
use crate::sink::Sink;

/// Notes what `patch` reads and changes.
pub(crate) fn patch(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) {
    let args = Args::read(&call.words, entry.settings.syntax, usize::MAX);
    if let Some(folder) = args.value("-d,--directory") {
        sink.enter(folder);
    }
    let from = args.value("-i,--input").or(args.operands.get(1).copied());
    if let Some(from) = from {
        sink.read(from, Extent::File);
    }
    for file in args.values("-or,--output,--reject-file") {
        sink.output(&file.word);
    }
    if args.has("--dry-run,--version,--help") {
        return;
    }
    if !args.has("-o,--output") {
        if args.has("-BY,--prefix,--basename-prefix") {
            sink.unresolved("its backups go to another folder");
        }
        if let Some(file) = args.operands.first() {
            sink.change(file, ChangeKind::Write, Extent::File);
        } else {
            let input = call.input().filter(|_| from.is_none());
            let strip = args.value("-p,--strip").and_then(|count| count.text.parse().ok());
            named_by(sink, input, |text| diff_files(text, strip));
        }
    }
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// Notes what `apply_patch` changes.
pub(crate) fn apply_patch(call: &Call<'_>, sink: &mut Sink<'_>) {
    let text = call.words.first().or(call.input());
    named_by(sink, text, |patch| Some(begin_patch_files(patch)));
    if let Some(reason) = call.hidden_option() {
        sink.unresolved(&reason);
    }
}

/// Notes what `git apply` changes; `false` if that is no file.
pub(crate) fn git_apply(call: &Call<'_>, sink: &mut Sink<'_>, args: &Args<'_>) -> bool {
    for patch in &args.operands {
        sink.read(patch, Extent::File);
    }
    // Behind one that only tells, the contrary of it may stand.
    let is_taken_back = call.words.iter().any(|word| word.text.starts_with("--no-"));
    if args.has("--stat,--numstat,--summary,--check")
        && !args.has("--apply,--build-fake-ancestor")
        && !is_taken_back
    {
        return true;
    }
    if args.has("--cached") {
        return false;
    }
    if args.has("--directory,--unsafe-paths") {
        sink.unresolved("its paths are relative to another folder");
    }
    let is_input = args.operands.iter().all(|word| word.text == "-");
    let input = call.input().filter(|_| is_input);
    let strip = args.value("-p").and_then(|count| count.text.parse().ok()).unwrap_or(1);
    named_by(sink, input, |text| diff_files(text, Some(strip)));
    true
}

/// Notes the files that a patch names, if it is part of the text.
fn named_by(
    sink: &mut Sink<'_>,
    patch: Option<&Word>,
    read: impl FnOnce(&str) -> Option<Vec<String>>,
) {
    let files = patch.filter(|patch| patch.literal).and_then(|patch| read(&patch.text));
    match files.filter(|files| !files.is_empty()) {
        Some(files) => {
            for file in files {
                sink.change(&Word::plain(&file), ChangeKind::Write, Extent::File);
            }
        }
        None => sink.unresolved("the patch names its files"),
    }
}

/// The files that a unified diff names, without `strip` leading components; `None` if one is
/// named in a way that is not read here.
fn diff_files(diff: &str, strip: Option<usize>) -> Option<Vec<String>> {
    let mut files: Vec<String> = vec![];
    for line in diff.lines() {
        let starts = ["--- ", "+++ ", "rename from ", "rename to ", "copy to "];
        let Some((start, name)) =
            starts.iter().find_map(|start| Some((*start, line.strip_prefix(start)?)))
        else {
            let is_other =
                ["*** ", "Index: ", "diff --git \""].iter().any(|sign| line.starts_with(sign));
            if is_other || line.starts_with("GIT binary") {
                return None;
            }
            continue;
        };
        let name = name.split('\t').next().unwrap_or(name).trim_end();
        if name.starts_with('"') {
            return None;
        }
        if name == "/dev/null" {
            continue;
        }
        let skipped = if start.starts_with(['-', '+']) { strip? } else { strip?.saturating_sub(1) };
        let name: Vec<&str> = name.split('/').skip(skipped).collect();
        let name = name.join("/");
        if !name.is_empty() && !files.contains(&name) {
            files.push(name);
        }
    }
    Some(files)
}

/// The files that a patch in the notation `*** Update File: PATH` names.
fn begin_patch_files(patch: &str) -> Vec<String> {
    let starts = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    let lines = patch.lines().map(str::trim);
    let names = lines.filter_map(|line| starts.iter().find_map(|start| line.strip_prefix(start)));
    names.map(str::to_owned).collect()
}
