//! Scripts in a `package.json`, as npm, pnpm, yarn and bun run them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use shell_syntax::Word;

use crate::Told;
use crate::doubts;
use crate::text::{read, typed};

/// Words that name a script of that name without `run`.
const SHORT: [&str; 6] = ["test", "t", "start", "stop", "restart", "tst"];

/// Options that change nothing of what is run.
const PLAIN: [&str; 8] =
    ["-s", "--silent", "--quiet", "-q", "--if-present", "--no-color", "--reporter", "--stream"];

/// So many folders of workspaces are looked into.
const MAX_WORKSPACES: usize = 200;

/// What `npm run x` and its like run.
pub(crate) fn told(manager: &str, args: &[Word], folder: &Path) -> Option<Told> {
    let call = Call::read(manager, args)?;
    let start = call.folder.as_ref().map_or_else(|| folder.to_owned(), |it| folder.join(it));
    let root = start.ancestors().find(|folder| folder.join("package.json").is_file())?;
    let (texts, place) = match &call.workspace {
        Workspace::Root => (vec![script(root, &call)?], root.to_owned()),
        Workspace::Named(name) => {
            let called = |member: &PathBuf| is_called(member, root, name);
            let mut named = members(root)?.into_iter().filter(called);
            let member = named.next().filter(|_| named.next().is_none())?;
            (vec![script(&member, &call)?], member)
        }
        Workspace::All => {
            let each = |member: PathBuf| {
                let text = script(&member, &call)?;
                Some(format!("(cd {} && {text}\n)", crate::text::quoted(&member.to_string_lossy())))
            };
            (members(root)?.into_iter().filter_map(each).collect(), root.to_owned())
        }
    };
    if texts.is_empty() {
        return None;
    }
    let file = place.join("package.json");
    let text = texts.join("\n");
    let doubt = doubts::of_package(&place, &text);
    Some(Told::new(text, place, file).doubted(doubt))
}

/// Which packages a call is about.
#[derive(Debug)]
enum Workspace {
    Root,
    Named(String),
    All,
}

/// A call of a script.
#[derive(Debug)]
struct Call<'a> {
    folder: Option<String>,
    workspace: Workspace,
    name: String,
    /// What is handed on to the script.
    args: Vec<&'a Word>,
}

impl<'a> Call<'a> {
    fn read(manager: &str, args: &'a [Word]) -> Option<Self> {
        let mut call =
            Self { folder: None, workspace: Workspace::Root, name: String::new(), args: vec![] };
        let mut is_run = false;
        let mut rest = args;
        while let Some((first, behind)) = rest.split_first() {
            if !first.literal {
                return None;
            }
            // npm takes its own options wherever they stand, and the others hand on what stands behind a name.
            let is_named = !call.name.is_empty();
            if is_named && (manager != "npm" || first.text == "--") {
                break;
            }
            rest = behind;
            let (option, value) = match first.text.split_once('=') {
                Some((option, value)) if option.starts_with('-') => (option, Some(value)),
                _ => (first.text.as_str(), None),
            };
            let is_bare = value.is_none();
            let mut value = || {
                if let Some(value) = value {
                    return Some(value.to_owned());
                }
                let (value, behind) = rest.split_first()?;
                rest = behind;
                value.literal.then(|| value.text.clone())
            };
            match option {
                "--prefix" | "--dir" | "--cwd" | "-C" => call.folder = Some(value()?),
                "--workspace" | "-w" if manager == "npm" => call.of(Workspace::Named(value()?))?,
                "--filter" | "-F" if manager != "npm" => call.of(Workspace::Named(value()?))?,
                "--workspaces" | "-ws" if manager == "npm" && is_bare => call.of(Workspace::All)?,
                "-r" | "--recursive" if manager != "npm" && is_bare => call.of(Workspace::All)?,
                "workspace" if manager == "yarn" && !is_run => {
                    call.workspace = Workspace::Named(value()?);
                }
                "run" | "run-script" | "rum" | "urn" if !is_run => is_run = true,
                option if PLAIN.contains(&option) => {}
                option if option.starts_with('-') => return None,
                // What is no option of npm is one word more for the script.
                _ if is_named => call.args.push(first),
                name if is_run || SHORT.contains(&name) || matches!(manager, "yarn" | "pnpm") => {
                    name.clone_into(&mut call.name);
                }
                _ => return None,
            }
        }
        if matches!(&*call.name, "t" | "tst") {
            "test".clone_into(&mut call.name);
        }
        let is_end = |word: &&Word| word.text == "--";
        call.args.extend(rest.iter().skip(usize::from(rest.first().is_some_and(|it| is_end(&it)))));
        (!call.name.is_empty()).then_some(call)
    }
}

impl Call<'_> {
    /// Says which packages it is about; `None` for a second time.
    fn of(&mut self, workspace: Workspace) -> Option<()> {
        matches!(self.workspace, Workspace::Root).then(|| self.workspace = workspace)
    }
}

/// The text of a script of a package, with what runs before and after it.
fn script(package: &Path, call: &Call<'_>) -> Option<String> {
    let manifest = manifest(package)?;
    let scripts = manifest.get("scripts")?;
    let text = |name: &str| scripts.get(name).and_then(Value::as_str);
    let own = text(&call.name)?;
    let own = format!("{own}{}", typed(call.args.iter().copied()));
    let before = text(&format!("pre{}", call.name));
    let after = text(&format!("post{}", call.name));
    let all = before.into_iter().chain([own.as_str()]).chain(after);
    Some(all.collect::<Vec<_>>().join("\n"))
}

fn manifest(package: &Path) -> Option<Value> {
    serde_json::from_str(&read(&package.join("package.json"))?).ok()
}

/// The folders of the packages of a workspace; `None` if a pattern says more than all in one folder.
fn members(root: &Path) -> Option<Vec<PathBuf>> {
    let patterns = of_npm(root).or_else(|| of_pnpm(root)).unwrap_or_default();
    let mut found = vec![];
    for pattern in patterns {
        let above = pattern.strip_suffix("/*");
        if above.unwrap_or(&pattern).contains(['*', '?', '[', '{', '!', '(']) {
            return None;
        }
        let Some(above) = above else {
            found.push(root.join(pattern));
            continue;
        };
        let entries = fs::read_dir(root.join(above)).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| entry.path()));
    }
    found.sort();
    found.retain(|folder| folder.join("package.json").is_file());
    (found.len() <= MAX_WORKSPACES).then_some(found)
}

fn of_npm(root: &Path) -> Option<Vec<String>> {
    let manifest = manifest(root)?;
    let named = manifest.get("workspaces")?;
    let list = named.get("packages").unwrap_or(named).as_array()?;
    Some(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn of_pnpm(root: &Path) -> Option<Vec<String>> {
    let source = hook_config::read(&root.join("pnpm-workspace.yaml")).ok()?;
    let value: Value = source.parse().ok()?;
    let list = value.get("packages")?.as_array()?;
    Some(list.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

/// Whether a package has this name, or lies there.
fn is_called(member: &Path, root: &Path, name: &str) -> bool {
    member.starts_with(root.join(name))
        || manifest(member).is_some_and(|it| it.get("name").and_then(Value::as_str) == Some(name))
}
