//! What is left of a value when the shell cuts it, or replaces a part of it: `${f%.txt}`, `${f##*/}`.
//!
//! A value may be a pattern, `src/*.txt`: what stands before its first sign is known, its folder above all.

/// Signs of a pattern.
const SIGNS: [char; 3] = ['*', '?', '['];

/// The values that may be left of `value` behind what stands in the braces after the name; none if that
/// cannot be told.
pub(super) fn cut(value: &str, how: &str) -> Option<Vec<String>> {
    if value.contains(['{', '(', '\\', '^', '#', '~']) {
        return None;
    }
    let one = |text: String| Some(vec![text]);
    match how {
        "^^" => return changed(value, str::to_uppercase),
        ",," => return changed(value, str::to_lowercase),
        _ => {}
    }
    if let Some(sign) = how.strip_prefix("%%") {
        return longest_end(value, sign);
    }
    if let Some(sign) = how.strip_prefix('%') {
        return shortest_end(value, sign);
    }
    if let Some(sign) = how.strip_prefix("##") {
        return match sign {
            "*/" => one(last_name(value).to_owned()),
            "*." => ending(value),
            _ => start(value, sign),
        };
    }
    if let Some(sign) = how.strip_prefix('#') {
        return start(value, sign);
    }
    let (all, rest) = match how.strip_prefix("//") {
        Some(rest) => (true, rest),
        None => (false, how.strip_prefix('/')?),
    };
    let (wanted, put) = rest.split_once('/').unwrap_or((rest, ""));
    replaced(value, wanted, put, all)
}

/// What `dirname` may say of a value: `.` where it names no folder, and never what ends with a slash.
pub(super) fn folder_of(value: &str) -> Option<Vec<String>> {
    let path = match value.trim_end_matches('/') {
        "" if value.starts_with('/') => return Some(vec!["/".to_owned()]),
        path => path,
    };
    if path.contains('/') {
        return cut(path, "%/*");
    }
    let mut found = vec![".".to_owned()];
    found.extend(is_pattern(path).then(|| path.to_owned()));
    Some(found)
}

/// The folder of a value, with its slash, as far as that is known; nothing if there is none.
fn folder(value: &str) -> Option<&str> {
    let known = known(value);
    match known.rfind('/') {
        Some(end) => value.get(..=end),
        None if known.len() < value.len() && value.contains('/') => None,
        None => Some(""),
    }
}

/// What stands before the first sign.
fn known(value: &str) -> &str {
    value.get(..value.find(SIGNS).unwrap_or(value.len())).unwrap_or_default()
}

/// The text behind the last sign of a pattern, or the whole of a value that is none.
fn tail(value: &str) -> &str {
    value.rfind(['*', '?', ']']).map_or(value, |at| value.get(at + 1..).unwrap_or_default())
}

fn is_pattern(value: &str) -> bool {
    value.contains(SIGNS)
}

fn last_name(value: &str) -> &str {
    value.rsplit('/').next().unwrap_or_default()
}

/// A sign that stands for itself.
fn is_text(sign: &str) -> bool {
    !sign.contains(['*', '?', '[', '\\', '$', '`', '"', '\'', '(', '{', '}'])
}

fn any_in(folder: &str) -> Vec<String> {
    vec![format!("{folder}*")]
}

fn changed(value: &str, change: fn(&str) -> String) -> Option<Vec<String>> {
    let known = known(value);
    let rest = value.get(known.len()..)?;
    Some(vec![format!("{}{}", change(known), if rest.is_empty() { "" } else { "*" })])
}

fn shortest_end(value: &str, sign: &str) -> Option<Vec<String>> {
    let folder = folder(value)?;
    let is_told = !is_pattern(value);
    if sign == "/*" {
        if is_told {
            let cut = value.rsplit_once('/').map_or(value, |(before, _)| before);
            return Some(vec![if cut.is_empty() { "/".to_owned() } else { cut.to_owned() }]);
        }
        if folder.is_empty() {
            return Some(vec![value.to_owned()]);
        }
        let above = folder.trim_end_matches('/');
        return (!above.is_empty()).then(|| vec![above.to_owned(), format!("{folder}*")]);
    }
    if sign == ".*" {
        let end = tail(value);
        let has_dot =
            !end.contains('/') && end.contains('.') || is_told && last_name(value).contains('.');
        return match value.rfind('.') {
            Some(dot) if has_dot => Some(vec![value.get(..dot)?.to_owned()]),
            None if is_told => Some(vec![value.to_owned()]),
            _ => (!folder.contains('.')).then(|| any_in(folder)),
        };
    }
    if sign.contains('/') || !is_text(sign) || sign.is_empty() {
        return None;
    }
    if let Some(cut) = value.strip_suffix(sign)
        && (is_told || tail(value).ends_with(sign))
    {
        return Some(vec![cut.to_owned()]);
    }
    Some(if is_told { vec![value.to_owned()] } else { any_in(folder) })
}

