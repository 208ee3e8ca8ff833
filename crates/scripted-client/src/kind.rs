//! How each client is started so that its model is a script, and nothing else is asked of anybody: a row
//! for each.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

/// A client.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// What it is called on a command line.
    pub key: &'static str,
    /// The arguments by which it takes one prompt. `[PROMPT]` stands for that, `[URL]` for where the
    /// model is.
    args: &'static [&'static str],
    /// What has it run every tool.
    freely: &'static [&'static str],
    /// What has it run none that needs a permission, for there is nobody to give it.
    asking: &'static [&'static str],
    /// Its environment. `[URL]` and `[HOME]` are replaced.
    env: &'static [(&'static str, &'static str)],
    /// Files in its home, where they are not there.
    files: &'static [(&'static str, &'static str)],
}

/// Claude Code; see [`Talk`](crate::Talk).
pub const CLAUDE: Kind = Kind {
    key: "claude",
    args: &[],
    freely: &[],
    asking: &[],
    env: &[
        ("CLAUDE_CONFIG_DIR", "[HOME]/.claude"),
        ("ANTHROPIC_BASE_URL", "[URL]"),
        ("ANTHROPIC_API_KEY", "no-key"),
        ("CI", "1"),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"),
        ("CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL", "1"),
        ("DISABLE_AUTOUPDATER", "1"),
        ("DISABLE_ERROR_REPORTING", "1"),
        ("DISABLE_TELEMETRY", "1"),
        ("IS_SANDBOX", "1"),
    ],
    files: &[],
};

/// Codex CLI. A person trusts the folder and each hook once; here a flag does. Only a model that it
/// knows gets its tool for patches.
const CODEX: Kind = Kind {
    key: "codex",
    args: &[
        "exec",
        "--trust",
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        "-c",
        "model_provider=\"scripted\"",
        "-c",
        "model_providers.scripted={name=\"scripted\",base_url=\"[URL]/v1\",env_key=\"SCRIPTED_KEY\",\
         wire_api=\"responses\"}",
        "-m",
        "gpt-5.5",
        "[PROMPT]",
    ],
    freely: &["--dangerously-bypass-approvals-and-sandbox"],
    asking: &["--sandbox", "read-only"],
    env: &[("SCRIPTED_KEY", "no-key")],
    files: &[],
};

const COPILOT: Kind = Kind {
    key: "copilot",
    args: &["-p", "[PROMPT]", "--trust-folder"],
    freely: &["--allow-all-tools"],
    asking: &[],
    env: &[
        ("CI", "1"),
        ("COPILOT_AUTO_UPDATE", "false"),
        ("COPILOT_MODEL", "claude-sonnet-4.5"),
        ("COPILOT_OFFLINE", "true"),
        ("COPILOT_PROVIDER_API_KEY", "no-key"),
        ("COPILOT_PROVIDER_BASE_URL", "[URL]"),
        ("COPILOT_PROVIDER_TYPE", "anthropic"),
    ],
    files: &[],
};

/// Qwen Code. It waits three seconds at its end; why is not known.
const QWEN: Kind = Kind {
    key: "qwen",
    args: &["-p", "[PROMPT]", "--auth-type", "openai"],
    freely: &["--approval-mode", "yolo"],
    asking: &["--approval-mode", "default"],
    env: &[
        ("OPENAI_API_KEY", "no-key"),
        ("OPENAI_BASE_URL", "[URL]/v1"),
        ("OPENAI_MODEL", "scripted"),
        // It would start itself again with other limits of memory.
        ("QWEN_CODE_NO_RELAUNCH", "true"),
        ("QWEN_TELEMETRY_ENABLED", "false"),
    ],
    files: &[(
        ".qwen/settings.json",
        "{\"privacy\": {\"usageStatisticsEnabled\": false},\n \
         \"general\": {\"enableAutoUpdate\": false, \"preventSystemSleep\": false}}\n",
    )],
};

/// Gemini CLI. Where another address of the model is named it wants to be told how it is let in.
const GEMINI: Kind = Kind {
    key: "gemini",
    args: &["-p", "[PROMPT]", "-m", "gemini-2.5-pro"],
    freely: &["--approval-mode", "yolo"],
    asking: &["--approval-mode", "default"],
    env: &[
        ("GEMINI_API_KEY", "no-key"),
        // It would start itself again with other limits of memory.
        ("GEMINI_CLI_NO_RELAUNCH", "true"),
        ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
        ("GEMINI_SANDBOX", "false"),
        ("GEMINI_TELEMETRY_ENABLED", "false"),
        ("GOOGLE_GEMINI_BASE_URL", "[URL]"),
        ("NO_BROWSER", "true"),
    ],
    files: &[(
        ".gemini/settings.json",
        "{\"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\"}},\n \
         \"privacy\": {\"usageStatisticsEnabled\": false},\n \
         \"general\": {\"enableAutoUpdate\": false}}\n",
    )],
};

