//! What a command may count on: the shell is the shell, the plan is that of its session, and nothing gets out.

use std::fs;
use std::os::unix::fs::chown;
use std::os::unix::process::ExitStatusExt as _;
use std::process::Output;

use confine::{LayerChoice, Network, OnFailure, Plan, Plans, Tickets};

use crate::ground::{Ground, PROGRAM, Way, ways};

fn output(ground: &Ground, line: &str) -> Output {
    ground.command(PROGRAM, &["-c", line]).output().unwrap()
}

fn text(ground: &Ground, line: &str) -> String {
    let output = output(ground, line);
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn with_mounts() -> impl Iterator<Item = Way> {
    ways().into_iter().filter(|way| way.layer == LayerChoice::Mounts)
}

#[test]
fn status_streams_signals_and_folder_are_those_of_bash() {
    for way in ways() {
        let ground = Ground::held(way);
        let ran = output(&ground, "echo out; echo err >&2; exit 7");
        assert_eq!((&*ran.stdout, &*ran.stderr), (&b"out\n"[..], &b"err\n"[..]));
        assert_eq!(ran.status.code(), Some(7));
        assert_eq!(output(&ground, "kill -TERM $$").status.signal(), Some(15));
        // The plain shell would end by SIGPIPE here too.
        assert_eq!(text(&ground, "yes | head -1; echo ${PIPESTATUS[0]}"), "y\n141\n");
        assert_eq!(text(&ground, "cd src && pwd"), format!("{}/p/src\n", ground.top.display()));
        assert_eq!(text(&ground, "echo \"$0 $1\" "), text(&ground, "echo \"$BASH $1\" "));
        let args = ["-c", "-l", "echo \"$1\"", "name", "arg"];
        let ran = ground.command(PROGRAM, &args).output().unwrap();
        assert_eq!(ran.stdout, b"arg\n");
    }
}

#[test]
fn without_a_plan_it_is_the_plain_shell() {
    let Some(way) = ways().into_iter().next() else { return };
    let ground = Ground::new(Some(way));
    assert_eq!(ground.run("echo x > docs/d.md"), Some(0));
}

#[test]
fn a_plan_that_cannot_be_read_leaves_nothing_but_what_is_temporary() {
    for way in ways() {
        let ground = Ground::held(way);
        let file = ground.top.join("state/confine/s.json");
        let text = fs::read_to_string(&file).unwrap();
        fs::File::create(&file).unwrap();
        hook_state::replace(&file, text.get(1..).unwrap().as_bytes()).unwrap();
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
        assert_eq!(ground.run("echo x > src/a.txt"), Some(1), "{way:?} {}", ground.said());
        assert_eq!(ground.run("echo x > $TMPDIR/a"), Some(0), "{way:?} {}", ground.said());
    }
}

/// What a guard that names no scope closes.
fn closed(ground: &Ground, fill_in: impl Fn(&mut Plan)) {
    let project = ground.top.join("p");
    let folder = |name: &str| format!("{}/", project.join(name).display());
    ground.write_as(&Plans::beside("s", confine::GOVERNANCE), |_| {
        let mut plan = Plan {
            session: "s".to_owned(),
            project: project.clone(),
            is_open: true,
            read_only: vec![folder("docs"), folder("src/lib")],
            ..Plan::default()
        };
        fill_in(&mut plan);
        plan
    });
}

fn runs(ground: &Ground, way: Way, lines: &[(&str, i32)]) {
    for (line, expected) in lines {
        assert_eq!(ground.run(line), Some(*expected), "{way:?} {line} {}", ground.said());
    }
}

#[test]
fn what_a_guard_closes_is_closed_where_nothing_else_is() {
    for way in with_mounts() {
        let ground = Ground::new(Some(way));
        closed(&ground, |_| {});
        runs(
            &ground,
            way,
            &[
                ("echo x > docs/d.md", 1),
                ("rm docs/d.md", 1),
                ("mv docs documents", 1),
                ("rm -rf src/lib", 1),
                ("mv src source", 1),
                ("mount -o remount,rw docs || exit 1", 1),
                ("umount docs || unshare -Ur umount docs || exit 1", 1),
                ("echo x > ../state/x", 1),
                ("echo x > README.md && echo x > new && rm -r tests && mv new src/new", 0),
                ("echo x > ../elsewhere/f && echo x > ~/new && git commit -qam x", 0),
            ],
        );
    }
}

#[test]
fn what_a_guard_hides_cannot_be_read() {
    for way in with_mounts() {
        for is_held in [false, true] {
            let ground = if is_held { Ground::held(way) } else { Ground::new(Some(way)) };
            let hidden = ["p/docs", "p/src/a.txt"].map(|name| ground.top.join(name)).to_vec();
            closed(&ground, |plan| {
                plan.read_only.clear();
                plan.hidden.clone_from(&hidden);
            });
            let lines = [
                ("cat docs/d.md", 1),
                ("test -z \"$(ls -A docs)\"", 0),
                ("echo x > docs/new", 1),
                ("test -z \"$(cat src/a.txt)\"", 0),
                ("umount docs || unshare -Ur umount docs || exit 1", 1),
                ("cat README.md", 0),
            ];
            runs(&ground, way, &lines);
        }
    }
}

#[test]
fn of_a_plan_and_what_a_guard_closes_the_stricter_holds() {
    for way in ways() {
        let ground = Ground::held(way);
        closed(&ground, |_| {});
        let lines =
            [("echo x > src/a.txt", 0), ("echo x > src/lib/l.py", 1), ("echo x > docs/d.md", 1)];
        runs(&ground, way, &lines);
    }
    for way in ways() {
        let ground = Ground::held(way);
        closed(&ground, |plan| {
            plan.read_only = vec![format!("{}/", ground.top.join("p").display())];
        });
        let lines = [("echo x > src/a.txt", 1), ("mkdir target", 1), ("git commit -qam x", 0)];
        runs(&ground, way, &lines);
    }
    // Alone it takes mounts: Landlock would close more.
    for way in ways().into_iter().filter(|way| way.layer == LayerChoice::Landlock) {
        let ground = Ground::new(Some(way));
        closed(&ground, |_| {});
        runs(&ground, way, &[("echo x > docs/d.md", 0)]);
    }
}

#[test]
fn what_a_guard_closes_and_cannot_be_read_is_as_the_plan_says_of_failures() {
    for way in ways() {
        for (on_failure, status) in [(OnFailure::Closed, 1), (OnFailure::Open, 0)] {
            let ground = Ground::held(way);
            ground.write(|at| Plan {
                on_failure,
                ..Plan::of_scope("s", &["src/**"], &["build"], at)
            });
            let file = ground.top.join("state/confine/s.governance.json");
            hook_state::replace(&file, b"{").unwrap();
            fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o644))
                .unwrap();
            runs(&ground, way, &[("echo x > src/a.txt", status)]);
            fs::remove_file(ground.top.join("state/confine/s.json")).unwrap();
            runs(&ground, way, &[("echo x > src/a.txt", 1), ("echo x > $TMPDIR/a", 0)]);
        }
    }
}

