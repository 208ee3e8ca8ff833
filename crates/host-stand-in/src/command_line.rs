//! The program that a host starts for an entry of its settings.

use std::path::Path;

/// The program and its arguments: with `args` the command itself, without them a shell. A host fills in
/// the folders of the project and of the plugin; a shell finds them in its environment.
pub fn command_line(
    command: &str,
    args: Option<&[String]>,
    project: &Path,
    plugin: Option<&Path>,
) -> (String, Vec<String>) {
    let Some(args) = args else {
        return ("/bin/sh".to_owned(), vec!["-c".to_owned(), command.to_owned()]);
    };
    let fill = |text: &str| {
        let text = text.replace("${CLAUDE_PROJECT_DIR}", &project.to_string_lossy());
        match plugin {
            Some(root) => text.replace("${CLAUDE_PLUGIN_ROOT}", &root.to_string_lossy()),
            None => text,
        }
    };
    (fill(command), args.iter().map(|arg| fill(arg)).collect())
}
