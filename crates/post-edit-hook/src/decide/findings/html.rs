//! A page of HTML as the lines that a browser would show: linters have reports like that.

use std::borrow::Cow;

/// What is not shown.
const HIDDEN: [&str; 4] = ["head", "style", "script", "svg"];

/// Behind these a line ends.
const BLOCKS: [&str; 16] = [
    "br", "div", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "li", "ol", "p", "pre", "table", "tr",
    "ul",
];

/// The lines of a page; anything else as it is.
pub(super) fn lines(output: &str) -> Cow<'_, str> {
    let start = output.trim_start().get(..14).unwrap_or_default().to_ascii_lowercase();
    if !(start.starts_with("<!doctype html") || start.starts_with("<html")) {
        return output.into();
    }
    let (mut shown, mut rest, mut is_kept) = (String::new(), output, false);
    while let Some((text, behind)) = rest.split_once('<') {
        // Lines of a source are shown as they are, and others run on.
        shown.push_str(&if is_kept { text.to_owned() } else { text.replace('\n', " ") });
        let Some((tag, after)) = behind.split_once('>') else { break };
        rest = after;
        let name = tag.trim_start_matches('/');
        let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let name = name.to_ascii_lowercase();
        is_kept = if name == "pre" { !tag.starts_with('/') } else { is_kept };
        if HIDDEN.contains(&name.as_str()) && !tag.starts_with('/') {
            let end = format!("</{name}");
            rest = rest.find(&end).and_then(|at| rest.get(at..)).unwrap_or_default();
        }
        // A cell goes on in the same line.
        shown.push(if BLOCKS.contains(&name.as_str()) { '\n' } else { ' ' });
    }
    shown.push_str(rest);
    let plain = shown.replace("&#39;", "'").replace("&#x27;", "'").replace("&quot;", "\"");
    let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = plain.lines().map(line).filter(|line| !line.is_empty()).collect();
    lines.join("\n").into()
}
