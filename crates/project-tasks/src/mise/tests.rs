//! What calls of `mise` run.

use crate::tests::{ask, project};

const TASKS: &str = "[env]\n_.path = 'bin'\n[tasks]\nshort = 'ls short'\n[tasks.build]\nrun = ['ls 1', 'ls 2']\n\
    [tasks.deploy]\nalias = 'd'\ndepends = ['build', 'short']\nrun = 'ls {{config_root}} {{arg(name=\"x\")}}'\n\
    dir = '{{config_root}}/sub'\n[tasks.deploy.env]\nA = '{{env.B}}'\nC = '{% if x %}a{% endif %}'\n[tasks.'db:reset']\nrun = '''\n\
    #!/usr/bin/env bash\nrm x\n'''\n[tasks.all]\nrun = [{task = 'short'}, 'ls all']\n[tasks.install]\nrun = 'ls'\n\
    [tasks.node]\nshell = 'node -e'\nrun = 'f()'\n[tasks.block]\nrun = '{% if x %}a{% endif %}'\n\
    [tasks.lost]\ndepends = ['none']\nrun = 'ls'\n[tasks.loop]\ndepends = 'loop'\nrun = 'ls'\n\
    [tasks.filed]\nfile = 'x.sh'\n";

#[test]
fn tasks_are_told() {
    let folder = project(&[
        ("mise.toml", TASKS),
        ("x.sh", "ls x\n"),
        ("mise-tasks/go", "#!/bin/sh\n#MISE depends=['short']\nrm y\n"),
        (".mise/tasks/db/drop.sh", "rm z\n"),
        ("a/b", ""),
    ]);
    let deploy = "(ls 1\n)\n(ls 2\n)\n(ls short\n)\n(cd 'DIR/sub' && {\nexport A=\"${B}\"\nexport C=\"${not_told}\"\n(ls DIR ${not_told}\n)\n}\n)\n";
    for (line, expected) in [
        ("mise run short", Some("(ls short\n)\n")),
        ("mise short -a 'b c'", Some("(ls short '-a' 'b c'\n)\n")),
        ("mise r build -- x", Some("(ls 1\n)\n(ls 2 'x'\n)\n")),
        ("mise tasks run short", Some("(ls short\n)\n")),
        ("mise run deploy", Some(deploy)),
        ("mise d", Some(deploy)),
        ("mise -q run -j 4 short", Some("(ls short\n)\n")),
        ("mise -C a run short", Some("(ls short\n)\n")),
        ("mise run short ::: all", Some("(ls short\n)\n(ls short\n)\n(ls all\n)\n")),
        ("mise run db:reset", Some("bash -c '#!/usr/bin/env bash\nrm x' 'mise'\n")),
        ("mise run filed", Some("bash -c 'ls x\n' 'DIR/x.sh'\n")),
        (
            "mise run go x",
            Some(
                "(ls short\n)\nbash -c '#!/bin/sh\n#MISE depends=['\\''short'\\'']\nrm y\n' 'DIR/mise-tasks/go' 'x'\n",
            ),
        ),
        ("mise run db:drop", Some("bash -c 'rm z\n' 'DIR/.mise/tasks/db/drop.sh'\n")),
        ("mise run install", Some("(ls\n)\n")),
        ("mise run loop", Some("(ls\n)\n")),
        ("mise install", None),
        ("mise run node", None),
        ("mise run block", None),
        ("mise run lost", None),
        ("mise run none", None),
        ("mise run -n short", None),
        ("mise run", None),
        ("mise run $X", None),
        ("mise use node@22", None),
    ] {
        let found = ask(folder.path(), line).map(|(text, ..)| text);
        assert_eq!(found.as_deref(), expected, "{line}");
    }
}