#[test]
fn a_program_of_a_hook_runs_under_the_plan_and_has_its_copy() {
    for way in ways() {
        let ground = Ground::held(way);
        let copy = ground.top.join("state/copy");
        fs::create_dir(&copy).unwrap();
        chown(&copy, way.user, way.user).unwrap();
        let copies = [copy.as_path()];
        let run = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            let words = confine::wrap(Some(PROGRAM), &copies, words);
            let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
            let ran = ground.command(PROGRAM, &args).output().unwrap();
            (ran.status.code(), String::from_utf8(ran.stdout).unwrap())
        };
        assert_eq!(
            run(&["sh", "-c", "echo \"$1\"; exit 3", "sh", "a b"]),
            (Some(3), "a b\n".into())
        );
        assert_eq!(run(&["./src/../src/none"]).0, Some(126));
        assert_eq!(run(&["no-such-program"]).0, Some(126));
        let file = copy.join("a");
        let lines = ["echo x > src/a.txt", &format!("echo x > {}", file.display())];
        for line in lines {
            assert_eq!(run(&["sh", "-c", line]).0, Some(0), "{way:?} {line}");
        }
        for line in ["echo x > docs/d.md", "echo x > ../state/x", "git commit -qam x"] {
            assert_ne!(run(&["sh", "-c", line]).0, Some(0), "{way:?} {line}");
        }
    }
}

