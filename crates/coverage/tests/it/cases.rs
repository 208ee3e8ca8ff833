//! The cases of `tests/coverage`: a policy, and all ways around it that are open.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::project::Project;
use crate::trying;

/// What stands between a policy and its ways.
const MARK: &str = "\n---\n";

/// The case in which `git` only writes down how it was called.
const WITHOUT_GIT: &str = "no-skipping-of-checks";

/// Of so many ways one is carried out, which takes a while; all with `COVERAGE_ALL=1`.
const STRIDE: usize = 12;

/// The least number of rules that the cases have.
const MIN_RULES: usize = 40;

struct Case {
    file: PathBuf,
    name: String,
    yaml: String,
    expected: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/coverage");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "txt"));
    files.sort();
    let case = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let (yaml, expected) = text.split_once(MARK).unwrap_or((&text, ""));
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        Case { name, yaml: yaml.to_owned(), expected: expected.to_owned(), file }
    };
    files.into_iter().map(case).collect()
}

#[expect(clippy::disallowed_methods, reason = "a switch for who runs the tests")]
pub(crate) fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

impl Case {
    fn project(&self, yaml: &str) -> Project {
        Project::new(yaml, (self.name == WITHOUT_GIT).then_some("git"))
    }
}

/// What each case says is open is open, and nothing else.
#[test]
fn every_way_around_a_rule_is_named() {
    let is_blessing = is_set("BLESS");
    let mut rules = 0;
    let mut wrong = Vec::new();
    for case in cases() {
        let project = case.project(&case.yaml);
        let mut found = String::new();
        for covered in project.covered() {
            rules += 1;
            writeln!(found, "{}: {}", covered.rule, covered.forbids).unwrap();
            for open in &covered.open {
                writeln!(found, "  {}", project.tamed(&open.way).replace('\n', "\n    ")).unwrap();
            }
        }
        if found != case.expected && is_blessing {
            let text = format!("{}{MARK}{found}", case.yaml.trim_end());
            hook_state::replace(&case.file, text.as_bytes()).unwrap();
        } else if found != case.expected {
            wrong.push(case.name);
        }
    }
    assert!(wrong.is_empty(), "other ways are open: {wrong:?}");
    assert!(rules >= MIN_RULES, "{rules} rules");
}

/// Each way that is open really has the effect, as far as its programs are here.
#[test]
fn every_way_that_is_open_works() {
    let server = trying::server();
    let mut tried = BTreeSet::new();
    let (mut skipped, mut done, mut powerless) = (0, 0, Vec::new());
    let stride = if is_set("COVERAGE_ALL") { 1 } else { STRIDE };
    for case in cases() {
        for covered in case.project(&case.yaml).covered() {
            for open in &covered.open {
                let Some(lines) = trying::lines(open, &server) else {
                    skipped += 1;
                    continue;
                };
                let is_lifting = open.way.starts_with("governance-hook state set");
                let is_direct = open.way.contains("of another type");
                let key = trying::shape(&covered, open);
                if is_lifting || is_direct || !tried.insert(key) {
                    continue;
                }
                if !tried.len().is_multiple_of(stride) {
                    continue;
                }
                done += 1;
                let project = case.project(&case.yaml);
                if !trying::have_effect(&project, &covered, &lines) {
                    powerless.push(format!("{}: {}: {}", case.name, covered.forbids, open.way));
                }
            }
        }
    }
    println!("{done} carried out, {skipped} by a tool or by programs that are not here");
    assert!(powerless.is_empty(), "these are no ways: {powerless:#?}");
}

/// A line of configuration beside what is there, as a person adds it.
fn with(yaml: &str, line: &str) -> String {
    let (key, added) = line.split_once(": ").unwrap();
    let inner = match added.strip_prefix('{') {
        Some(map) => map.strip_suffix('}').unwrap(),
        None => added.trim_matches(['[', ']']),
    };
    let mut lines: Vec<String> = yaml.lines().map(str::to_owned).collect();
    let Some(at) = lines.iter().position(|it| it.split(':').next() == Some(key)) else {
        return format!("{}\n{line}\n", yaml.trim_end());
    };
    if lines[at].ends_with(':') {
        lines.insert(at + 1, format!("  - {}", inner.trim()));
    } else {
        let end = lines[at].pop().unwrap();
        lines[at] = format!("{}, {}{end}", lines[at].trim_end(), inner.trim());
    }
    lines.join("\n") + "\n"
}

/// Each line that is named closes the ways of which it is said, when it stands in the file.
#[test]
fn every_line_that_is_named_closes_its_ways() {
    let stride = if is_set("COVERAGE_ALL") { 1 } else { STRIDE };
    let (mut seen, mut tried, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for case in cases() {
        for covered in case.project(&case.yaml).covered() {
            let all: BTreeSet<_> = covered.open.iter().map(|open| &open.lines).collect();
            for lines in all.into_iter().filter(|lines| !lines.is_empty()) {
                if !seen.insert((case.name.clone(), lines.clone())) {
                    continue;
                }
                if !seen.len().is_multiple_of(stride) {
                    continue;
                }
                tried += 1;
                let yaml = lines.iter().fold(case.yaml.clone(), |yaml, line| with(&yaml, line));
                let again = case.project(&yaml).covered_of(&covered.rule);
                let left = again.iter().flat_map(|it| &it.open).map(|open| open.way.as_str());
                let left: BTreeSet<&str> = left.collect();
                let ways = covered.open.iter().filter(|open| open.lines == *lines);
                let open = ways.filter(|open| left.contains(open.way.as_str()));
                wrong.extend(open.map(|open| format!("{}: {lines:?}: {}", case.name, open.way)));
            }
        }
    }
    assert!(tried >= 10, "{tried} of {} were tried", seen.len());
    assert!(wrong.is_empty(), "these lines close nothing: {wrong:#?}");
}
