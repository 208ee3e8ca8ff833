//! Presets: hooks that belong together, and what makes them useful in the first minute.

use clap::error::ErrorKind;

use crate::error::WrongCall;
use crate::fold::folded_below;

/// Hooks that are installed together.
#[derive(Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name that a person types.
    pub name: &'static str,
    /// The hooks.
    pub hooks: &'static [&'static str],
    /// What happens in the first minute, as a clause.
    pub first_minute: &'static str,
    /// The hooks that get the confining shell even if no configuration asks for it yet.
    pub confined: &'static [&'static str],
    /// What a person should know beside.
    pub note: Option<&'static str>,
    /// The commands that are run after the installation, each with the hook that has it.
    pub commands: &'static [(&'static str, &'static str)],
    /// A configuration file that a person may want.
    pub option: Option<ConfigOption>,
    /// The command that shows the preset at work.
    pub trial: &'static str,
}

/// A configuration file that is written if a person says yes.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigOption {
    /// The question, without a question mark.
    pub question: &'static str,
    /// The programs of which one has to be on the path for the question to make sense.
    pub programs: &'static [&'static str],
    /// The hook whose configuration it is.
    pub hook: &'static str,
    /// The file, in the folder of configurations.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All presets.
pub static PRESETS: [Preset; 3] = [
    Preset {
        name: "guard",
        hooks: &["governance-hook", "prompt-detect-hook"],
        first_minute: "the agent has to ask you before `rm -rf ~`, and cannot read `.env`",
        confined: &["governance-hook"],
        note: Some(
            "rules read the text of commands. Add `paths` or `secrets: hide` to \
             .tacklebox/governance.yaml, and on Linux the kernel enforces these too",
        ),
        commands: &[],
        option: Some(ConfigOption {
            question: "Show a desktop notification when an agent waits for you",
            programs: &["notify-send", "osascript"],
            hook: "prompt-detect-hook",
            file: "prompt-detect.yaml",
            text: "version: 1\nsinks: { desktop: true }\n",
        }),
        trial: "tacklebox governance check --command 'rm -rf ~'",
    },
    Preset {
        name: "memory",
        hooks: &["file-context-hook", "subagent-start-hook", "agent-trace-hook"],
        first_minute: "past sessions are imported; an agent that opens a file gets what they said \
                       about it",
        confined: &[],
        note: None,
        commands: &[("file-context-hook", "ingest")],
        option: None,
        trial: "tacklebox file-context status",
    },
    Preset {
        name: "team",
        hooks: &["intent-gate-hook", "agent-trace-hook", "post-edit-hook"],
        first_minute: "you write one intent; the agent chooses it and changes only its files; the steps of post-edit.yaml check each edit",
        confined: &[],
        note: None,
        commands: &[("intent-gate-hook", "init"), ("post-edit-hook", "init")],
        option: None,
        trial: "tacklebox intent-gate status",
    },
];

/// Where the text of the menu begins.
const COLUMN: usize = 10;

/// The answer that leads to the list of hooks.
const CHOOSE: &str = "choose";

/// What a person chose from [`preset_menu`].
#[derive(Debug, PartialEq, Eq)]
pub enum PresetChoice {
    /// A preset.
    Preset(&'static Preset),
    /// Single hooks, which have to be chosen next.
    Hooks,
}

impl Preset {
    /// The preset of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }
}

/// The presets to choose from, each with what happens in the first minute, for a terminal of this
/// width.
pub fn preset_menu(columns: usize) -> String {
    let row = |(number, name, text): (usize, &str, &str)| {
        let line = format!("{number} {name:<7} {text}");
        folded_below(&line, columns, COLUMN, &[]) + "\n"
    };
    let presets = PRESETS.iter().zip(1..);
    let presets = presets.map(|(preset, number)| {
        let hooks = folded_below(
            &format!("{:COLUMN$}{}", "", preset.hooks.join(", ")),
            columns,
            COLUMN,
            &[],
        );
        row((number, preset.name, preset.first_minute)) + &hooks + "\n"
    });
    presets.collect::<String>() + &row((PRESETS.len() + 1, CHOOSE, "single hooks, from a list"))
}

/// What a person means by a number or a name of the menu.
///
/// # Errors
/// If it is neither.
pub fn chosen_preset(answer: &str) -> Result<PresetChoice, WrongCall> {
    let answer = answer.trim();
    let number = answer.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_number = number.and_then(|at| PRESETS.get(at));
    match by_number.or_else(|| Preset::named(answer)) {
        Some(preset) => Ok(PresetChoice::Preset(preset)),
        None if number == Some(PRESETS.len()) || answer == CHOOSE => Ok(PresetChoice::Hooks),
        None => {
            let message = format!("{answer:?} is not in the list: type a number or a name");
            Err(WrongCall { kind: ErrorKind::InvalidValue, message })
        }
    }
}

/// The error if nothing was named and nobody can be asked.
pub fn names_nothing() -> WrongCall {
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let message =
        format!("say what to install: --preset {}, the names of hooks, or --all", names.join("|"));
    WrongCall { kind: ErrorKind::MissingRequiredArgument, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preset_is_chosen_by_its_number_or_its_name() {
        let name = |answer: &str| match chosen_preset(answer) {
            Ok(PresetChoice::Preset(preset)) => preset.name,
            Ok(PresetChoice::Hooks) => "hooks",
            Err(_) => "none",
        };
        for (answer, expected) in [
            ("1\n", "guard"),
            ("memory", "memory"),
            (" 3 ", "team"),
            ("4", "hooks"),
            ("choose", "hooks"),
            ("0", "none"),
            ("5", "none"),
            ("", "none"),
        ] {
            assert_eq!(name(answer), expected, "{answer:?}");
        }
    }
}
