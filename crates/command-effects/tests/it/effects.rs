//! Which files a command changes, and how: one line for each rule of the families.

use command_effects::{Anchor, Change, ChangeKind, Extent};

use crate::effects;

/// Changes as `+path` (written), `-path` (removed), `<path` (moved away), `*path` (a folder is
/// made), `@path` (mode), `&path` (link); with `/**` for a tree, `/...` for what is below, and
/// `[name]` for the entry of a folder. Then `?` for each unresolved one, and `!program` for each
/// program of which nothing is known.
#[track_caller]
fn check(text: &str, expected: &str) {
    let found = effects(text);
    let changes = found.writes.iter().map(show);
    let unresolved = found.unresolved.iter().map(|_| "?".to_owned());
    let unknown = found.unknown.iter().map(|program| format!("!{program}"));
    let shown: Vec<String> = changes.chain(unresolved).chain(unknown).collect();
    assert_eq!(shown.join(" "), expected, "{text}\n{:?}", found.unresolved);
}

fn show(change: &Change) -> String {
    let sign = match change.kind {
        ChangeKind::Write => '+',
        ChangeKind::Remove => '-',
        ChangeKind::MoveFrom => '<',
        ChangeKind::CreateDir => '*',
        ChangeKind::Mode => '@',
        ChangeKind::Link => '&',
    };
    let anchor = match change.anchor {
        Anchor::Start => "",
        Anchor::Home => "~",
        Anchor::WorkTree => "git:",
        Anchor::Project => "$",
        Anchor::Unknown => "?",
    };
    let extent = match change.extent {
        Extent::File => "",
        Extent::Tree => "/**",
        Extent::Below => "/...",
    };
    let entry = change.entry.as_ref().map(|entry| format!("[{entry}]"));
    format!("{sign}{anchor}{}{extent}{}", change.path, entry.unwrap_or_default())
}

#[test]
fn redirections_write() {
    check("echo a > b 2>> c", "+b +c");
    check("> b", "+b");
    check("{ a; } &> b", "+b !a");
    check("cat < a 2>&1 > /dev/null", "");
    check("cat <> a", "+a");
    check("echo > $x", "?");
    check("echo > ~/x", "+~x");
    check("cd d && echo > x > ../y > /z", "+d/x +d/../y +/z");
    check("cd $D; echo > x", "?");
    check("cd $D; echo > /x", "+/x");
    check("echo > >(tee x)", "+x");
}

#[test]
fn operands_are_made_removed_and_marked() {
    check("rm -f a b/c", "-a -b/c");
    check("rm -r a", "-a/**");
    check("rm -- -a", "--a");
    check("rm a/*.b", "-a/...");
    check("rm {a,b}/c", "-./...");
    check("rm \"$x\"", "?");
    check("rmdir a; unlink b; shred -n 3 -u c", "-a -b -c");
    check("touch -d yesterday a", "+a");
    check("mkdir -p -m 700 a/b", "*a/b");
    check("truncate -s 0 a", "+a");
    check("a | tee -a b c", "+b +c !a");
    check("chmod 600 a b", "@a @b");
    check("chmod -R -w a", "@a/**");
    check("chmod -x a", "@a");
    check("chmod --reference=a b", "@b");
    check("chown u:g a", "@a");
    check("dd if=a of=b bs=1", "+b");
    check("mktemp -d", "");
    check("mktemp a/b.XXX", "+a/b.XXX");
    check("TMPDIR=a mktemp", "+a/...");
    check("split -l 3 a b/c", "+b/...");
    check("csplit -f b/c a 1", "+b/...");
    check("mount a b", "?");
}

