//! Programs that fetch a file, and programs that make others do their work.

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        "curl" => curl(scene),
        "wget" | "wget2" => wget(scene),
        "ssh" => return connection(scene),
        _ => return false,
    }
    scene.check_hidden_options();
    true
}

/// `ssh`, which runs elsewhere what nobody knows, and here what its options say.
fn connection(scene: &mut Scene<'_>) -> bool {
    const RUNNING: [&str; 3] = ["proxycommand", "localcommand", "knownhostscommand"];
    let words = scene.words.clone();
    let args = Args::read(&words, options("BbcDEeFIiJLlmOoPpQRSWw", "", &[]));
    let runs = |value: &Word| {
        let told = value.text.to_ascii_lowercase();
        RUNNING.iter().any(|key| told.trim_start().starts_with(key))
    };
    if args.values(&["o"]).any(|value| !value.literal || runs(value)) {
        scene.unresolved("it is told which command to run here");
    }
    for log in args.values(&["E"]) {
        scene.output(log);
    }
    false
}

const CURL_SHORT: &str = "AbcCdDeEFhHKmoPQrtTuUwxXyYz";
const CURL_LONG: &[&str] = &[
    "alt-svc",
    "cacert",
    "cert",
    "ciphers",
    "config",
    "connect-timeout",
    "cookie",
    "cookie-jar",
    "data",
    "data-ascii",
    "data-binary",
    "data-raw",
    "data-urlencode",
    "dump-header",
    "etag-compare",
    "etag-save",
    "form",
    "form-string",
    "header",
    "hsts",
    "json",
    "key",
    "libcurl",
    "limit-rate",
    "max-filesize",
    "max-redirs",
    "max-time",
    "netrc-file",
    "noproxy",
    "output",
    "output-dir",
    "proxy",
    "range",
    "referer",
    "request",
    "resolve",
    "retry",
    "retry-delay",
    "retry-max-time",
    "stderr",
    "trace",
    "trace-ascii",
    "upload-file",
    "url",
    "url-query",
    "user",
    "user-agent",
    "write-out",
    "interface",
    "unix-socket",
    "variable",
];

fn curl(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options(CURL_SHORT, "", CURL_LONG));
    if args.has(&["K", "config"]) {
        scene.unresolved("a file says what it does");
    }
    let folder = args.value(&["output-dir"]).cloned();
    for file in args.values(&["o", "output"]) {
        match &folder {
            Some(folder) if file.text != "-" => {
                let text = format!("{}/{}", folder.text, file.text);
                let literal = folder.literal && file.literal;
                scene.output(&Word { text, literal, ..file.clone() });
            }
            _ => scene.output(file),
        }
    }
    if args.has(&["O", "remote-name", "remote-name-all", "J", "remote-header-name"]) {
        let here = Word::plain(".");
        scene.below(folder.as_ref().unwrap_or(&here), ChangeKind::Write);
    }
    let outputs = [
        "D",
        "dump-header",
        "c",
        "cookie-jar",
        "trace",
        "trace-ascii",
        "stderr",
        "libcurl",
        "etag-save",
        "hsts",
        "alt-svc",
    ];
    for file in args.values(&outputs).filter(|file| !matches!(file.text.as_str(), "%" | "")) {
        scene.output(file);
    }
    if args
        .values(&["w", "write-out"])
        .any(|format| format.text.contains("%output{") || format.text.starts_with('@'))
    {
        scene.unresolved("its format names a file");
    }
}

const WGET_SHORT: &str = "OPoaietTwQUABDIXlR";
const WGET_LONG: &[&str] = &[
    "append-output",
    "base",
    "body-data",
    "body-file",
    "certificate",
    "config",
    "cut-dirs",
    "directory-prefix",
    "execute",
    "header",
    "input-file",
    "level",
    "limit-rate",
    "load-cookies",
    "method",
    "output-document",
    "output-file",
    "password",
    "post-data",
    "post-file",
    "quota",
    "referer",
    "save-cookies",
    "timeout",
    "tries",
    "use-askpass",
    "user",
    "user-agent",
    "wait",
    "rejected-log",
    "warc-file",
];

fn wget(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options(WGET_SHORT, "", WGET_LONG));
    if args.has(&["e", "execute", "config", "use-askpass"]) {
        scene.unresolved("it is told what else to do");
    }
    for file in args.values(&[
        "o",
        "a",
        "output-file",
        "append-output",
        "save-cookies",
        "rejected-log",
        "warc-file",
    ]) {
        scene.output(file);
    }
    if args.has(&["spider"]) || args.operands.is_empty() && !args.has(&["i", "input-file"]) {
        return;
    }
    if let Some(file) = args.value(&["O", "output-document"]) {
        scene.output(file);
    } else if let Some(folder) = args.value(&["P", "directory-prefix"]) {
        scene.change(&part(folder, &folder.text), ChangeKind::Write, Extent::Below);
    } else {
        scene.below_here(ChangeKind::Write);
    }
}
