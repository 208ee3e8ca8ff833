//! What calls of `task` run.

use crate::tests::{ask, project};

const HEAD: &str = "version: '3'\n";

/// What is told of a call in a folder with this Taskfile and some files.
#[track_caller]
fn check(taskfile: &str, line: &str, expected: Option<&str>) {
    let folder = project(&[
        ("Taskfile.yml", &format!("{HEAD}{taskfile}")),
        (
            "db/Taskfile.yaml",
            "version: '3'\nvars:\n  D: data\ntasks:\n  reset:\n    cmds:\n      - task: gone\n      \
             - task: :t\n      - drop {{.D}} {{.E}}\n  gone: ls\n  default: ls db\n",
        ),
        ("other/Taskfile.yml", "version: '3'\ntasks:\n  t: ls other\n"),
    ]);
    let found = ask(folder.path(), line).map(|(text, ..)| text);
    assert_eq!(found.as_deref(), expected, "{line}\n{taskfile}");
}

#[test]
fn commands_are_told_behind_those_of_dependencies() {
    let taskfile = "tasks:\n  default:\n    deps: [a, {task: b, vars: {X: 1}}]\n    cmds:\n      - ls 1\n      \
        - defer: ls last\n      - cmd: ls 2\n        silent: true\n      - task: b\n  a: ls a\n  b:\n    \
        aliases: [bb]\n    cmd: ls b {{.X}}\n  many:\n    - ls 1\n    - ls 2\n  loop:\n    deps: [loop]\n    \
        cmds:\n      - ls loop\n";
    let default = "(ls a\n)\n(ls b 1\n)\n(ls 1\n)\n(ls 2\n)\n(ls b ${X}\n)\n(ls last\n)\n";
    for (line, expected) in [
        ("task", Some(default)),
        ("go-task a bb", Some("(ls a\n)\n(ls b ${X}\n)\n")),
        ("task b X=y", Some("(ls b y\n)\n")),
        ("task X=$Y b", Some("(ls b ${not_told}\n)\n")),
        ("task many", Some("(ls 1\n)\n(ls 2\n)\n")),
        ("task loop", Some("(ls loop\n)\n")),
        ("task -s -d other t", Some("(ls other\n)\n")),
        ("task -t other/Taskfile.yml t", Some("(ls other\n)\n")),
        ("task --dry a", None),
        ("task -n a", None),
        ("task --list", None),
        ("task none", None),
        ("task $X", None),
    ] {
        check(taskfile, line, expected);
    }
}

#[test]
fn templates_are_settled_where_the_file_settles_them() {
    for (taskfile, line, expected) in [
        ("vars: {A: x, B: '{{.A}}y'}\ntasks: {t: 'ls {{.B}}'}\n", "task t", "(ls xy\n)\n"),
        ("vars: {A: x}\ntasks: {t: 'ls {{ .A }}'}\n", "task t A=z", "(ls z\n)\n"),
        ("vars: {A: x, B: '{{.A}}y'}\ntasks: {t: 'ls {{.B}}'}\n", "task t A=z", "(ls zy\n)\n"),
        ("vars: {A: {sh: cat x}}\ntasks: {t: 'ls {{.A}}'}\n", "task t", "(ls $(cat x)\n)\n"),
        ("vars: {A: {sh: rm x}}\ntasks: {t: ls}\n", "task t", ": \"$(rm x)\"\n(ls\n)\n"),
        ("vars: {A: [1, 2]}\ntasks: {t: 'ls {{.A}}'}\n", "task t", "(ls ${not_told}\n)\n"),
        ("vars: {A: '{{.A | default \"x\"}}'}\ntasks: {t: 'ls {{.A}}'}\n", "task t", "(ls x\n)\n"),
        (
            "vars: {A: '{{.A | default \"x\"}}'}\ntasks: {t: 'ls {{.A}}'}\n",
            "task t A=y",
            "(ls y\n)\n",
        ),
        (
            "tasks:\n  t:\n    vars: {A: '{{default `x` .A}}'}\n    cmd: ls {{.A}}\n",
            "task t A=y",
            "(ls y\n)\n",
        ),
        ("tasks: {t: \"ls '{{.A}}'\"}\n", "task t", "(ls ''\"${A}\"''\n)\n"),
        ("tasks: {t: 'ls {{.A | upper}}'}\n", "task t", "(ls ${not_told}\n)\n"),
        ("tasks: {t: 'ls {{if .A}}a{{else}}b{{end}} c'}\n", "task t A=1", "(ls a c\n)\n"),
        ("tasks: {t: 'ls {{if .A}}a{{else}}b{{end}} c'}\n", "task t", "(ls ${not_told} c\n)\n"),
        (
            "tasks: {t: 'ls {{if .A}}a{{else if .B}}b{{else}}c{{end}} d'}\n",
            "task t A=1",
            "(ls a d\n)\n",
        ),
        (
            "tasks: {t: 'ls {{if .A}}a{{else if .B}}b{{else}}c{{end}} d'}\n",
            "task t",
            "(ls ${not_told} d\n)\n",
        ),
        ("tasks: {t: 'ls {{range .A}}a{{end}} c'}\n", "task t", "(ls ${not_told} c\n)\n"),
        ("tasks: {t: \"ls '{{`{{.Names}}`}}'\"}\n", "task t", "(ls '{{.Names}}'\n)\n"),
        ("tasks: {t: 'ls {{.CLI_ARGS}}'}\n", "task t -- -a 'b c'", "(ls -a 'b c'\n)\n"),
        ("tasks: {t: 'ls {{.CLI_ARGS}}'}\n", "task t -- $X", "(ls ${not_told}\n)\n"),
        ("tasks: {t: 'ls {{.CLI_ARGS}}'}\n", "task t", "(ls\n)\n"),
        ("tasks: {t: 'ls {{.ROOT_DIR}}/x'}\n", "task t", "(ls DIR/x\n)\n"),
        ("vars: {A: '{{.B}}', B: '{{.A}}'}\ntasks: {t: ls}\n", "task t", "(ls\n)\n"),
    ] {
        check(taskfile, line, Some(expected));
    }
    for taskfile in [
        "vars: {A: '{{.B}}', B: '{{.A}}'}\ntasks: {t: 'ls {{.A}}'}\n",
        "tasks: {t: 'ls {{.A'}\n",
        "tasks: {t: 'ls {{if .A}}'}\n",
        "tasks: [t]\n",
    ] {
        check(taskfile, "task t", None);
    }
}

