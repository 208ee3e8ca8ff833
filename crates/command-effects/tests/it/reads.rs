//! Which files a command reads.

use command_effects::{Anchor, Extent};

use crate::effects;

/// Files with `/**` for a tree, `/...` for what is below, and `~` for the home folder.
#[track_caller]
fn check(text: &str, expected: &str) {
    let found = effects(text);
    let shown = found.reads.iter().map(|read| {
        let home = if read.anchor == Anchor::Home { "~" } else { "" };
        let extent = match read.extent {
            Extent::File => "",
            Extent::Tree => "/**",
            Extent::Below => "/...",
        };
        format!("{home}{}{extent}", read.path)
    });
    assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{text}");
}

#[test]
fn files_are_printed_and_searched() {
    check("cat a b/c", "a b/c");
    check("cat < a", "a");
    check("cat - a", "a");
    check("cd d && cat a ../b ~/c", "d/a d/../b ~c");
    check("cat src/*.rs", "src/...");
    check("cat $x \"$(b)\"", "");
    check("head -n 5 a; tail -n5 b; wc -l c", "a b c");
    check("grep x a b", "a b");
    check("grep -e x a; grep -f p a", "a p a");
    check("grep -rn x src", "src/**");
    check("grep -rn x", "./**");
    check("rg x; rg x src; rg -n -e x src", "./** src/** src/**");
    check("jq .a b.json; jq -f p b.json", "b.json p b.json");
    check("sudo cat a | sort - b", "a b");
    check("ls a; echo b; test -f c", "");
}

#[test]
fn files_are_filtered_and_compared() {
    check("sed s/a/b/ c d; sed -n -e 1p c", "c d c");
    check("sed -i s/a/b/ c", "c");
    check("sed 'r a' b", "a b");
    check("awk '{print}' a b; awk -f p a", "a b p a");
    check("sort -o x a b; uniq a b", "a b a");
    check("diff -r a b; cmp a b", "a/** b/** a b");
    check("sqlite3 a.db 'select 1'", "a.db");
    check("perl -ne print a; perl -pi -e s/a/b/ c", "a c c");
}

#[test]
fn files_are_copied_and_packed() {
    check("cp a b; cp -r a b c; cp -t c a", "a a/** b/** a");
    check("mv a b; rm a", "");
    check("install -m 644 a b; install -d c", "a");
    check("rsync -a a/ h:b; scp h:a b; scp a h:b", "a/** a");
    check("tar cf x a b; tar xf y; tar tf z", "a/** b/** y z");
    check("zip x a; unzip y; gzip z; zcat w", "a y z w");
    check("dd if=a of=b", "a");
    check("split -l 3 a b", "a");
    check("patch -p1 < a; git apply b", "a b");
}

#[test]
fn scripts_are_read() {
    check("bash a.sh; . b.sh; python3 c.py", "a.sh b.sh c.py");
    check("xargs cat", "");
    check("python3 -c 'print(open(\".env\").read())'; node -p 'f(`a/b.ts`)'", ".env a/b.ts");
    check("find a -name x -exec cat {} +", "a/...");
    check("find a -newer x -exec cat {} +", "a/**");
    check("curl -T a u; wget --post-file=b u", "a b");
}
