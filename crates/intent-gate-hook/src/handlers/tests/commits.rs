//! Git in daily work: what moves to other commits, in a repository of its own.

use std::process::Command;

use serde_json::json;

use super::{OUT, Project};

/// `main` is where it stands, `topic` differs in `src`, `other` outside of it, `evil` in what is
/// protected. A stash holds a file of `src`.
const REPOSITORY: &str = "
git init -q -b main . && git config user.name a && git config user.email a@b
printf x > README.md && mkdir -p docs && printf x > docs/a.md && printf x > .mcp.json
printf .orchestration/locks/ > .gitignore
git add -A && git commit -qm 1 && printf y > src/a.ts && git commit -qam 2
git checkout -qb topic && printf z > src/c.ts && git add -A && git commit -qm 3
git checkout -qb other main && printf z > README.md && git commit -qam 4
git checkout -qb evil main && printf z > .mcp.json && git commit -qam 5
git checkout -q main && printf w > src/b.ts && git add -A && git stash -q
git init -q --bare ../origin.git && git remote add origin ../origin.git
git push -q origin main topic other && git branch -q -u origin/main main
git branch -q both main && git tag -a -m x both evil
git remote add second ../second.git && git update-ref refs/remotes/second/far other
git branch -q -D other && printf w > src/a.ts
";

fn repository() -> Project {
    let project = Project::new("[src/**]");
    let mut git = Command::new("sh");
    git.args(["-ec", REPOSITORY]).current_dir(project.root()).env("HOME", project.folder.path());
    let done = git.env("GIT_CONFIG_NOSYSTEM", "1").output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    project.choose();
    project
}

fn check(project: &Project, command: &str, expected: &str) {
    let root = project.root();
    let command = command.replace("[P]", root.to_str().unwrap());
    let found = project.verdict("Bash", &json!({ "command": command }));
    assert_eq!(found, expected, "{command}");
}

#[test]
fn git_moves_to_commits_that_differ_in_the_scope() {
    let project = repository();
    for command in [
        "git checkout topic",
        "git switch topic",
        "git switch --detach HEAD~1",
        "git merge topic",
        "git merge --abort",
        "git merge",
        "git rebase topic",
        "git rebase --abort",
        "git cherry-pick topic",
        "git revert --no-edit HEAD",
        "git stash",
        "git stash -u",
        "git stash pop",
        "git commit -am x && git checkout topic",
        "git stash && git checkout topic && git stash pop",
        "git add -A && git commit -m x && git checkout topic",
        "git pull",
        "git pull --rebase --autostash origin main",
        "git fetch && git rebase origin/main",
        "git -C [P] checkout topic",
        "cd [P] && git merge topic",
    ] {
        check(&project, command, "");
    }
}

/// What would change other files, or may.
const ELSEWHERE: &[&str] = &[
    "git checkout other",
    "git switch other",
    "git merge origin/other",
    "git rebase origin/other",
    "git cherry-pick origin/other",
    "git checkout evil",
    "git checkout -",
    "git merge evil",
    "git cherry-pick evil",
    "git checkout topic && git merge origin/other",
    // What cannot be told, or throws away what may exist nowhere else.
    "git checkout docs",
    "git checkout -f topic",
    "git checkout -p topic",
    "git reset --hard",
    "git reset HEAD~1 && git checkout topic",
    "git update-ref refs/heads/topic origin/other && git checkout topic",
    "git branch -f topic origin/other && git checkout topic",
    "git rebase -x 'rm README.md' topic",
    "git rebase --root",
    "git pull . evil",
    "git pull ../origin.git other",
    "git pull origin other:main",
    "git fetch . origin/other:topic && git checkout topic",
    "git stash -a",
    "GIT_WORK_TREE=lib git checkout topic",
    "export GIT_DIR=lib; git checkout topic",
    "git bisect start",
    "git restore -s evil -- ':^src'",
    "git restore --source=evil ':!src/a.ts'",
    "git rm -r ':!src'",
    "git checkout none",
    "git cherry-pick 'evil^!'",
    "git cherry-pick evil^-",
    "git revert evil^@",
    "git cherry-pick -m1 evil",
    "git cherry-pick --mainline=1 evil",
    "git cherry-pick --stdin topic",
    "git rebase --exe='touch lib/x' topic",
    "git rebase --roo",
    "git merge FETCH_HEAD",
    "HOME=/tmp git checkout topic",
    "git checkout far",
    "git switch both",
    "git rebase main both",
    "git checkout ':/4'",
    "git merge ':/4'",
    "git revert ':/5'",
    "git checkout other...other",
    "git checkout -B x origin/other...origin/other",
    "git rebase --onto=origin/other main",
    "git pull src/evil main",
    "git pull second far",
    "git -c checkout.defaultRemote=second checkout far",
    "git push . origin/other:refs/heads/new && git checkout new",
    "git push ../origin.git main && git checkout topic",
    "git --git-dir=../origin.git checkout topic",
    "git checkout \"$X\"",
    "cd .. && git checkout topic",
];

