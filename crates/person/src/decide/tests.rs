//! Chains of processes as persons and agents have them.

use super::*;
use crate::process::Environment;

/// Who runs below what, this program first. Each line is `USER TERMINAL COMMAND`: the user is
/// `u` (ours), `root`, or `hidden` (ours, but not to be looked at); the terminal is `-`, the
/// number of a pseudo terminal, or `tty`, with a `*` where the process began the session.
/// Variables stand before the command.
fn chain(lines: &str) -> Vec<Process> {
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut chain: Vec<Process> = Vec::new();
    let mut leader = 0;
    for (at, line) in lines.iter().enumerate().rev() {
        let mut words = line.split_whitespace().peekable();
        let (user, terminal) = (words.next().unwrap(), words.next().unwrap());
        let mut environment = Environment::default();
        while let Some(variable) = words.next_if(|word| word.ends_with('=')) {
            match variable.trim_end_matches('=') {
                "TOKEN" => environment.has_token = true,
                "TOOL" => environment.is_of_tool = true,
                mark => environment.mark = crate::known::MARKS.into_iter().find(|it| *it == mark),
            }
        }
        let arguments: Vec<String> = words.map(str::to_owned).collect();
        let pid = if arguments[0] == "init" { 1 } else { 1000 - u32::try_from(at).unwrap() };
        if terminal.ends_with('*') {
            leader = pid;
        }
        chain.insert(
            0,
            Process {
                pid,
                parent: chain.first().map_or(0, |above| above.pid),
                session: if terminal == "-" { 0 } else { leader },
                terminal: match terminal.trim_end_matches('*') {
                    "-" => None,
                    "tty" => Some((4 << 8) | 1),
                    number => Some((136 << 8) | number.parse::<u64>().unwrap()),
                },
                is_ours: user != "root",
                name: arguments[0].rsplit('/').next().unwrap().to_owned(),
                arguments,
                program: None,
                environment: (user == "u").then_some(environment),
            },
        );
    }
    chain
}

fn evidence(lines: &str) -> Evidence {
    let ancestry = Ancestry::Known { chain: chain(lines), is_whole: true, is_in_namespace: false };
    Evidence { token: Token::NotGiven, mark: None, terminal: Terminal::Controlling, ancestry }
}

/// Checks a chain at a terminal, without anything in the program's own environment.
#[track_caller]
fn check(lines: &str, expected: Result<(), Missing>) {
    let expected = expected.map(|()| Proof::Terminal);
    assert_eq!(judge(&evidence(lines)), expected, "{lines}");
}

fn people(name: &str) -> Result<(), Missing> {
    Err(Missing::People(name.to_owned()))
}

fn host(name: &str) -> Result<(), Missing> {
    Err(Missing::Host(name.to_owned()))
}

