//! The archives: one a target with everything, one for each single hook with what installs it, what
//! they are made of, and their sums.

use anyhow::Result;

use super::tree::Tree;
use super::{Build, Release, SERVER, SHELL, SYNC, sha256};
use crate::registration::ENGINE;

/// All of them, their sums, and what installs them.
///
/// # Errors
/// If one cannot be packed.
pub(super) fn all(release: &Release, builds: &[Build]) -> Result<Tree> {
    let mut archives: Vec<(String, Vec<u8>)> = Vec::new();
    for build in builds {
        archives.push(packed(release, ENGINE, build, build.all())?);
        for offer in &release.single {
            let of_intents = offer.server.iter().flat_map(|_| [SERVER, SYNC]);
            let programs: Vec<&str> =
                [ENGINE, SHELL, &offer.hook].into_iter().chain(of_intents).collect();
            let mut files = build.chosen(&programs);
            files.file("settings.json", offer.template.as_str());
            archives.push(packed(release, &offer.hook, build, files)?);
        }
        let bill = build.bill.clone().into_bytes();
        archives.push((format!("{}.cdx.json", top(release, ENGINE, build)), bill));
    }
    let mut files = Tree::default();
    let sums: Vec<String> =
        archives.iter().map(|(name, bytes)| format!("{}  {name}\n", sha256(bytes))).collect();
    files.file("SHA256SUMS", sums.concat());
    files.file("tacklebox.rb", formula(release, builds, &archives));
    for (name, bytes) in archives {
        files.file(&name, bytes);
    }
    Ok(files)
}

fn packed(release: &Release, name: &str, build: &Build, files: Tree) -> Result<(String, Vec<u8>)> {
    let top = top(release, name, build);
    let mut all = release.licences();
    all.file("README.md", release.readme.as_str());
    all.add(release.completions.clone());
    all.add(files);
    Ok((format!("{top}.tar.gz"), all.archive(&top, release.effort)?))
}

/// The folder in an archive, and the beginning of its name.
pub(super) fn top(release: &Release, name: &str, build: &Build) -> String {
    format!("{name}-v{}-{}", release.version, build.target)
}

/// A formula for Homebrew.
fn formula(release: &Release, builds: &[Build], archives: &[(String, Vec<u8>)]) -> String {
    let Release { version, repository, description, .. } = release;
    let systems = builds.iter().map(|build| {
        let name = format!("{}.tar.gz", top(release, ENGINE, build));
        let known = archives.iter().find(|(known, _)| *known == name);
        let sum = known.map(|(_, bytes)| sha256(bytes)).unwrap_or_default();
        let system = if build.platform.os == "darwin" { "macos" } else { "linux" };
        let cpu = if build.platform.cpu == "x64" { "intel" } else { "arm" };
        format!(
            r#"
  on_{system} do
    on_{cpu} do
      url "{repository}/releases/download/v{version}/{name}"
      sha256 "{sum}"
    end
  end
"#
        )
    });
    let systems: String = systems.collect();
    let programs: Vec<String> =
        release.programs().iter().map(|name| format!("\"{name}\"")).collect();
    let programs = programs.join(", ");
    format!(
        r##"class Tacklebox < Formula
  desc "{description}"
  homepage "{repository}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]
{systems}
  def install
    bin.install {programs}
    bash_completion.install "completions/tacklebox.bash" => "tacklebox"
    zsh_completion.install "completions/_tacklebox"
    fish_completion.install "completions/tacklebox.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/tacklebox --version")
  end
end
"##
    )
}
