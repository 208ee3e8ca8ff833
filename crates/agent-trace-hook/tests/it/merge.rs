//! The ledger in git: branches, worktrees and clones that each go on with it, and are merged.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::ground::{Ground, Ran};

const GIT: &str = "git -c user.name=a -c user.email=a@example.org -c init.defaultBranch=main";

/// A project in git with two files of ten lines, which are committed.
fn in_git() -> Ground {
    let ground = Ground::new();
    for name in ["a", "b"] {
        let lines = (0..10).map(|number| format!("{name} of line {number}\n"));
        ground.write(&format!("{name}.txt"), &lines.collect::<String>());
    }
    git(
        &ground,
        "GIT init -q . && printf '*.json\\n!.orchestration/*\\n' > .git/info/exclude && COMMIT",
    );
    ground
}

/// A line for the shell, where `GIT` is git and `COMMIT` commits all.
#[track_caller]
fn git(ground: &Ground, line: &str) -> String {
    let line = line.replace("COMMIT", "GIT add -A && GIT commit -qm x").replace("GIT", GIT);
    let Ran { status, out, err } = ground.run(&line);
    assert_eq!(status, 0, "{line}: {out}{err}");
    out
}

/// A session adds a line behind line `at` of a file in the checkout `folder`.
#[track_caller]
fn add(ground: &Ground, session: &str, (folder, name, at): (&str, &str, usize)) {
    let file = ground.path(folder).join(name);
    let before = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<&str> = before.lines().collect();
    let new = format!("by {session}, behind {at}");
    lines.insert(at, &new);
    let after = lines.join("\n") + "\n";
    fs::File::create(&file)
        .and_then(|mut it| std::io::Write::write_all(&mut it, after.as_bytes()))
        .unwrap();
    ground.hand(&edit(ground, session, &file, &before, &after));
}

fn edit(ground: &Ground, session: &str, file: &Path, before: &str, after: &str) -> Value {
    let mut event = ground.edit(session, "a.txt", before, after);
    event["tool_input"]["file_path"] = json!(file);
    event
}

/// The lines that `blame` gives to somebody, each with whom.
#[track_caller]
fn written(ground: &Ground, path: &str) -> Vec<String> {
    let text = fs::read_to_string(ground.path(path)).unwrap();
    let owners = ground.blame(path).into_iter().zip(text.lines());
    owners.filter_map(|(owner, line)| owner.map(|owner| format!("{owner}: {line}"))).collect()
}

fn chains(ground: &Ground, folder: &str) -> Vec<String> {
    let found = fs::read_dir(ground.path(folder).join(".orchestration")).unwrap();
    let names = found.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| Path::new(name).extension().is_some_and(|it| it == "jsonl")).collect();
    names.sort();
    names
}

pub(crate) fn branches_that_both_went_on_are_merged() {
    let ground = in_git();
    add(&ground, "first", ("", "a.txt", 0));
    git(&ground, "COMMIT && GIT switch -qc one");
    add(&ground, "one", ("", "a.txt", 2));
    add(&ground, "one", ("", "b.txt", 1));
    git(&ground, "COMMIT && GIT switch -q main && GIT switch -qc two");
    add(&ground, "two", ("", "a.txt", 9));
    add(&ground, "two", ("", "b.txt", 9));
    git(&ground, "COMMIT && GIT merge -q -m m one");
    ground.verify(0, "5 records, 2 chains\n");
    let expected = ["first: by first, behind 0", "one: by one, behind 2", "two: by two, behind 9"];
    assert_eq!(written(&ground, "a.txt"), expected);
    assert_eq!(
        written(&ground, "b.txt"),
        expected
            .get(1..)
            .unwrap()
            .iter()
            .map(|line| { line.replace("one, behind 2", "one, behind 1") })
            .collect::<Vec<_>>()
    );

    // It goes on with one that is as it was left, and no others come.
    let names = chains(&ground, "");
    add(&ground, "later", ("", "a.txt", 5));
    assert_eq!(chains(&ground, ""), names);
    ground.verify(0, "6 records, 2 chains\n");
    assert_eq!(written(&ground, "a.txt").len(), 4);
    let log = ground.run("agent-trace-hook log").out;
    assert_eq!(log.lines().count(), 7, "{log}");
    assert!(ground.run("agent-trace-hook show 6").out.contains("\"seq\""));
    assert!(ground.run("agent-trace-hook stats").out.contains("ai"));

    let ran = ground.run("agent-trace-hook prune --before 2026-11-21");
    assert_eq!(
        (ran.status, ran.out.as_str()),
        (0, "0 records removed, 6 records left\n"),
        "{}",
        ran.err
    );

    for (tampering, finding) in [
        ("sed -i '1s/\"start_line\":[0-9]*/\"start_line\":7/' FILE", "was changed"),
        ("sed -i '$d' FILE", "ends early: 1 record is missing"),
        ("sed -i 1d FILE", "1 record is missing"),
        ("rm FILE", "ends early: "),
    ] {
        for name in &names {
            let file = format!(".orchestration/{name}");
            let before = ground.read(&file);
            ground.run(&tampering.replace("FILE", &file));
            ground.verify(1, finding);
            ground.write(&file, &before);
            ground.verify(0, "6 records, 2 chains\n");
        }
    }
}