fn longest_end(value: &str, sign: &str) -> Option<Vec<String>> {
    let folder = folder(value)?;
    match sign {
        ".*" if !folder.contains('.') => Some(if is_pattern(value) {
            any_in(folder)
        } else {
            vec![value.split_once('.').map_or(value, |(before, _)| before).to_owned()]
        }),
        "/*" => {
            let known = known(value);
            let (before, _) = known.split_once('/')?;
            (!before.is_empty()).then(|| vec![before.to_owned()])
        }
        _ if is_text(sign) => shortest_end(value, sign),
        _ => None,
    }
}

fn start(value: &str, sign: &str) -> Option<Vec<String>> {
    if sign == "*/" {
        return Some(vec![
            known(value).split_once('/').map(|_| value.split_once('/'))??.1.to_owned(),
        ]);
    }
    if !is_text(sign) || sign.is_empty() {
        return None;
    }
    let known = known(value);
    match value.strip_prefix(sign) {
        Some(rest) if known.len() >= sign.len() => Some(vec![rest.to_owned()]),
        _ if !is_pattern(value) || !sign.starts_with(known) => Some(vec![value.to_owned()]),
        _ => None,
    }
}

/// What stands behind the last dot.
fn ending(value: &str) -> Option<Vec<String>> {
    let end = tail(value);
    if end.contains('.') && !end.contains('/') || !is_pattern(value) {
        return Some(vec![value.rsplit('.').next()?.to_owned()]);
    }
    let folder = folder(value)?;
    (!folder.contains('.')).then(|| vec![value.to_owned(), "*".to_owned()])
}

/// A value in which a text is replaced by another one.
fn replaced(value: &str, wanted: &str, put: &str, all: bool) -> Option<Vec<String>> {
    let put = put.trim_matches(['"', '\'']);
    let is_name =
        put.is_empty() || put.chars().any(char::is_alphanumeric) || put == "_" || put == "-";
    if put.contains('/') || !is_text(put) || !is_name || put.contains("..") {
        return None;
    }
    if let Some(sign) = wanted.strip_prefix('%') {
        let cut = shortest_end(value, sign)?;
        return Some(cut.into_iter().map(|it| format!("{it}{put}")).collect());
    }
    if let Some(sign) = wanted.strip_prefix('#') {
        let is_there = known(value).starts_with(sign) && is_text(sign);
        return is_there.then(|| vec![value.replacen(sign, put, 1)]);
    }
    let wanted = wanted.trim_matches(['"', '\'']);
    if wanted.is_empty() || wanted.contains('/') || !is_text(wanted) {
        return None;
    }
    if !is_pattern(value) {
        let value = if all { value.replace(wanted, put) } else { value.replacen(wanted, put, 1) };
        return Some(vec![value]);
    }
    let folder = folder(value)?;
    if !folder.contains(wanted) {
        return Some(any_in(folder));
    }
    let known = if all { folder.replace(wanted, put) } else { folder.replacen(wanted, put, 1) };
    Some(any_in(&known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_stays() {
        let check = |value: &str, how: &str, expected: &str| {
            let found = cut(value, how).map_or("?".to_owned(), |found| found.join(" "));
            assert_eq!(found, expected, "{value} {how}");
        };
        check("src/*.jpg", "%.jpg", "src/*");
        check("src/a.jpg", "%.jpg", "src/a");
        check("src/a.png", "%.jpg", "src/a.png");
        check("src/*", "%.jpg", "src/*");
        check("src/*", "%.*", "src/*");
        check("src/*.t.x", "%.*", "src/*.t");
        check("./src/*", "%.*", "?");
        check("./src/*.x", "%.*", "./src/*");
        check("./src/*", "%%.*", "?");
        check("src/*", "%%.*", "src/*");
        check("src/a.b.c", "%%.*", "src/a");
        check("src/a", "%/*", "src");
        check("src/*.x", "%/*", "src src/*");
        check("a", "%/*", "a");
        check("*", "%/*", "*");
        check("*/a", "%/*", "?");
        check("src/x/*", "%%/*", "src");
        check("src/*.x", "##*/", "*.x");
        check("src/a", "##*/", "a");
        check("src/*", "#src/", "*");
        check("src/*", "#lib/", "src/*");
        check("s*", "#src/", "?");
        check("src/*", "#*/", "*");
        check("*/a", "#*/", "?");
        check("src/*.txt", "##*.", "txt");
        check("src/*", "##*.", "src/* *");
        check("src/*", "/src/lib", "lib/*");
        check("src/*", "/a/b", "src/*");
        check("src/*", "// /_", "src/*");
        check("src/*", "/a/..", "?");
        check("src/*", "/a/b/c", "?");
        check("src/*", "/%.js/.ts", "src/*.ts");
        check("src/*", "/#src/lib", "lib/*");
        check("src/*", "^^", "SRC/*");
        check("src/*", "%s*", "?");
        check("src/*", "%??", "?");
        check("src/*", ":1", "?");
        check("{src/a,lib/b}", "##*/", "?");
    }
}
