//! What the installer writes: programs, settings, servers, and the versions of them. After each cut
//! the doctor has to find nothing broken, and the next run does the rest.

use super::{Check, Scenario, Step};

/// The operations.
pub(super) const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "hooks that are installed",
        killed: Step::Tool(&INSTALL),
        then: &[EXAMINED, Step::Tool(&INSTALL), EXAMINED],
        checks: &[
            Check::Times("project/.claude/settings.json", "bin/agent-trace-hook", TIMES),
            Check::Times("project/.mcp.json", "bin/intent-mcp", 1),
            Check::Prints(&LIST, "agent-trace-hook          installed"),
        ],
        ..OF_INSTALLER
    },
    Scenario {
        name: "hooks that are installed where nothing is",
        files: PROGRAMS,
        killed: Step::Tool(&INSTALL),
        then: &[EXAMINED, Step::Tool(&INSTALL), EXAMINED, Step::Tool(&UNINSTALL)],
        checks: &[Check::Gone("settings.json"), Check::Gone(".mcp.json"), Check::Gone("*.none")],
        always: &[],
        ..OF_INSTALLER
    },
    Scenario {
        name: "hooks that are taken out",
        before: &[Step::Tool(&INSTALL)],
        killed: Step::Tool(&UNINSTALL),
        then: &[EXAMINED, Step::Tool(&UNINSTALL)],
        checks: &[
            Check::Times("project/.claude/settings.json", "hook", 0),
            Check::Gone("bin/agent-trace-hook"),
            Check::Gone("bin/intent-mcp"),
        ],
        ..OF_INSTALLER
    },
    Scenario {
        name: "hooks that come to run together",
        before: &[Step::Tool(&INSTALL)],
        killed: Step::Tool(&TOGETHER),
        then: &[EXAMINED, Step::Tool(&TOGETHER), EXAMINED],
        checks: &[Check::Times("project/.claude/settings.json", "bin/agent-trace-hook", 0)],
        ..OF_INSTALLER
    },
    Scenario {
        name: "hooks that git is told to leave out",
        files: IN_GIT,
        killed: Step::Tool(&INSTALL_LOCALLY),
        then: &[EXAMINED, Step::Tool(&INSTALL_LOCALLY), EXAMINED],
        checks: &[
            Check::Times(EXCLUDE, "# mine", 1),
            Check::Times(EXCLUDE, "/.claude/settings.local.json", 1),
            Check::Times("project/.claude/settings.local.json", "bin/agent-trace-hook", 2),
        ],
        always: &[],
        ..OF_INSTALLER
    },
    Scenario {
        name: "hooks that git no longer leaves out",
        files: IN_GIT,
        before: &[Step::Tool(&INSTALL_LOCALLY)],
        killed: Step::Tool(&UNINSTALL_LOCALLY),
        then: &[EXAMINED, Step::Tool(&UNINSTALL_LOCALLY)],
        checks: &[
            Check::Times(EXCLUDE, "# mine", 1),
            Check::Times(EXCLUDE, "tacklebox", 0),
            Check::Times(EXCLUDE, "/.claude/settings.local.json", 0),
            Check::Gone("settings.local.json"),
        ],
        always: &[],
        ..OF_INSTALLER
    },
    Scenario {
        name: "a version that comes back",
        before: &[Step::Tool(&INSTALL)],
        killed: Step::Tool(&ROLLBACK),
        then: &[EXAMINED, Step::Tool(&INSTALL), EXAMINED],
        checks: &[Check::Times("project/.claude/settings.json", "bin/agent-trace-hook", TIMES)],
        ..OF_INSTALLER
    },
    Scenario {
        name: "a program that is updated",
        before: &[Step::Tool(&INSTALL)],
        killed: Step::Tool(&UPDATE),
        then: &[EXAMINED, Step::Tool(&UPDATE), EXAMINED],
        checks: &[Check::Times("bin/agent-trace-hook", "# new", 1)],
        ..OF_INSTALLER
    },
];

/// A project with settings of a person, which stay and of which a version is kept.
const OF_INSTALLER: Scenario = Scenario {
    program: "tacklebox",
    is_failed: true,
    files: WITH_SETTINGS,
    always: &[
        Check::Times("project/.claude/settings.json", "Read(.env)", 1),
        Check::Times("project/.mcp.json", "\"mine\"", 1),
        Check::Times("tacklebox-backups/settings.json.1.bak", "Read(.env)", 1),
    ],
    ..Scenario::NOTHING
};