#[test]
fn git_does_not_move_to_commits_that_differ_elsewhere() {
    let project = repository();
    for command in ELSEWHERE {
        check(&project, command, OUT);
    }
    project.write("docs/a.md", "changed\n");
    check(&project, "git stash", OUT);
    check(&project, "git rebase --abort", OUT);
    check(&project, "git checkout topic", "");
}

/// What a repository has git start: a monitor of files, filters, and what fetches the objects that
/// a partial clone lacks.
const STARTS: &str = "
git config core.fsmonitor 'touch ../started; false' && git config diff.external 'touch ../started'
git config filter.f.clean 'touch ../started; cat' && printf '* filter=f' > .gitattributes
git config core.repositoryformatversion 1 && git config extensions.partialClone origin
git config remote.origin.promisor true
git config remote.origin.uploadpack 'touch ../started; false'
";

#[test]
fn git_starts_nothing_where_it_is_asked() {
    let project = repository();
    let run = |script: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).current_dir(project.root()).output().unwrap();
    };
    let started = project.root().join("../started");
    run(STARTS);
    let missing = "1".repeat(40);
    run(&format!("git rev-parse --quiet --verify {missing}^{{commit}}"));
    assert!(started.exists(), "it would");
    std::fs::remove_file(&started).unwrap();
    for command in [&format!("git checkout {missing}"), "git stash -u", "git checkout topic"] {
        let _verdict = project.verdict("Bash", &json!({ "command": command }));
        assert!(!started.exists(), "{command}");
    }
}

#[test]
fn a_rebase_that_has_begun_may_change_what_it_moved() {
    let project = repository();
    for (from, expected) in [("topic", ""), ("origin/other", OUT)] {
        let script = format!("mkdir -p .git/rebase-merge && git update-ref ORIG_HEAD {from}");
        let mut shell = Command::new("sh");
        let done = shell.args(["-ec", &script]).current_dir(project.root()).status().unwrap();
        assert!(done.success());
        check(&project, "git rebase --continue", expected);
    }
}

#[test]
fn what_a_line_fetches_comes_as_a_pull_brings_it() {
    let project = repository();
    let run = |script: &str| {
        let mut shell = Command::new("sh");
        let done = shell.args(["-ec", script]).current_dir(project.root()).status().unwrap();
        assert!(done.success(), "{script}");
    };
    // What others have published changes other files as well.
    run("git update-ref refs/remotes/origin/main origin/other");
    for command in [
        "git fetch && git merge origin/main",
        "git fetch origin; git merge --ff-only origin/main",
        "git fetch -q origin main && git merge --no-edit origin/main",
        "git fetch --all --prune || true",
        "git fetch --prune && git rebase origin/main",
        "cd [P] && git fetch origin && git rebase origin/main",
        "git submodule update --init --recursive",
        "git submodule update --init lib",
        "git pull && git submodule update",
        // It is the branch that is here already.
        "git switch main && git pull --ff-only && git switch -c new",
        "git checkout main && git pull",
    ] {
        check(&project, command, "");
    }
    for command in [
        "git merge origin/main",
        "git merge origin/main; git fetch",
        "false && git fetch; git merge origin/main",
        "https_proxy=x git fetch; git merge origin/main",
        "timeout 0 git fetch; git merge origin/main",
        "git() { :; }; git fetch; git merge origin/main",
        "git fetch --dry-run && git merge origin/main",
        "git fetch --upload-pack=x && git merge origin/main",
        "git fetch origin topic && git merge origin/main",
        "git fetch && git merge origin/other",
        "git fetch ../origin.git && git merge origin/main",
        "git fetch second; git merge second/far",
        "git fetch origin +other:main && git merge origin/main",
        "git submodule update --remote",
        "git submodule update --force",
        "git submodule update --init --reference /tmp/x",
        "git submodule deinit --all",
        "git submodule foreach 'rm -rf .'",
        "git -c submodule.lib.update='!touch x' submodule update",
    ] {
        check(&project, command, OUT);
    }
    run("git config remote.origin.fetch '+refs/heads/other:refs/remotes/origin/main'");
    check(&project, "git fetch && git merge origin/main", OUT);
    run("git config submodule.lib.update '!touch ../x'");
    check(&project, "git submodule update --init", OUT);
    check(&project, "git config submodule.lib.update '!touch x'; git submodule update", OUT);
}