pub(crate) fn a_branch_of_a_branch_is_not_gone_on_with_twice() {
    let ground = in_git();
    add(&ground, "first", ("", "a.txt", 0));
    git(&ground, "COMMIT && GIT branch one && GIT branch two && GIT branch three");
    for (branch, at) in [("one", 1), ("two", 4), ("three", 7), ("one", 1)] {
        git(&ground, &format!("GIT switch -q {branch}"));
        add(&ground, branch, ("", "b.txt", at));
        git(&ground, "COMMIT");
    }
    git(&ground, "GIT switch -q main && for it in one two three; do GIT merge -q -m m $it; done");
    ground.verify(0, "5 records, 3 chains\n");
    assert_eq!(written(&ground, "b.txt").len(), 4);
}

pub(crate) fn a_worktree_has_a_chain_of_its_own() {
    let ground = in_git();
    add(&ground, "first", ("", "a.txt", 0));
    git(
        &ground,
        "COMMIT && GIT worktree add -q -b out '../a tree' && GIT worktree add -q .claude/worktrees/in",
    );
    for (session, tree) in [("out", "../a tree"), ("in", ".claude/worktrees/in")] {
        add(&ground, session, (tree, "b.txt", 3));
        let said = git(&ground, &format!("cd '{tree}' && agent-trace-hook blame b.txt:4"));
        assert!(said.contains(&format!(" {session} ")), "{said}");
        let said = git(&ground, &format!("agent-trace-hook blame '{tree}/b.txt':4"));
        assert!(said.contains(&format!(" {session} ")), "{said}");
        git(&ground, &format!("cd '{tree}' && COMMIT"));
    }
    add(&ground, "main", ("", "a.txt", 5));
    git(&ground, "GIT add a.txt .orchestration && GIT commit -qm x && GIT merge -q -m m out");
    ground.verify(0, "3 records, 2 chains\n");
    assert_eq!(written(&ground, "b.txt"), ["out: by out, behind 3"]);
}

pub(crate) fn a_ledger_of_one_file_goes_on_being_read() {
    let ground = Ground::new();
    ground.grow(2);
    ground.verify(0, "2 records, one chain\n");
    git(&ground, "GIT init -q . && COMMIT");
    let before = ground.read("a.txt");
    let after = format!("{before}more\n");
    ground.write("a.txt", &after);
    ground.hand(&ground.edit("later", "a.txt", &before, &after));
    ground.verify(0, "3 records, 2 chains\n");
    let mine = |session: &str| Some(session.to_owned());
    assert_eq!(ground.blame("a.txt"), [mine("s"), mine("s"), mine("later")]);
}

pub(crate) fn a_clone_begins_its_own() {
    let ground = in_git();
    add(&ground, "first", ("", "a.txt", 0));
    git(&ground, "COMMIT && GIT clone -q . ../clone");
    add(&ground, "main", ("", "a.txt", 4));
    git(&ground, "COMMIT");
    let clone = ground.path("../clone");
    let before = fs::read_to_string(clone.join("b.txt")).unwrap();
    let after = format!("new\n{before}");
    ground.write("../clone/b.txt", &after);
    ground.write(
        "event.json",
        &edit(&ground, "clone", &clone.join("b.txt"), &before, &after).to_string(),
    );
    git(&ground, "CLAUDE_PROJECT_DIR=\"$PWD/../clone\" agent-trace-hook < event.json");
    git(&ground, "cd ../clone && COMMIT && GIT pull -q --no-rebase --no-edit");
    let said = git(&ground, "agent-trace-hook verify --project ../clone");
    assert!(said.contains("3 records, 2 chains\n"), "{said}");
}
