//! Our entries in the files of other hosts: tables of files as people have them, byte for byte, and
//! files that nobody wrote.

use claude_settings::{HostAim, HostArrangement, HostCommand, HostHook};
use hook_protocol::{FileLayout, Unit};

const SECONDS: FileLayout = FileLayout::Groups(Unit::Seconds);
const MILLISECONDS: FileLayout = FileLayout::Groups(Unit::Milliseconds);
pub(crate) const LAYOUTS: [FileLayout; 4] =
    [SECONDS, MILLISECONDS, FileLayout::Flat, FileLayout::Tables];

pub(crate) const HOOKS: [&str; 3] = ["a-hook", "b-hook", "c-hook"];

fn arrangement(layout: FileLayout, aim: HostAim) -> HostArrangement {
    let hook = |hook: &str, events: &[(&str, u32)]| HostHook {
        hook: hook.to_owned(),
        events: events.iter().map(|(event, time)| ((*event).to_owned(), *time)).collect(),
    };
    HostArrangement {
        layout,
        command: HostCommand::at("codex", "/opt/my programs/tacklebox"),
        known: vec![
            hook(HOOKS[0], &[("PreToolUse", 5), ("Stop", 5)]),
            hook(HOOKS[1], &[("PreToolUse", 120)]),
            hook(HOOKS[2], &[("Stop", 5), ("SessionStart", 5)]),
        ],
        aim,
    }
}

fn named(hooks: &[&str]) -> Vec<String> {
    hooks.iter().map(|hook| (*hook).to_owned()).collect()
}

pub(crate) fn enter(
    layout: FileLayout,
    text: Option<&str>,
    hooks: &[&str],
) -> Result<String, String> {
    let done = arrangement(layout, HostAim::Enter(named(hooks))).apply(text);
    done.map(|text| text.expect("a file")).map_err(|err| err.to_string())
}

pub(crate) fn leave(layout: FileLayout, text: &str, hooks: &[&str]) -> Option<String> {
    arrangement(layout, HostAim::Leave(named(hooks))).apply(Some(text)).unwrap()
}

#[track_caller]
fn check_new(layout: FileLayout, expected: &str) {
    let after = enter(layout, None, &["a-hook"]).unwrap();
    assert_eq!(after, expected);
    assert_eq!(leave(layout, &after, &["a-hook"]), None);
}

pub(crate) fn a_new_file_is_as_its_host_wants_it() {
    let line = "'/opt/my programs/tacklebox' run --host codex a-hook";
    let group = |event: &str, time: u32| {
        format!(
            "    \"{event}\": [\n      {{\n        \"hooks\": [\n          {{\n            \
             \"type\": \"command\",\n            \"command\": \"{line}\",\n            \
             \"timeout\": {time}\n          }}\n        ]\n      }}\n    ]"
        )
    };
    for (layout, time) in [(SECONDS, 5), (MILLISECONDS, 5000)] {
        let events = [group("PreToolUse", time), group("Stop", time)].join(",\n");
        check_new(layout, &format!("{{\n  \"hooks\": {{\n{events}\n  }}\n}}\n"));
    }
    let handler = |event: &str| {
        format!(
            "    \"{event}\": [\n      {{\n        \"type\": \"command\",\n        \
             \"bash\": \"{line}\",\n        \"timeoutSec\": 5\n      }}\n    ]"
        )
    };
    let events = [handler("PreToolUse"), handler("Stop")].join(",\n");
    let flat = format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{events}\n  }}\n}}\n");
    check_new(FileLayout::Flat, &flat);
    let table = |event: &str| {
        format!("[[hooks]]\nevent = \"{event}\"\ncommand = \"{line}\"\ntimeout = 5\n")
    };
    check_new(FileLayout::Tables, &[table("PreToolUse"), table("Stop")].join("\n"));
}

