//! What the settings of a host never send to a hook.

use claude_settings::handlers;
use coverage::{Hooks, cover};

use crate::project::Project;

/// A matcher that leaves the shell out leaves every command open, whatever the rules say.
#[test]
fn a_matcher_that_leaves_a_tool_out_leaves_it_open() {
    let project = Project::new("paths: [{ glob: src/a.rs, action: block }]\n", None);
    let open = |matcher: &str| {
        let settings = format!(
            r#"{{"hooks":{{"PreToolUse":[{{"matcher":"{matcher}","hooks":
            [{{"type":"command","command":"/bin/governance-hook","args":[]}}]}}]}}}}"#
        );
        let handlers = handlers(&settings);
        let hooks =
            Hooks { hooks: vec![("governance-hook", governance_hook::hook)], handlers: &handlers };
        let covered = cover(&project.ctx(), &hooks, &|_, rule| rule == "paths[0]").unwrap();
        assert!(covered[0].installed);
        let open = covered[0].open.iter().find(|open| open.way.starts_with("cp "));
        open.map(|open| open.lines.clone())
    };
    assert_eq!(open("*"), None);
    assert_eq!(open("Write|Edit|Bash"), None);
    let line = "tacklebox install governance-hook --reset".to_owned();
    assert_eq!(open("Write|Edit"), Some(vec![line]));
}