#[test]
fn copies_arrive() {
    check("cp a b", "+b[a]");
    check("cp a b/", "+b/a");
    check("cp a b c", "+c/a +c/b");
    check("cp -t c a", "+c/a");
    check("cp -T a b", "+b");
    check("cp -r a b", "+b/**[a]");
    check("cp *.x b", "+b/**");
    check("cp \"$x\" b/", "+b/...");
    check("cp a $x", "?");
    check("cp -l a b", "&a &b[a]");
    check("cp -al a b", "&a/** &b/**[a]");
    check("cp a{,.b}", "+./...");
    check("mv a b", "<a/** +b/**[a]");
    check("mv d/a{,.b}", "<d/... +d/...");
    check("mv a", "");
    check("ln -s a b", "&b[a]");
    check("ln -s ../a/b", "&b");
    check("ln a b", "&a &b[a]");
    check("ln -s a b; echo > b/c", "&b[a] +b/c");
    check("install -d a b", "*a *b");
    check("install -m 644 a b", "+b[a]");
    check("rsync -a a/ b/", "+b/**");
    check("rsync -a a h:b", "!rsync");
    check("rsync -n -a a b", "");
    check("scp h:a b", "+b[a]");
}

#[test]
fn filters_write_where_they_are_told() {
    check("sed s/a/b/ c", "");
    check("sed -i s/a/b/ c d", "+c +d");
    check("sed -i.bak s/a/b/ c", "+c +c.bak");
    check("sed -i '' -e s/a/b/ c", "+c");
    check("sed -n 'w a' b", "+a");
    check("sed '1e' b", "?");
    check("perl -pi -e s/a/b/ c", "+c !perl");
    check("perl -i.o -pe s/a/b/ c", "+c +c.o !perl");
    check("ruby -i -pe 1 c", "+c !ruby");
    check("awk -i inplace 1 a", "+a !awk");
    check("awk '{print > \"a\"}' b", "!awk");
    check("awk '$3 > 5 {print $1}' b", "");
    check("sort -o a b", "+a");
    check("sort -uoa b", "+a");
    check("sort --outp=a b", "+a");
    check("O=-o; sort $O a", "+a");
    check("O=$(pwd); sort $O a", "?");
    check("uniq a b", "+b");
    check("xxd -r a b", "+b");
    check("iconv -f x -o a b", "+a");
    check("openssl rand -out a 3", "+a");
    check("yq -i .a=1 b", "+b");
    check("sqlite3 a 'select 1'", "");
    check("sqlite3 a 'delete from t'", "+a");
    check("pwsh -c 'Set-Content a 1; Remove-Item -Path b'", "+a -b ?");
    check("grep -rl x . | xargs sed -i s/x/y/", "? ?");
    check("find a -name b | grep c | xargs rm", "-a/...");
    check("echo a b | xargs rm; printf 'c\\n' | xargs -I{} touch {}", "-a -b +c");
    check("Set-Content -Path a -Value b", "+a");
    check("remove-item a -Recurse", "-a/**");
    check("mix format lib/a.ex", "+lib/a.ex !mix");
    check("mix help format", "!mix");
    check("prettier --write a", "+a/** !prettier");
    check("npx prettier -w a", "+a/** !prettier");
    check("npx other -w a", "!npx !other");
    check("gofmt -l a", "");
    check("cargo fmt", "+./... !cargo");
}

#[test]
fn editors_and_patches_name_their_files() {
    check("ed -s a; vim b", "+a +b !ed !vim");
    check("patch a b", "+a");
    check("patch -p1 <<E\n--- a/x\n+++ b/x\nE", "+x");
    check("patch -p1 < a", "?");
    check("git apply <<'E'\n--- a/x/y\n+++ b/x/y\nE", "+x/y");
    check("git apply a", "?");
    check("apply_patch <<'E'\n*** Begin Patch\n*** Update File: a\nE", "+a");
}