#[test]
fn folders_environments_and_loops() {
    for (taskfile, line, expected) in [
        (
            "tasks:\n  t:\n    env: {Z: z}\n    cmds: ['ls {{.Z}}']\n",
            "task t",
            Some("(export Z='z'\n(ls ${Z}\n)\n)\n"),
        ),
        (
            "tasks:\n  t:\n    dir: a\n    cmds: [ls]\n",
            "task t",
            Some("(cd 'DIR/a' && {\n(ls\n)\n}\n)\n"),
        ),
        (
            "tasks:\n  t:\n    dir: '{{.A}}'\n    cmds: [ls]\n",
            "task t",
            Some("(cd \"${A}\" && {\n(ls\n)\n}\n)\n"),
        ),
        (
            "env: {A: x}\ntasks:\n  t:\n    env: {B: '{{.A}}y'}\n    cmds: [ls]\n",
            "task t",
            Some("(export A='x'\nexport B='xy'\n(ls\n)\n)\n"),
        ),
        (
            "tasks:\n  t:\n    cmds:\n      - for: [a, b]\n        cmd: rm {{.ITEM}}\n",
            "task t",
            Some("(rm a\n)\n(rm b\n)\n"),
        ),
        (
            "tasks:\n  t:\n    cmds:\n      - for: {var: L, as: X}\n        cmd: rm {{.X}}\n",
            "task t",
            Some("(rm ${not_told}\n)\n"),
        ),
        (
            "tasks:\n  t:\n    preconditions: [test -f x, {sh: which y, msg: z}]\n    cmds: [ls]\n",
            "task t",
            Some("(test -f x\n)\n(which y\n)\n(ls\n)\n"),
        ),
        (
            "tasks:\n  t:\n    cmds:\n      - cmd: del\n        platforms: [windows]\n      - ls\n",
            "task t",
            Some("(ls\n)\n"),
        ),
        (
            "tasks:\n  'go:*':\n    cmd: ls {{index .MATCH 0}}\n",
            "task go:x",
            Some("(ls ${not_told}\n)\n"),
        ),
        ("tasks:\n  t:\n    cmd: |\n      ls a\n      ls b\n", "task t", Some("(ls a\nls b\n)\n")),
    ] {
        check(taskfile, line, expected);
    }
}

#[test]
fn other_files_are_read_too() {
    for (taskfile, line, expected) in [
        (
            "includes: {db: db}\nvars: {E: e}\ntasks: {t: ls t}\n",
            "task db:reset",
            Some("(ls\n)\n(ls t\n)\n(drop data e\n)\n"),
        ),
        (
            "includes: {db: {taskfile: db, vars: {E: x}}}\nvars: {E: e}\ntasks: {t: ls t}\n",
            "task db:reset D=y",
            Some("(ls\n)\n(ls t\n)\n(drop ${not_told} ${not_told}\n)\n"),
        ),
        ("includes: {db: ./db/Taskfile.yaml}\ntasks: {t: ls}\n", "task db", Some("(ls db\n)\n")),
        (
            "includes: {db: {taskfile: db, dir: db}}\ntasks: {t: ls}\n",
            "task db:gone",
            Some("(cd 'DIR/db' && {\n(ls\n)\n}\n)\n"),
        ),
        (
            "includes: {db: {taskfile: db, flatten: true}}\ntasks: {t: ls}\n",
            "task gone",
            Some("(ls\n)\n"),
        ),
        (
            "includes: {db: {taskfile: none, optional: true}}\ntasks: {t: ls}\n",
            "task t",
            Some("(ls\n)\n"),
        ),
    ] {
        check(taskfile, line, expected);
    }
}