#[test]
fn a_person_at_a_terminal_passes() {
    // Over ssh: the process with the person's rights cannot be looked at.
    check("u 0 hook\nu 0* -bash\nhidden - sshd:\nroot - sshd:\nroot - sshd\nroot - init", Ok(()));
    // As root, in a container that runs sshd.
    check("u 0 hook\nu 0* -bash\nu - sshd:\nu - sshd\nu - init", Ok(()));
    check("u 0* hook\nhidden - sshd:\nroot - sshd:\nroot - sshd\nroot - init", Ok(()));
    // At a console.
    check("u tty hook\nu tty* -bash\nroot - login\nroot - init", Ok(()));
    check("u tty hook\nu tty* -sh\nroot - init", Ok(()));
    // A terminal emulator, below the person's service manager or a shell that is gone.
    check("u 0 hook\nu 0* zsh\nu - gnome-terminal-server\nu - systemd\nroot - init", Ok(()));
    check("u 0 hook\nu 0* bash\nu - kitty\nroot - init", Ok(()));
    check("u 0 hook\nu 0* bash\nu - python3 /usr/bin/terminator\nroot - init", Ok(()));
    // One that was started from another.
    check("u 1 hook\nu 1* bash\nu 0 alacritty\nu 0* bash\nu - xterm\nroot - init", Ok(()));
    // tmux and screen, which many systems hide from their user.
    check("u 3 hook\nu 3* -zsh\nu - tmux new\nroot - init", Ok(()));
    check("u 3 hook\nu 3* bash\nu - tmux\nu - systemd --user\nroot - init", Ok(()));
    check("u 3 hook\nu 3* bash\nhidden - SCREEN\nroot - init", Ok(()));
    // An editor, here and as a server.
    check(
        "u 2 hook\nu 2* bash --init-file x\nu - code\nu - code\nu - systemd\nroot - init",
        Ok(()),
    );
    let server = "node /h/out/bootstrap-fork --type=ptyHost";
    check(&format!("u 2 hook\nu 2* zsh -il\nu - {server}\nu - sh -c x\nroot - init"), Ok(()));
    check("u 5 hook\nu 5* sh\nu 4 nvim\nu 4* bash\nu - foot\nroot - init", Ok(()));
    // A container: its first process, one beside it, one that is started with the program.
    check("u 0 hook\nu 0* init", Ok(()));
    check("u 0 hook\nu 0* bash", Ok(()));
    check("u 0* init", Ok(()));
    check("u 0 hook\nu 0* bash\nu - tmux\nhidden - init", Ok(()));
    check("u 0 hook\nu 0 bash\nu 0* init", Ok(()));
    // su and sudo, with a terminal of their own and without.
    let login = "root 0* -bash\nroot - sshd:\nroot - init";
    check(&format!("u 0 hook\nu 0 bash\nu 0 su\n{login}"), Ok(()));
    check(&format!("u 1 hook\nu 1 bash\nu 1* sudo -s\nu 0 sudo -s\n{login}"), Ok(()));
    // Who records what is done, at a terminal of their own.
    let own = "u 0 script log\nu 0* bash\nu - xterm\nroot - init";
    check(&format!("u 1 hook\nu 1* bash -i\n{own}"), Ok(()));
    check(&format!("u 1* hook\n{own}"), Ok(()));
    // A script of the person's, from a shell.
    check("u 0 hook\nu 0 bash x.sh\nu 0 make\nu 0* fish\nu - konsole\nroot - init", Ok(()));
}

#[test]
fn an_agent_does_not_pass_whatever_it_clears() {
    // The shell of a tool, with and without a terminal made for it.
    let tool = "u - CLAUDECODE= /bin/bash -c x\nu 0 claude\nu 0* -bash\nu - xterm\nroot - init";
    let mark = Err(Missing::MarkAbove("CLAUDECODE"));
    check(&format!("u 1* hook\nu - script -qec hook log\n{tool}"), mark.clone());
    check(&format!("u 1 hook\nu 1* sh\nu - script\nu - env -i x\n{tool}"), mark);
    // The same where the shell has cleared its marks by being started anew.
    let bare = "u - bash\nu 0 node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js\n\
                u 0* -bash\nu - xterm\nroot - init";
    check(&format!("u 1* hook\nu - script -qec hook log\n{bare}"), host("cli.js"));
    check("u 1* hook\nu - script\nu 0 codex\nu 0* bash\nu - xterm\nroot - init", host("codex"));
    // Orphans with a terminal.
    check("u 1* hook\nu - script -qec hook log\nroot - init", people("script"));
    check("u 1 hook\nu 1* bash\nu - script log\nu - systemd --user\nroot - init", people("script"));
    check("u 1* hook\nu - python3 -c x\nroot - init", people("python3"));
    check("u 1 hook\nu 1* sh\nu - python3 src/x.py\nroot - init", people("python3"));
    check("u 1* hook\nu - expect x\nroot - init", people("expect"));
    check("u 1* hook\nu - zsh -c x\nroot - init", people("zsh"));
    check("u 1* hook\nu - systemd --user\nroot - init", people("systemd"));
    check("u 1 hook\nu 1* bash\nroot - init", Err(Missing::Beginning));
    check("u 1 hook\nu 1 bash\nroot - init", Err(Missing::Beginning));
    check("u 1* hook\nu - tmux new -d hook\nroot - init", Err(Missing::Shell));
    check("u 1 hook\nu 1* sh -c hook;x\nu - tmux\nroot - init", Err(Missing::Shell));
    // A time table.
    check("u 1* hook\nu - script\nu - sh -c x\nroot - cron\nroot - init", people("script"));
    // A server that an agent started keeps the marks of the agent.
    let server = "u 1 hook\nu 1* bash\nu - AI_AGENT= tmux new -d\nroot - init";
    check(server, Err(Missing::MarkAbove("AI_AGENT")));
    // With more rights, the agent is above all the same.
    let sudo = "u 1* hook\nu - sudo\nroot - bash\nroot 0 claude\nroot 0* bash\nroot - init";
    check(sudo, host("claude"));
    // What hides itself and belongs to nobody.
    check("u 1* hook\nhidden - x\nroot - init", Err(Missing::Sight));
    check("u 1* hook\nu - kitty\nhidden - x\nu - systemd\nroot - init", Err(Missing::Sight));
}