#[test]
fn git_changes_paths_or_the_work_tree() {
    check("git status; git log --oneline; git diff a", "");
    check("git commit -m 'rm a'", "!git commit");
    check("git add a; git push", "!git add !git push");
    check("git checkout -- a b", "+a/** +b/**");
    check("git checkout HEAD a", "+a/**");
    check("git checkout main", "+git:./...");
    check("git checkout -b x", "!git checkout");
    check("git -C d rm a", "-d/a/**");
    check("git -C /d stash", "?");
    check("git stash; git reset --hard; git pull", "+git:./... +git:./... +git:./...");
    check(
        "git stash push -m words; git stash pop; git stash -u",
        "+git:./... +git:./... +git:./...",
    );
    check("git stash push -m words -- a b/c; git stash -- d", "+a/** +b/c/** +d/**");
    check("git stash list; git stash show -p", "");
    check("git stash push --pathspec-from-file=a", "?");
    check("git reset HEAD a; git restore --staged a", "!git reset !git restore");
    check("git mv a b", "<a/** +b/**[a]");
    check("git clean -fd", "-./...");
    check("git clean -n; git rm -n a", "");
    check("git worktree add ../w", "*../w/** !git worktree");
    check("git clone h:a/b.git", "*b/**");
    check("git init a", "*a/.git/**");
    check("git config user.name x", "!git config");
    check("git config --get a.b", "");
    check("git config alias.x '!rm a'", "? !git config");
    check("git config --global a.b c", "+~.gitconfig");
    check("git -c alias.x='!rm a' x", "-a !git x");
    check("git -C d -c alias.x='rm -f' x a", "-a/** !git x");
    check("git rebase -x 'rm a' main", "+git:./... -a");
    check("git submodule foreach 'rm a'; git bisect run rm b", "-a +git:./... -b ?");
    check("git diff --output=a", "+a");
}

#[test]
fn archives_are_made_and_unpacked() {
    check("tar cf a b", "+a");
    check("tar xf a", "+./...");
    check("tar -xf a -C b", "+b/...");
    check("tar xfC a b", "+b/...");
    check("tar tf a; tar xOf a", "");
    check("zip a.zip b", "+a.zip");
    check("unzip a -d b", "+b/...");
    check("unzip -l a", "");
    check("gzip a", "<a +a.gz");
    check("gunzip a.gz", "<a.gz +a");
    check("gzip -c a", "");
    check("cpio -i < a", "?");
    check("curl -o a u", "+a");
    check("curl --output a u", "+a");
    check("curl --output a --output-dir b u", "+b/a");
    check("curl -O --output-dir a u", "+a/...");
    check("curl u", "");
    check("wget u", "+./...");
    check("wget -qO- u; wget -O a u", "+a");
}

#[test]
fn nothing_is_known_of_code() {
    check("python3 -c 'open(\"a\", \"w\")'", "!python3");
    check("python3 -c \"$x\"; python3 -m json.tool a; python3 a.py", "!python3");
    check("a | python3", "? !a !python3");
    check("python3 - <<'E'\nopen('a', 'w')\nE", "!python3");
    check("node -e 'require(\"child_process\").execSync(\"rm a\")'", "-a !node");
    check("python3 -c 'subprocess.run([\"rm\", \"-r\", \"a\"])'", "-a/** !python3");
    check("python3 --version; node -v", "");
}

#[test]
fn what_runs_others_is_followed() {
    check("sudo -u x rm a", "-a");
    check("find a -delete", "-a/**");
    check("find a b -exec rm {} +", "-a/** -b/**");
    check("find a -exec cp {} b/ \\;", "+b/...");
    check("find a -exec grep x {} \\;", "");
    check("fd x a -x rm", "-a/**");
    check("xargs rm", "? ?");
    check("xargs -I% cp % a/", "+a/...");
    check("xargs grep x", "");
    check("xargs sh -c 'rm a'", "-a");
    check("sh -c 'rm a'", "-a");
    check("sh -c \"rm $x\"", "? ?");
    check("a | sh", "? !a");
    check("bash a.sh; . b.sh; ./c.sh", "!bash !. !c.sh");
    check("echo rm b > a.sh; sh a.sh", "+a.sh -b !sh");
    check("jq . b > a.sh; sh a.sh", "+a.sh ? !sh");
    check("$x a", "? !a");
    check("alias ls=rm; ls a", "?");
    check("f() { rm a; }; f", "-a");
    check("GIT_PAGER='rm a' git log", "-a ?");
    check("strace -o a b", "+a !b");
    check("flock a b", "+a !b");
    check("'", "?");
}

#[test]
fn questions_change_nothing() {
    check("npm --version; npm ls --depth=0; pip show x; go version", "");
    check("gh pr view 1; gh run list; docker logs -f a; kubectl get pods -A", "");
    check("gh pr view 1 > a", "+a");
    check("npm install", "!npm");
    check("gh pr merge 1", "!gh");
    check("./npm ls", "!npm");
    check("systemctl stop x", "!systemctl");
}
