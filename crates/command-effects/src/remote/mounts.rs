//! Folders of this machine that a container is given: what is written there is written here.
//! `docker run -v "$PWD:/w" alpine touch /w/a`, `--mount type=bind,source=.,target=/w`.

use shell_syntax::{SimpleCommand, Word};

use crate::args::part;
use crate::judgement::{Change, Unresolved};
use crate::sink::Found;
use crate::target::{Target, Variables, join, target};

/// A folder of this machine, and where it is in the container.
struct Mount {
    source: Word,
    place: String,
}

/// Notes what a command in a container changes below a folder of this machine.
pub(super) fn note(found: &mut Found, runner: &SimpleCommand, there: &Found, text: &str) {
    // What is relative lies where the container starts, which is not known here.
    let changes = || there.judgement.writes.iter().chain(&there.judgement.nearby);
    if changes().next().is_none() && there.runs_unseen.is_none() {
        return;
    }
    let mounts = mounts(runner);
    if mounts.is_empty() {
        return;
    }
    if there.runs_unseen.is_some() {
        let reason = "nothing tells what it runs in a container that has a folder of this machine";
        let program = runner.program().unwrap_or_default().to_owned();
        found.judgement.unresolved.push(Unresolved { program, reason: reason.to_owned() });
    }
    let variables = Variables::of(text);
    let folder = value(runner, &["-w", "--workdir"]);
    for change in changes() {
        let path = match &folder {
            Some(folder) if !change.path.starts_with('/') => join(&folder.text, &change.path),
            _ => change.path.clone(),
        };
        for mount in &mounts {
            let below = path.strip_prefix(mount.place.as_str());
            let Some(rest) = below.filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
                continue;
            };
            let Ok(Some(Target { path, anchor, .. })) =
                target(&mount.source, &runner.dir, variables)
            else {
                continue;
            };
            let path = join(&path, rest.trim_start_matches('/'));
            found.judgement.writes.push(Change { path, anchor, ..change.clone() });
        }
    }
}

/// The folders that may be written to.
fn mounts(runner: &SimpleCommand) -> Vec<Mount> {
    let mut before = "";
    let mut found = vec![];
    for word in runner.args() {
        let text = word.text.as_str();
        let joined =
            ["--volume=", "--mount=", "-v=", "-v"].iter().find_map(|it| text.strip_prefix(it));
        // `-itv`
        let is_last = |it: &str| it.starts_with('-') && !it.starts_with("--") && it.ends_with('v');
        let told = match before {
            "--volume" | "--mount" => Some(text),
            _ if is_last(before) => Some(text),
            _ => joined.filter(|told| !told.is_empty()),
        };
        found.extend(told.and_then(|told| mount(word, told)));
        before = text;
    }
    found
}

fn mount(word: &Word, told: &str) -> Option<Mount> {
    let is_read_only = |option: &str| matches!(option, "ro" | "readonly" | "readonly=true");
    let (source, place) = if told.contains("type=bind") {
        let named = |names: [&str; 3]| {
            let mut parts = told.split(',').filter_map(|part| part.split_once('='));
            parts.find(|(name, _)| names.contains(name)).map(|(_, value)| value)
        };
        if told.split(',').any(is_read_only) {
            return None;
        }
        (named(["source", "src", "src"])?, named(["target", "destination", "dst"])?)
    } else {
        // What a variable has in its place may have a colon too.
        let at = told.find(":/").or_else(|| told.find(":$"))?;
        let (source, rest) = told.split_at_checked(at)?;
        let rest = rest.strip_prefix(':').unwrap_or(rest);
        let (place, options) = rest.split_once(':').unwrap_or((rest, ""));
        if options.split(',').any(is_read_only) {
            return None;
        }
        (source, place)
    };
    // Anything else is the name of a volume.
    if !source.starts_with(['/', '.', '~', '$', '`']) {
        return None;
    }
    let source = match source {
        "$(pwd)" | "`pwd`" => Word::plain("."),
        _ => match source.strip_prefix("$(pwd)/") {
            Some(below) => Word::plain(below),
            None => part(word, source),
        },
    };
    // A folder has the same name there.
    if place.starts_with('$') {
        return Some(Mount { source, place: place.trim_end_matches('/').to_owned() });
    }
    let place = format!("/{}", place.trim_matches('/'));
    Some(Mount { source, place: if place == "/" { String::new() } else { place } })
}

/// The value of an option.
fn value(runner: &SimpleCommand, names: &[&str]) -> Option<Word> {
    let mut before = "";
    for word in runner.args() {
        if names.contains(&before) {
            return Some(word.clone());
        }
        let joined = names.iter().find_map(|name| word.text.strip_prefix(name)?.strip_prefix('='));
        if let Some(joined) = joined {
            return Some(part(word, joined));
        }
        before = &word.text;
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::programs::Programs;

    #[test]
    fn what_a_container_writes_below_a_mount_is_written_here() {
        let check = |line: &str, expected: &[&str]| {
            let found = crate::judge(line, None, &Programs::default());
            let paths: Vec<&str> = found.writes.iter().map(|it| it.path.as_str()).collect();
            assert_eq!(paths, expected, "{line}");
        };
        check("docker run --rm -v $PWD:/w alpine touch /w/p", &["p"]);
        check("docker run -v \"$(pwd):/w\" alpine sed -i s/a/b/ /w/src/x", &["src/x"]);
        check("podman run -v ./a:/w:z alpine touch /w/p", &["a/p"]);
        check("docker run -v $PWD:/w -w /w alpine touch p", &["p"]);
        let line = "docker run -v $PWD:/w alpine sh -c 'echo {} > /w/.claude/settings.json'";
        check(line, &[".claude/settings.json"]);
        check(
            "docker run -v /:/host alpine sh -c 'echo x >> /host/etc/crontab'",
            &["/etc/crontab"],
        );
        check("docker run --mount type=bind,source=.,target=/w alpine touch /w/p", &["p"]);
        check("docker compose run -v .:/w app touch /w/p", &["p"]);
        check("docker run --rm -v=$PWD:/w alpine touch /w/p", &["p"]);
        check("docker run -itv $PWD:/w alpine touch /w/p", &["p"]);
        check("docker run --rm -v $PWD:$PWD -w $PWD alpine touch a/p", &["a/p"]);
        check("docker run --rm -v .:/w --entrypoint touch alpine /w/p", &["p"]);
        check("docker run --rm -v .:/w --entrypoint sh alpine -c 'touch /w/p'", &["p"]);
        check("docker run --rm -v .:/w mikefarah/yq -i '.a=1' /w/a/x", &["a/x"]);
        check("docker run -v $PWD:/w:ro alpine touch /w/p", &[]);
        check("docker run -v data:/w alpine touch /w/p", &[]);
        check("docker run -v $PWD:/w alpine touch /wp /tmp/a", &[]);
    }
}