#[test]
fn every_single_thing_can_be_missing() {
    const PERSON: &str = "u 0 hook\nu 0* -bash\nu - xterm\nroot - init";
    let known = |is_whole, is_in_namespace| Ancestry::Known {
        chain: chain(PERSON),
        is_whole,
        is_in_namespace,
    };
    let check = |changed: Evidence, missing: Missing| {
        assert_eq!(judge(&changed), Err(missing));
    };
    let person = || evidence(PERSON);
    check(Evidence { mark: Some("AI_AGENT"), ..person() }, Missing::Mark("AI_AGENT"));
    check(Evidence { terminal: Terminal::Missing, ..person() }, Missing::Terminal);
    check(Evidence { terminal: Terminal::Foreign, ..person() }, Missing::OwnTerminal);
    check(Evidence { ancestry: known(false, false), ..person() }, Missing::Sight);
    check(Evidence { ancestry: known(true, true), ..person() }, Missing::Surroundings);
    let unknown = Ancestry::Unknown;
    check(
        Evidence { ancestry: unknown, terminal: Terminal::Foreign, ..person() },
        Missing::Ancestors,
    );
}

#[test]
fn a_token_speaks_for_its_person_unless_the_host_has_it() {
    let check = |lines: &str, token: Token, expected: Result<Proof, Missing>| {
        let terminal = Terminal::Missing;
        let evidence = Evidence { token, mark: Some("AI_AGENT"), terminal, ..evidence(lines) };
        assert_eq!(judge(&evidence), expected, "{lines}");
    };
    let script = "u - TOKEN= hook\nu - TOKEN= sh x.sh\nroot - cron\nroot - init";
    check(script, Token::Right, Ok(Proof::Token));
    check(script, Token::Wrong, Err(Missing::RightToken));
    check(script, Token::Unusable("x".to_owned()), Err(Missing::Token("x".to_owned())));
    check(script, Token::NotGiven, Err(Missing::Mark("AI_AGENT")));
    let tool = "u - TOKEN= hook\nu - CLAUDECODE= TOKEN= bash -c x\nu 0 TOKEN= claude\nroot - init";
    check(tool, Token::Right, Err(Missing::SecretToken));
    let within = "u - TOKEN= hook\nu - CLAUDECODE= bash -c x\nu 0 claude\nroot - init";
    check(within, Token::Right, Ok(Proof::Token));
    // At a terminal of one's own a token that is none does no harm.
    let person = evidence("u 0 hook\nu 0* -bash\nu - xterm\nroot - init");
    assert_eq!(judge(&Evidence { token: Token::Wrong, ..person }), Ok(Proof::Terminal));
}

#[test]
fn an_event_from_the_shell_of_a_tool_is_fed_by_hand() {
    let check = |lines: &str, expected: bool| {
        assert_eq!(is_fed_by_hand(&evidence(lines).ancestry), expected, "{lines}");
    };
    check("u - hook\nu 0 claude\nu 0* bash\nroot - init", false);
    check("u - hook\nu - CLAUDECODE= sh -c hook\nu 0 claude\nu 0* bash\nroot - init", false);
    check("u - hook\nu - TOOL= bash -c x\nu 0 claude\nu 0* bash\nroot - init", true);
    check("u - hook\nu - sh\nu - TOOL= bash -c x\nu 0 node x\nroot - init", true);
    // A host that an agent has started has hooks of its own.
    check("u - hook\nu - claude -p x\nu - TOOL= bash -c x\nu 0 claude\nroot - init", false);
    // What nobody knows may be a host.
    check("u - hook\nu - sh -c hook\nroot - init", false);
    assert!(!is_fed_by_hand(&Ancestry::Unknown));
}