/// Files of each layout that are there before.
const GROUPS: &[&str] = &[
    "{}",
    "{}\n",
    "{ }",
    "{\n}\n",
    "\u{feff}{\"a\": 1}",
    "{\"hooks\": {}}",
    "{\"hooks\": {\"PreToolUse\": []}}",
    "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": [\n\t\t]\n\t}\n}\n",
    "{\r\n  \"theme\": \"dark\",\r\n  \"hooks\": {\r\n    \"Stop\": []\r\n  }\r\n}\r\n",
    "{\n    \"theme\": \"dark\"\n}",
    "{\"z\":1,\"hooks\":{\"PreToolUse\":[{\"matcher\":\"Bash\",\"hooks\":[{\"type\":\"command\",\"command\":\"mine\"}]}]},\"a\":2}",
    "{\n  \"hooks\": {\n    \"Other\": [1, 2],\n    \"enabled\": true,\n    \"Stop\": [\n      {\n        \"hooks\": [\n          {\"type\": \"command\", \"command\": \"mine\", \"timeout\": 7}\n        ]\n      }\n    ]\n  },\n  \"x\": [1,  2]\n}\n\n",
    "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"/bin/tacklebox run --host qwen a-hook\"}]}]}}",
];

const TABLES: &[&str] = &[
    "",
    "\n",
    "\n\n",
    "# mine",
    "# mine\n",
    "a = 1",
    "a = 1\n",
    "a = 1\n\n",
    "a = 1\r\n",
    "a = 1\r\nb = 2",
    "\u{feff}a = 1\n",
    "z = 1 # last\n# first\na   =    2\n\n[t]\nx = [1,\n  2, # two\n]\n",
    "[[hooks]]\nevent = \"Stop\"\ncommand = \"mine\"\n",
    "[[hooks]]\nevent = \"Stop\"\ncommand = \"mine\" # theirs",
    "[[hooks]]\nevent = \"Stop\"\ncommand = '''\nmine\n'''\n\n# of the model\n[model.x]\nname = \"y\"",
    "[models.\"a b\"]\nx = \"\"\"\n[[hooks]]\n\"\"\"\n",
    "hooks = []\n[t]\n",
];

pub(crate) fn what_is_there_stays_byte_for_byte() {
    let mut tried = 0;
    for layout in LAYOUTS {
        let files = match layout {
            FileLayout::Tables => TABLES,
            FileLayout::Flat => &["{\"version\":1,\"hooks\":{}}", "{\"hooks\": {\"Stop\": []}}\n"],
            FileLayout::Groups(_) => GROUPS,
        };
        for before in files {
            for hooks in [&HOOKS[..1], &HOOKS[1..], &HOOKS[..]] {
                // An array that is no array of tables takes no table.
                let Ok(after) = enter(layout, Some(before), hooks) else {
                    assert!(before.starts_with("hooks = []"), "{before:?}");
                    continue;
                };
                assert_ne!(after, *before);
                assert_eq!(enter(layout, Some(&after), hooks).unwrap(), after, "{before:?}");
                let kept = arrangement(layout, HostAim::Leave(Vec::new())).hooks_in(&after);
                assert_eq!(kept.unwrap(), hooks, "{before:?}");
                assert_eq!(leave(layout, &after, hooks).as_deref(), Some(*before), "{after}");
                tried += 1;
            }
        }
    }
    assert!(tried > 120, "{tried} round trips");
}

#[track_caller]
fn check_refused(layout: FileLayout, text: &str, place: &str, words: &str) {
    let refused = enter(layout, Some(text), &HOOKS).unwrap_err();
    assert!(refused.starts_with(&format!("{place}: ")), "{text:?}: {refused}");
    assert!(refused.contains(words), "{text:?}: {refused}");
}

