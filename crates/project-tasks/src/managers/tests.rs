//! What calls of these programs run.

use crate::tests::{ask, project};

#[track_caller]
fn check(files: &[(&str, &str)], cases: &[(&str, Option<&str>)]) {
    let folder = project(files);
    for (line, expected) in cases {
        let found = ask(folder.path(), line).map(|(text, ..)| text);
        assert_eq!(found.as_deref(), *expected, "{line}");
    }
}

#[test]
fn scripts_of_composer() {
    let file = r#"{"scripts": {"seed": "php bin/seed", "all": ["@seed --x", "@php a.php", "@composer dump"],
        "dev": ["Composer\\Config::disableProcessTimeout", "App\\Hook::run", "@putenv A=b", "ls"],
        "loop": "@loop", "install": "ls", "odd": [1]}}"#;
    check(
        &[("composer.json", file)],
        &[
            ("composer run seed", Some("(php bin/seed\n)\n")),
            ("composer seed -- --y", Some("(php bin/seed '--y'\n)\n")),
            (
                "composer run-script -n all",
                Some("(php bin/seed '--x'\n)\n(php a.php\n)\n(composer dump\n)\n"),
            ),
            ("composer dev", Some("(\"$not_told\"\n)\nexport A=b\n(ls\n)\n")),
            ("composer install", None),
            ("composer run install", Some("(ls\n)\n")),
            ("composer run-script --list", None),
            ("composer run none", None),
            ("composer run loop", None),
            ("composer run odd", None),
            ("composer -d none seed", None),
        ],
    );
}

#[test]
fn tasks_of_deno() {
    let file = "{\n// c\n\"tasks\": {\"dev\": \"deno run -A 'a//b'\", /* d */\n\"db\": {\"command\": \"ls db\", \
        \"dependencies\": [\"dev\"]}, \"none\": {\"description\": \"x\"},},}";
    check(
        &[("deno.jsonc", file), ("sub/x", "")],
        &[
            ("deno task dev --x", Some("(deno run -A 'a//b' '--x'\n)\n")),
            ("deno task --cwd sub db", Some("(deno run -A 'a//b'\n)\n(ls db\n)\n")),
            ("deno task none", None),
            ("deno task", None),
            ("deno run dev", None),
            ("deno task --eval dev", None),
        ],
    );
}

#[test]
fn scripts_of_devbox() {
    let file = r#"{"env": {"A": "x", "B": "$PWD"}, "shell": {"init_hook": ["ls 0"],
        "scripts": {"one": "ls 1", "many": ["cd a", "rm b"]}}}"#;
    check(
        &[("devbox.json", file)],
        &[
            ("devbox run one", Some("(export A='x'\nexport B=\"$not_told\"\nls 0\nls 1\n)\n")),
            (
                "devbox run many x",
                Some("(export A='x'\nexport B=\"$not_told\"\nls 0\nset -- 'x'\ncd a\nrm b\n)\n"),
            ),
            ("devbox run none", None),
            ("devbox shell", None),
        ],
    );
}

#[test]
fn tasks_of_python_projects() {
    let file = r#"
[tool.poe.tasks]
one = "ls 1"
many = ["one", {cmd = "ls 2"}]
[tool.poe.tasks.shell]
shell = "ls a | rm b"
deps = ["one"]
cwd = "sub"
[tool.poe.tasks.fn]
script = "pkg.mod:main(1)"
[tool.poe.tasks.named]
cmd = "ls $x"
args = ["x"]
[tool.poe.tasks.odd]
switch = []
[tool.pdm.scripts]
_.env = {A = "b"}
one = "ls 1"
pre_two = "ls 0"
two = {shell = "ls 2 {args:all}"}
three = {composite = ["two x", "ls 3"]}
four = {call = "pkg:main"}
[tool.hatch.envs.default.scripts]
base = "ls {root} {args:all}"
[tool.hatch.envs.test]
scripts.run = ["base x", "- ls {env:X:y}", "awk '{print}'"]
"#;
    check(
        &[("pyproject.toml", file)],
        &[
            ("poe one -v", Some("(ls 1 '-v'\n)\n")),
            ("poe -q many", Some("(ls 1\n)\n(ls 2\n)\n")),
            ("poetry run poe shell", Some("(ls 1\n)\n(cd 'sub' && {\n(ls a | rm b\n)\n}\n)\n")),
            ("poe fn", Some("(python3 -c 'from pkg.mod import main\nmain(1)\n'\n)\n")),
            ("poe named 1", Some("(ls $x\n)\n")),
            ("poe odd", None),
            ("poe none", None),
            ("poetry run pytest", None),
            ("pdm run one x", Some("(export A='b'\n(ls 1 'x'\n)\n)\n")),
            ("pdm two", Some("(export A='b'\n(ls 0\n)\n(ls 2 all\n)\n)\n")),
            ("pdm run three", Some("(export A='b'\n(ls 0\n)\n(ls 2 x\n)\n(ls 3\n)\n)\n")),
            (
                "pdm run four",
                Some("(export A='b'\n(python3 -c 'from pkg import main\nmain()\n'\n)\n)\n"),
            ),
            ("pdm install", None),
            ("pdm run pytest", None),
            ("hatch run base", Some("(ls DIR all\n)\n")),
            ("hatch run test:run", Some("(ls DIR x\n)\n(ls ${not_told}\n)\n(awk '{print}'\n)\n")),
            ("hatch -e test run base 1", Some("(ls DIR '1'\n)\n")),
            ("hatch run none:none", None),
            ("hatch build", None),
        ],
    );
}

#[test]
fn tasks_of_pixi() {
    let file = r#"
[tasks]
one = "ls 1"
two = {cmd = ["ls", "a b"], depends-on = ["one"], cwd = "sub", env = {A = "x"}}
all = [{task = "one"}]
named = {cmd = "ls {{ x }}", args = ["x"]}
[feature.test.tasks]
test = "pytest"
"#;
    check(
        &[("pixi.toml", file)],
        &[
            ("pixi run one -v", Some("(ls 1 '-v'\n)\n")),
            (
                "pixi run two",
                Some("(ls 1\n)\n(cd 'sub' && {\nexport A='x'\n('ls' 'a b'\n)\n}\n)\n"),
            ),
            ("pixi run all", Some("(ls 1\n)\n")),
            ("pixi run named 1", Some("(ls ${not_told}\n)\n")),
            ("pixi r -e test test", Some("(pytest\n)\n")),
            ("pixi run python", None),
            ("pixi install", None),
        ],
    );
}
