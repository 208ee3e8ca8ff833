//! What `commands` finds behind other commands.

use crate::commands;
use crate::notation::check;

#[test]
fn wrappers_are_seen_through() {
    check(
        "sudo -u root -- env -i A=1 \"B=2\" nice -n 5 rm x",
        "sudo -u root -- env -i A=1 B=2 nice -n 5 rm x · ^ env -i A=1 B=2 nice -n 5 rm x · ^ nice -n 5 rm x · ^ rm x",
    );
    check("command -v rm", "command -v rm");
    check("time -o f rm x", "-o f rm x · ^ rm x");
    check(
        "env -S 'A=1 rm -f \"a b\"' x",
        "env -S ‹A=1 rm -f \"a b\"› x · ^ env A=1 rm -f ‹a b› x · ^ rm -f ‹a b› x",
    );
    check(
        "env -S bash -c 'rm x'",
        "env -S bash -c ‹rm x› · ^ env bash -c ‹rm x› · ^ bash -c ‹rm x› · rm x",
    );
    check(
        "find . -name '*.c' -exec rm {} \\; -execdir echo + {} +",
        "find . -name *.c -exec rm {} ; -execdir echo + {} + · ^ rm {} · [?] ^ echo + {}",
    );
    check("fd -x rm {}", "fd -x rm {} · ^ rm {}");
    check("sudo $(a) rm $(b)", "sudo ?$(a) rm ?$(b) · ^ ?$(a) rm ?$(b) · a · ^ rm ?$(b) · b");
    check("sudo \"$WHAT\" x", "sudo ?$WHAT x · ^ ?$WHAT x");
    check("$SUDO $OPTIONS rm x", "?$SUDO ?$OPTIONS rm x · ^ rm x");
    check("\"$@\" rm", "?$@ rm · ^ rm");
    check("{rm,x} y", "?{rm,x} y · ^ rm x y");
    check("sudo", "sudo");
}

/// One a line, each in front of `rm x`.
const WRAPPERS: &str = "\
doas -u a
nohup
/usr/bin/time -o f -p
timeout -s KILL 5
timeout --sig KILL 5
timeout -sKILL --foreground 5
xargs -I{} -n 1
xargs -iE
xargs --max-a 1
command -p
builtin
exec -a a
stdbuf -oL -e 0
setsid -w
ionice -c 2 -n7
chrt -f 10
taskset -c 0
setarch x86_64 -R
flock -w 1 f
busybox
=env
/usr/bin/env
env -u A
env -uA - B=
nice -5
repeat 3
strace -f -o a
unbuffer
pkexec --user a";

#[test]
fn wrappers_take_their_options() {
    for wrapper in WRAPPERS.lines() {
        check(&format!("{wrapper} rm x"), &format!("{wrapper} rm x · ^ rm x"));
    }
}

#[test]
fn scripts_are_read() {
    check("sh -c 'rm x; ls'", "sh -c ‹rm x; ls› · rm x · ls");
    check("bash rm x", "bash rm x");
    check("sh -c \"rm $(a) \\$b\"", "sh -c ?‹rm $(a) $b› · rm ?$(a) ?$b · a");
    check("sh -c '\"$@\"' _ rm x", "sh -c \"$@\" _ rm x · ?$@ · ^ rm x");
    check("sh -c '$0 y' rm", "sh -c ‹$0 y› rm · ?$0 y · ^ y · ^ rm");
    check("sh -c \"$SCRIPT\"", "sh -c ?$SCRIPT · ?$SCRIPT");
    check("eval rm 'x; ls'", "eval rm ‹x; ls› · rm x · ls");
    check("bash <<'E'\nrm x\nE", "bash · rm x");
    check("sudo bash -s a <<E\nrm $(b)\nE", "sudo bash -s a · ^ bash -s a · rm ?$(b) · b");
    check("sh <<< 'rm x'; . /dev/stdin <<< ls", "sh · rm x · . /dev/stdin · ls");
    check("cat <<'E' | bash\nrm x\nE", "cat · bash");
    check("trap 'rm x' EXIT; trap - EXIT", "trap ‹rm x› EXIT · rm x · trap - EXIT");
    check("alias a='rm x'", "alias ‹a=rm x› · [?] rm x");
    check("su - root -c 'rm x'", "su - root -c ‹rm x› · [?] rm x");
    check("flock f -c 'rm x'", "flock f -c ‹rm x› · rm x");
    check("watch -n 1 rm x '| a'", "watch -n 1 rm x ‹| a› · rm x · a");
    check("parallel -j 2 rm {} ::: a b", "parallel -j 2 rm {} ::: a b · rm {}");
}

/// One a line, each in front of a script.
const SHELLS: &str = "\
bash -lc
bash -c -e
bash -ceu
bash -euo pipefail -c
bash --rcfile f -c
bash -rcfile f -c
bash -O extglob +x -c
zsh -fc
/bin/dash -c";

#[test]
fn shells_take_their_options() {
    for shell in SHELLS.lines() {
        check(&format!("{shell} 'rm x'"), &format!("{shell} ‹rm x› · rm x"));
    }
}

#[test]
fn what_sh_and_bash_read_differently_is_refused() {
    for text in ["sh -c '((rm x))'", "sh -c '[[ a || reboot ]]'", "dash <<< \"$'a'\""] {
        let err = commands(text).expect_err(text);
        assert_eq!(err, "a script that sh and bash read differently", "{text}");
    }
}

#[test]
fn what_another_command_runs_has_its_directory() {
    check("sh -c 'cd a && b'; c", "sh -c ‹cd a && b› · cd a · [a] b · c");
    check(
        "eval 'cd a'; builtin cd b; c",
        "eval ‹cd a› · cd a · [a] builtin cd b · [a] ^ cd b · [a/b] c",
    );
    check(
        "cd a; env -C b rm x; sudo --chdir=/c rm y; git -C d e",
        "cd a · [a] env -C b rm x · [a/b] ^ rm x · [a] sudo --chdir=/c rm y · [/c] ^ rm y · [a] git -C d e",
    );
}

/// Wrappers in wrappers are listed up to a bound, which is named.
#[test]
fn wrappers_in_wrappers_are_bounded() {
    for wrapper in ["eval ", "sudo ", "env ", "find -exec ", "xargs ", "time -x ", "sudo env -S "] {
        let found = commands(&format!("{}a", wrapper.repeat(12))).unwrap();
        assert_eq!(found.last().unwrap().program(), Some("a"), "{wrapper}");
        let long = wrapper.repeat(64 * 1024 / wrapper.len());
        for text in [wrapper.repeat(120) + "a", long] {
            let reason = commands(&text).expect_err(wrapper);
            let is_bound = reason.ends_with("too deeply") || reason.starts_with("too much text");
            assert!(is_bound, "{wrapper}: {reason}");
        }
    }
}