const INSTALL: [&str; 10] = [
    "install",
    "agent-trace-hook",
    "intent-gate-hook",
    "--engine=off",
    "--project=.",
    "--programs=../home/programs",
    "--host-version=2.1.330",
    "--form=exec",
    "--scope=project",
    "--reset",
];
const TOGETHER: [&str; 8] = [
    "install",
    "agent-trace-hook",
    "intent-gate-hook",
    "--engine=on",
    "--scope=project",
    "--project=.",
    "--programs=../home/programs",
    "--host-version=2.1.330",
];
const INSTALL_LOCALLY: [&str; 6] = [
    "install",
    "agent-trace-hook",
    "--project=.",
    "--programs=../home/programs",
    "--host-version=2.1.330",
    "--scope=local",
];
const UNINSTALL_LOCALLY: [&str; 4] = ["uninstall", "--all", "--project=.", "--scope=local"];
const UNINSTALL: [&str; 4] = ["uninstall", "--all", "--project=.", "--scope=project"];
const ROLLBACK: [&str; 5] =
    ["rollback", "--yes", "--scope=project", "--project=.", "--programs=../home/programs"];
const UPDATE: [&str; 3] = ["update", "--project=.", "--programs=../home/new"];
const LIST: [&str; 2] = ["list", "--project=."];

/// In how many commands the settings of a project name a hook: its two entries, and the notice for clones.
const TIMES: usize = 3;

/// Ends well where all hooks protect and no settings name what is not there.
const EXAMINED: Step = Step::Tool(&[
    "doctor",
    "--static",
    "--project=.",
    "--programs=../home/none",
    "--host-version=2.1.330",
]);

/// With the mark of our programs, since `update` replaces no others.
const PROGRAM: &str = "#!/bin/sh\n\
    # \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\ncat > /dev/null\necho hook 0.1.0\n";
const NEW: &str = "#!/bin/sh\n\
    # \u{1d}tacklebox program 7f3c1a52-9d0e-4b86-a1e4-5c2d\u{1d}\ncat > /dev/null\necho hook 0.1.0\n# new\n";

/// Without intents the gate does nothing, which the doctor counts as a fault.
const INTENTS: (&str, &str) = (
    "project/.orchestration/active_intents.yaml",
    "active_intents:\n  - id: INT-001\n    status: IN_PROGRESS\n    owned_scope: [src/**]\n",
);

/// Programs that need no building.
const PROGRAMS: &[(&str, &str)] = &[
    ("home/programs/agent-trace-hook", PROGRAM),
    ("home/programs/intent-gate-hook", PROGRAM),
    ("home/programs/intent-mcp", PROGRAM),
    ("home/programs/tacklebox", PROGRAM),
    ("home/programs/confine-bash", PROGRAM),
    INTENTS,
];

/// What git leaves out of this clone.
const EXCLUDE: &str = "project/.git/info/exclude";

const IN_GIT: &[(&str, &str)] = &[
    ("home/programs/agent-trace-hook", PROGRAM),
    ("home/programs/tacklebox", PROGRAM),
    ("home/programs/confine-bash", PROGRAM),
    (EXCLUDE, "# mine\n*.swp\n"),
];

const WITH_SETTINGS: &[(&str, &str)] = &[
    ("home/programs/agent-trace-hook", PROGRAM),
    ("home/programs/intent-gate-hook", PROGRAM),
    ("home/programs/intent-mcp", PROGRAM),
    ("home/programs/tacklebox", PROGRAM),
    ("home/programs/confine-bash", PROGRAM),
    ("home/new/agent-trace-hook", NEW),
    ("home/new/intent-gate-hook", PROGRAM),
    ("home/new/intent-mcp", PROGRAM),
    INTENTS,
    ("project/.claude/settings.json", "{\n  \"permissions\": {\"deny\": [\"Read(.env)\"]}\n}\n"),
    ("project/.mcp.json", "{\n  \"mcpServers\": {\"mine\": {\"command\": \"x\"}}\n}\n"),
];