#[test]
fn a_ticket_gives_a_subagent_its_plan_once() {
    for way in ways() {
        let ground = Ground::held(way);
        let name = Plans::name("s", Some("agent"));
        ground.write_as(&name, |at| Plan::without_scope("s", at));
        let line = "echo x > src/a.txt";
        Tickets::new(&ground.top.join("state"), "s").leave(line, &name).unwrap();
        // What another agent does meanwhile is under its own plan.
        assert_eq!(ground.run("echo y > src/a.txt"), Some(0));
        if way.user.is_none() {
            assert_eq!(ground.run(line), Some(1));
            assert_eq!(ground.run(line), Some(0));
        }
    }
}

#[test]
fn the_client_keeps_its_snapshot_and_nothing_else_does() {
    for way in ways() {
        let ground = Ground::new(Some(way));
        ground.write(|at| Plan::without_scope("s", at));
        let folder = ground.top.join("home/.claude/shell-snapshots");
        assert_eq!(
            ground.run(&format!("SNAPSHOT_FILE={0}/a\necho x > {0}/a", folder.display())),
            Some(1)
        );
        fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::chown(&folder, way.user, way.user).unwrap();
        let line = format!("SNAPSHOT_FILE={0}/a\necho x > {0}/a", folder.display());
        assert_eq!(ground.run(&line), Some(0), "{}", ground.said());
        assert_eq!(ground.run(&format!("true; {line}")), Some(1));
        assert_eq!(ground.run("SNAPSHOT_FILE=$HOME/a\necho x > $HOME/a"), Some(1));
    }
}

#[test]
fn a_shell_inside_hands_on() {
    for way in ways() {
        let ground = Ground::held(way);
        let line = format!("'{PROGRAM}' -c 'echo in; echo x > docs/d.md'");
        assert_eq!(ground.run(&line), Some(1));
        assert!(ground.said().starts_with("in\n"), "{}", ground.said());
        // The variable alone opens nothing.
        assert_eq!(
            ground
                .command(PROGRAM, &["-c", "echo x > docs/d.md"])
                .env("TACKLEBOX_CONFINED", "mounts")
                .status()
                .unwrap()
                .code(),
            Some(1)
        );
    }
}

#[test]
fn nobody_gets_out() {
    for way in ways() {
        let ground = Ground::held(way);
        for line in [
            "mount -o remount,rw /",
            "mount --bind src docs",
            "umount docs",
            "unshare -m true",
            "unshare -Ur true",
            "cat /proc/$PPID/environ",
            "ls /proc/1/root/",
            "mknod $TMPDIR/disk b 254 0",
            "echo 1 > /proc/sys/kernel/panic",
            "echo x > ../state/x",
            "mkdir -p .claude && echo x > .claude/settings.json",
        ] {
            assert_ne!(ground.run(line), Some(0), "{way:?} {line} {}", ground.said());
        }
    }
}

#[test]
fn a_closed_network_has_a_loopback_device_alone() {
    for way in with_mounts() {
        let ground = Ground::held(way);
        ground.write(|at| Plan { network: Network::Closed, ..Plan::without_scope("s", at) });
        assert_eq!(text(&ground, "grep -c : /proc/net/dev"), "1\n");
        let serve = "python3 -c \"import socket as s;a=s.create_server(('127.0.0.1',0));s.create_connection(a.getsockname())\"";
        let status = ground.run(serve);
        assert!(matches!(status, Some(0 | 126 | 127)), "{}", ground.said());
    }
}

#[test]
fn a_layer_that_is_not_there_stops_the_command_or_does_not() {
    let Some(way) = with_mounts().last() else { return };
    // Inside of another wall there are no mounts to be had.
    for (on_failure, expected) in [(OnFailure::Closed, Some(126)), (OnFailure::Open, Some(0))] {
        let ground = Ground::held(way);
        ground.write(|at| Plan { on_failure, ..Plan::of_scope("s", &["src/**"], &["build"], at) });
        let line = format!("env -u TACKLEBOX_CONFINED '{PROGRAM}' -c 'echo x > src/a.txt'");
        assert_eq!(ground.run(&line), expected, "{}", ground.said());
    }
}
