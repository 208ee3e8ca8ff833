//! What the wall costs a command: `confine-bash -c true` beside `bash -c true`, a row for each layer.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use confine::{LayerChoice, Plan, Plans, Surroundings};
use fastrand::Rng;

use super::input::Input;
use super::rounds::{Block, Contest, Contestant, block, median};
use crate::output;

/// Files in the root of the project, beside its scope: each is a mount.
const FILES: usize = 20;

/// The layers, each with the session whose plan asks for it.
const LAYERS: [(&str, LayerChoice); 3] = [
    ("off", LayerChoice::Off),
    ("landlock", LayerChoice::Landlock),
    ("mounts", LayerChoice::Mounts),
];

/// Measures the shell of a folder of programs.
pub(super) fn run(shell: &Path, blocks: usize, rounds: usize, rng: &mut Rng) -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().canonicalize()?;
    write_plans(&top)?;
    let input = Input::new(String::new(), top.clone());
    output::line(format_args!("\nconfine-bash, in terms of bash\n  layer     ratio   more"))?;
    for (layer, _) in LAYERS {
        let contestant = |program: &Path| {
            let mut command = Command::new(program);
            command.args(["-c", "true"]).current_dir(top.join("project"));
            command.env("TACKLEBOX_STATE_DIR", top.join("state"));
            command.env("CLAUDE_CODE_SESSION_ID", layer).env_remove("TACKLEBOX_CONFINED");
            Contestant { commands: vec![command], input: &input }
        };
        let mut contest = Contest {
            baseline: contestant(Path::new("/bin/bash")),
            candidates: vec![contestant(shell)],
            at_once: 1,
        };
        let blocks: Vec<Block> =
            (0..blocks).map(|_| block(&mut contest, rounds, rng)).collect::<anyhow::Result<_>>()?;
        let middle = |value: fn(&Block) -> f64| {
            let mut values: Vec<f64> = blocks.iter().map(value).collect();
            values.sort_unstable_by(f64::total_cmp);
            median(&values)
        };
        let (ratio, more) = (
            middle(|block| block.ratios.first().copied().unwrap_or_default()),
            middle(|block| block.more_ms),
        );
        output::line(format_args!("  {layer:<8} {ratio:>6.2} {more:>+6.2} ms at the median"))?;
    }
    Ok(())
}

/// A project, and a plan for each layer under the name of the layer.
fn write_plans(top: &Path) -> anyhow::Result<()> {
    let project = top.join("project");
    fs::create_dir_all(project.join("src"))?;
    fs::create_dir_all(top.join("tmp"))?;
    fs::create_dir_all(project.join(".git/hooks"))?;
    File::create(project.join(".git/HEAD"))?;
    for number in 0..FILES {
        File::create(project.join(format!("file-{number}")))?;
    }
    let ours = [top.join("state")];
    let at = Surroundings { project: &project, home: None, ours: &ours, variable: &|_| None };
    for (session, layer) in LAYERS {
        let mut plan = Plan::of_scope(session, &["src/**"], &Plan::default_outputs(), &at);
        // The project itself lies in a temporary folder, which is not what people have.
        plan.temporary = vec![top.join("tmp")];
        plan.layer = layer;
        Plans::new(&top.join("state")).write(session, &plan)?;
    }
    Ok(())
}