/// Kimi Code. With one prompt it asks nobody for a permission, whatever is said.
const KIMI: Kind = Kind {
    key: "kimi",
    args: &["-p", "[PROMPT]"],
    freely: &[],
    asking: &[],
    env: &[
        ("KIMI_CODE_NO_AUTO_UPDATE", "1"),
        // It would try three times to tell a server that is not there.
        ("KIMI_DISABLE_TELEMETRY", "1"),
        ("KIMI_MODEL_API_KEY", "no-key"),
        ("KIMI_MODEL_BASE_URL", "[URL]/v1"),
        ("KIMI_MODEL_NAME", "scripted"),
        ("KIMI_MODEL_PROVIDER_TYPE", "openai"),
    ],
    files: &[],
};

/// All clients that can be played.
pub const KINDS: [&Kind; 6] = [&CLAUDE, &CODEX, &COPILOT, &QWEN, &GEMINI, &KIMI];

impl Kind {
    /// The arguments for one prompt.
    pub(crate) fn args(&self, prompt: &str, url: &str, asks: bool) -> Vec<OsString> {
        let of = if asks { self.asking } else { self.freely };
        let filled = |arg: &&str| arg.replace("[URL]", url).replace("[PROMPT]", prompt).into();
        // What a client does with its prompt comes first: `codex exec`.
        let (first, rest) = self.args.split_at(usize::from(!self.args.is_empty()));
        let is_flag = first.first().is_some_and(|first| first.starts_with('-'));
        let (first, rest) = if is_flag { (&[][..], self.args) } else { (first, rest) };
        first.iter().chain(of).chain(rest).map(filled).collect()
    }

    /// Sets its environment.
    pub(crate) fn set(&self, command: &mut Command, home: &Path, url: &str) {
        for (name, value) in self.env {
            let value = match value.strip_prefix("[HOME]/") {
                Some(rest) => home.join(rest).into_os_string(),
                None => value.replace("[URL]", url).into(),
            };
            command.env(name, value);
        }
    }

    /// Writes what its home has to have.
    pub(crate) fn furnish(&self, home: &Path) -> io::Result<()> {
        for (name, content) in self.files {
            let path = home.join(name);
            if !path.exists() {
                path.parent().map_or(Ok(()), fs::create_dir_all)?;
                write(&path, content)?;
            }
        }
        Ok(())
    }
}

#[expect(clippy::disallowed_methods, reason = "the home of a client that is thrown away")]
fn write(path: &Path, content: &str) -> io::Result<()> {
    fs::write(path, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_told_its_prompt_and_where_its_model_is() {
        let check = |kind: &Kind, asks, words: &[&str]| {
            let args = kind.args("go [on]", "http://h:1", asks);
            let args: Vec<String> =
                args.into_iter().map(|arg| arg.into_string().unwrap()).collect();
            let said = args.join(" ");
            assert!(words.iter().all(|word| said.contains(word)), "{said}");
            assert!(!said.contains("[PROMPT]") && !said.contains("[URL]"), "{said}");
            args
        };
        let args = check(&CODEX, false, &["go [on]", "http://h:1/v1", "--dangerously-bypass-app"]);
        assert_eq!(args[0], "exec");
        check(&CODEX, true, &["exec --sandbox read-only"]);
        check(&QWEN, true, &["--approval-mode default", "-p go [on]"]);
        assert!(!check(&COPILOT, true, &["-p"]).contains(&"--allow-all-tools".to_owned()));
    }

    #[test]
    fn what_is_in_a_home_stays() {
        let home = std::env::temp_dir().join(format!("scripted-home-{}", std::process::id()));
        GEMINI.furnish(&home).unwrap();
        let file = home.join(".gemini/settings.json");
        assert!(fs::read_to_string(&file).unwrap().contains("gemini-api-key"));
        write(&file, "{}").unwrap();
        GEMINI.furnish(&home).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "{}");
        fs::remove_dir_all(home).unwrap();
    }
}