pub(crate) fn what_is_not_as_it_should_be_is_refused_with_its_place() {
    for layout in [SECONDS, MILLISECONDS, FileLayout::Flat] {
        for (text, place, words) in [
            ("{\n  // mine\n}", "line 2, column 3", "a comment"),
            ("{\n  \"a\": 1,\n}", "line 2, column 9", "a trailing comma"),
            ("{\"a\": ", "line 1, column 7", "not strict JSON"),
            ("[]", "line 1, column 1", "not a JSON object"),
            ("{\"hooks\": 5}", "line 1, column 11", "`hooks` must be an object"),
            ("{\"hooks\": {},\n\"hooks\": {}}", "line 2, column 1", "more than once"),
            ("{\"hooks\": {\"Stop\": 1}}", "line 1, column 20", "`Stop` must be an array"),
            ("{\"hooks\": {\"Stop\": [],\"Stop\": []}}", "line 1, column 23", "more than once"),
        ] {
            check_refused(layout, text, place, words);
        }
    }
    check_refused(SECONDS, "{\"hooks\": {\"Stop\": [1]}}", "line 1, column 21", "an object");
    let flat = FileLayout::Flat;
    let theirs =
        "{\"version\": 1, \"hooks\": {\"x\": [{\"type\": \"command\", \"bash\": \"mine\"}]}}";
    check_refused(flat, theirs, "line 1, column 32", "only Tacklebox's entries");
    check_refused(flat, "{\"version\": 1}", "line 1, column 1", "only Tacklebox's entries");
    for (text, place, words) in [
        ("a = \n", "line 1, column 5", "not TOML"),
        ("a = 1\na = 2\n", "line 2, column 1", "duplicate key"),
        ("a = 'x\n", "line 1, column 7", "not TOML"),
        ("x = 1\nhooks = []\n", "line 2, column 9", "[[hooks]]"),
        ("[hooks]\nx = 1\n", "line 1, column 1", "[[hooks]]"),
    ] {
        check_refused(FileLayout::Tables, text, place, words);
    }
}

pub(crate) fn what_a_person_adds_to_our_entry_stays() {
    for layout in LAYOUTS {
        let text = enter(layout, None, &["a-hook"]).unwrap();
        let (from, to) = match layout {
            FileLayout::Tables => ("timeout = 5\n", "timeout = 60 # mine\nmatcher = \"Bash\"\n"),
            FileLayout::Flat => ("\"timeoutSec\": 5", "\"timeoutSec\": 60, \"x\": 1"),
            FileLayout::Groups(Unit::Seconds) => ("\"timeout\": 5", "\"timeout\": 60, \"x\": 1"),
            FileLayout::Groups(_) => ("\"timeout\": 5000", "\"timeout\": 60000, \"x\": 1"),
        };
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert_eq!(enter(layout, Some(&changed), &["a-hook"]).unwrap(), changed);
        // A hook that takes longer gets its time, and the rest of the entry stays.
        let longer = enter(layout, Some(&changed), &["b-hook"]).unwrap();
        assert!(longer.contains("a-hook b-hook") && longer.contains("120"), "{longer}");
        assert!(longer.contains(if layout == FileLayout::Tables { "# mine" } else { "\"x\": 1" }));
        let shorter = leave(layout, &longer, &["b-hook"]).unwrap();
        assert!(!shorter.contains("b-hook"), "{shorter}");
        assert_eq!(leave(layout, &shorter, &["a-hook"]), None);
    }
}

pub(crate) fn a_hook_that_nobody_knows_goes_on() {
    for layout in LAYOUTS {
        let text = enter(layout, None, &["a-hook"]).unwrap().replace("a-hook", "a-hook z-hook");
        let more = enter(layout, Some(&text), &["c-hook"]).unwrap();
        assert_eq!(more.matches("z-hook").count(), 2, "{more}");
        let left = leave(layout, &more, &["a-hook", "c-hook"]).unwrap();
        assert_eq!(left.matches(" z-hook").count(), 2, "{left}");
        assert_eq!(leave(layout, &left, &["z-hook"]), None);
    }
}
