//! Scripts in a `devbox.json`, as `devbox run` runs them.

use std::path::Path;

use shell_syntax::Word;

use super::call::{Call, Config, Spec, many, placed};
use crate::Told;
use crate::text::typed;

const SPEC: Spec = Spec {
    run: &["run"],
    needs_run: true,
    folder: &["-c", "--config"],
    with_value: &["--environment"],
    plain: &["-q", "--quiet", "--pure", "--omit-nix-env", "--recompute"],
    own: "",
};

/// What `devbox run x` runs.
pub(super) fn told(args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(&SPEC, args, folder)?;
    let config = Config::above(&call.folder, &[("devbox.json", "/shell/scripts")])?;
    let shell = config.value.get("shell")?;
    let lines =
        |value| many(value).into_iter().map(|line| line.as_str()).collect::<Option<Vec<_>>>();
    let before = lines(shell.get("init_hook"))?.join("\n");
    let own = lines(Some(shell.get("scripts")?.get(call.name)?))?.join("\n");
    let mut text = String::new();
    if !before.is_empty() {
        text.extend([&*before, "\n"]);
    }
    if !call.args.is_empty() {
        text.extend(["set --", &*typed(call.args), "\n"]);
    }
    text.extend([&*own, "\n"]);
    let text = placed(text, None, config.value.get("env"));
    config.told(text)
}
