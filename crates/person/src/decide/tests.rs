//! Chains of processes as persons and agents have them.

use super::*;
use crate::process::Environment;

/// Who runs below what, this program first. Variables stand before the command.
fn chain(lines: &str) -> Vec<Process> {
    let process = |(at, line): (usize, &str)| {
        let mut words = line.split_whitespace().peekable();
        let mut environment = Environment::default();
        while let Some(variable) = words.next_if(|word| word.ends_with('=')) {
            match variable.trim_end_matches('=') {
                "TOKEN" => environment.has_token = true,
                "TOOL" => environment.is_of_tool = true,
                mark => {
                    environment.mark =
                        crate::program_names::MARKS.into_iter().find(|it| *it == mark);
                }
            }
        }
        let arguments: Vec<String> = words.map(str::to_owned).collect();
        Process {
            pid: 1000 - u32::try_from(at).unwrap(),
            name: arguments[0].rsplit('/').next().unwrap().to_owned(),
            arguments,
            environment: Some(environment),
            ..Process::default()
        }
    };
    lines.lines().enumerate().map(process).collect()
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

#[test]
fn a_person_at_a_terminal_passes() {
    check("hook\n-bash\nsshd:\ninit", Ok(()));
    check("hook\nzsh\ntmux new\nsystemd --user\ninit", Ok(()));
    check("hook\nbash x.sh\nmake\nfish\nkonsole\ninit", Ok(()));
    check("hook", Ok(()));
}

#[test]
fn an_agent_does_not_pass_whatever_it_clears() {
    let host = |name: &str| Err(Missing::Host(name.to_owned()));
    let mark = Err(Missing::MarkAbove("CLAUDECODE"));
    let tool = "CLAUDECODE= /bin/bash -c x\nclaude\n-bash\nxterm\ninit";
    check(&format!("hook\nscript -qec hook log\n{tool}"), mark.clone());
    check(&format!("hook\nsh\nscript\nenv -i x\n{tool}"), mark);
    let bare = "bash\nnode /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js\n-bash\ninit";
    check(&format!("hook\nscript -qec hook log\n{bare}"), host("cli.js"));
    check("hook\nscript\ncodex\nbash\nxterm\ninit", host("codex"));
    check("hook\nsudo\nbash\nclaude\nbash\ninit", host("claude"));
    // A server that an agent started keeps the marks of the agent.
    check("hook\nbash\nAI_AGENT= tmux new -d\ninit", Err(Missing::MarkAbove("AI_AGENT")));
}

#[test]
fn every_single_thing_can_be_missing() {
    const PERSON: &str = "hook\n-bash\nxterm\ninit";
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
    // Where the system shows no processes, a terminal is enough.
    let unseen = || Evidence { ancestry: Ancestry::Unknown, ..person() };
    check(Evidence { terminal: Terminal::Missing, ..unseen() }, Missing::Terminal);
    check(Evidence { mark: Some("AI_AGENT"), ..unseen() }, Missing::Mark("AI_AGENT"));
    let unseen = Evidence { terminal: Terminal::Foreign, ..unseen() };
    assert_eq!(judge(&unseen), Ok(Proof::Terminal));
}

#[test]
fn a_token_speaks_for_its_person_unless_the_host_has_it() {
    let check = |lines: &str, token: Token, expected: Result<Proof, Missing>| {
        let terminal = Terminal::Missing;
        let evidence = Evidence { token, mark: Some("AI_AGENT"), terminal, ..evidence(lines) };
        assert_eq!(judge(&evidence), expected, "{lines}");
    };
    let script = "TOKEN= hook\nTOKEN= sh x.sh\ncron\ninit";
    check(script, Token::Right, Ok(Proof::Token));
    check(script, Token::Wrong, Err(Missing::RightToken));
    check(script, Token::Unusable("x".to_owned()), Err(Missing::Token("x".to_owned())));
    check(script, Token::NotGiven, Err(Missing::Mark("AI_AGENT")));
    let tool = "TOKEN= hook\nCLAUDECODE= TOKEN= bash -c x\nTOKEN= claude\ninit";
    check(tool, Token::Right, Err(Missing::SecretToken));
    let within = "TOKEN= hook\nCLAUDECODE= bash -c x\nclaude\ninit";
    check(within, Token::Right, Ok(Proof::Token));
    // At a terminal of one's own a token that is none does no harm.
    let person = evidence("hook\n-bash\nxterm\ninit");
    assert_eq!(judge(&Evidence { token: Token::Wrong, ..person }), Ok(Proof::Terminal));
}

#[test]
fn an_event_from_the_shell_of_a_tool_is_fed_by_hand() {
    let check = |lines: &str, expected: bool| {
        assert_eq!(is_fed_by_hand(&evidence(lines).ancestry), expected, "{lines}");
    };
    check("hook\nclaude\nbash\ninit", false);
    check("hook\nCLAUDECODE= sh -c hook\nclaude\nbash\ninit", false);
    check("hook\nTOOL= bash -c x\nclaude\nbash\ninit", true);
    check("hook\nsh\nTOOL= bash -c x\nnode x\ninit", true);
    // A host that an agent has started has hooks of its own.
    check("hook\nclaude -p x\nTOOL= bash -c x\nclaude\ninit", false);
    // What nobody knows may be a host.
    check("hook\nsh -c hook\ninit", false);
    assert!(!is_fed_by_hand(&Ancestry::Unknown));
}

#[test]
fn an_agent_is_seen_without_a_terminal() {
    let seen = |lines| {
        let evidence = Evidence { terminal: Terminal::Missing, ..evidence(lines) };
        agent(&evidence)
    };
    assert_eq!(seen("hook\nbash\nclaude\ninit"), Some(Missing::Host("claude".to_owned())));
    assert_eq!(seen("hook\nsh\ncron\ninit"), None);
}
