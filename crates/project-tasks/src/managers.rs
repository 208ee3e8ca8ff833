//! Tasks that other programs run by name, from a table of a file.

use std::path::Path;

use shell_syntax::Word;

use crate::Told;

mod call;
mod composer;
mod deno;
mod devbox;
mod hatch;
mod pdm;
mod pixi;
mod poe;
mod python;
#[cfg(test)]
mod tests;

/// What a call of one of these programs runs.
pub(crate) fn told(program: &str, args: &[Word], folder: &Path) -> Option<Told> {
    match program {
        "composer" => composer::told(args, folder),
        "deno" => deno::told(args, folder),
        "devbox" => devbox::told(args, folder),
        "hatch" => hatch::told(args, folder),
        "pdm" => pdm::told(args, folder),
        "pixi" => pixi::told(args, folder),
        "poe" => poe::told(args, folder),
        _ => {
            // `poetry run poe x` and its like.
            let [run, poe, args @ ..] = args else { return None };
            (run.text == "run" && poe.text == "poe").then(|| poe::told(args, folder))?
        }
    }
}
