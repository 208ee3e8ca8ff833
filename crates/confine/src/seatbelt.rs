//! A plan as a profile of `sandbox-exec`. Not run: no Mac was at hand, its text alone is tested.

use crate::outcome::Call;
use crate::plan::{Network, Plan};

/// The program that runs another one under a profile.
#[cfg(target_os = "macos")]
pub(crate) const PROGRAM: &str = "/usr/bin/sandbox-exec";

/// The profile. What stands later in it wins.
pub(crate) fn profile(plan: &Plan, call: &Call) -> String {
    let mut lines = vec!["(version 1)".to_owned(), "(allow default)".to_owned()];
    if !plan.is_open {
        lines.push("(deny file-write*)".to_owned());
        lines.push("(allow file-write* (subpath \"/dev\"))".to_owned());
    }
    let mut allow = |filter: String| lines.push(format!("(allow file-write* {filter})"));
    let git = plan.git.iter().filter(|_| call.names_git);
    let folders = plan.temporary.iter().chain(&plan.caches).chain(&call.also_writable).chain(git);
    folders.for_each(|dir| allow(subpath(&dir.to_string_lossy())));
    for entry in &plan.writable {
        allow(filter(entry));
    }
    for name in &plan.outputs {
        allow(subpath(&plan.project.join(name).to_string_lossy()));
    }
    for entry in &plan.read_only {
        lines.push(format!("(deny file-write* {})", filter(entry)));
    }
    for path in plan.hidden.iter().chain(&call.also_hidden) {
        let path = path.to_string_lossy();
        lines.push(format!("(deny network-outbound (literal {}))", quoted(&path)));
        lines.push(format!("(deny file-read-data {})", subpath(&path)));
    }
    if plan.network == Network::Closed {
        lines.push("(deny network*)".to_owned());
        lines.push(
            "(allow network* (local ip \"localhost:*\") (remote ip \"localhost:*\"))".to_owned(),
        );
    }
    lines.join("\n") + "\n"
}

/// An entry of a plan.
fn filter(entry: &str) -> String {
    match entry.strip_suffix('/') {
        Some(dir) => subpath(dir),
        None if entry.contains('*') => {
            let special = |c: char| ".+?()[]{}|^$\\".contains(c);
            let mut text = String::new();
            for c in entry.chars() {
                match c {
                    '*' => text.push_str("[^/]*"),
                    c if special(c) => text.extend(['\\', c]),
                    c => text.push(c),
                }
            }
            format!("(regex #\"^{}$\")", text.replace('"', "\\\""))
        }
        None => format!("(literal {})", quoted(entry)),
    }
}

fn subpath(dir: &str) -> String {
    format!("(subpath {})", quoted(dir))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_says_what_a_plan_says() {
        let plan = Plan {
            project: "/p".into(),
            writable: vec!["/p/src/".to_owned(), "/p/*.md".to_owned(), "/p/a \"b\"".to_owned()],
            outputs: vec!["target".to_owned()],
            temporary: vec!["/private/tmp".into()],
            git: vec!["/p/.git".into()],
            read_only: vec!["/p/.git/hooks/".to_owned()],
            hidden: vec!["/run/docker.sock".into()],
            network: Network::Closed,
            ..Plan::default()
        };
        let call = Call { names_git: true, ..Call::default() };
        let expected = r#"(version 1)
(allow default)
(deny file-write*)
(allow file-write* (subpath "/dev"))
(allow file-write* (subpath "/private/tmp"))
(allow file-write* (subpath "/p/.git"))
(allow file-write* (subpath "/p/src"))
(allow file-write* (regex #"^/p/[^/]*\.md$"))
(allow file-write* (literal "/p/a \"b\""))
(allow file-write* (subpath "/p/target"))
(deny file-write* (subpath "/p/.git/hooks"))
(deny network-outbound (literal "/run/docker.sock"))
(deny file-read-data (subpath "/run/docker.sock"))
(deny network*)
(allow network* (local ip "localhost:*") (remote ip "localhost:*"))
"#;
        assert_eq!(profile(&plan, &call), expected);
        let no_git = profile(&plan, &Call::default());
        assert!(!no_git.contains("(allow file-write* (subpath \"/p/.git\"))"));
    }
}
