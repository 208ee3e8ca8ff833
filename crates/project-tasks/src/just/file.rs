//! Reads a justfile: its settings, variables and recipes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::doubts::{self, Doubt};
use crate::marks::{CLOSE, OPEN};
use crate::text::read;

/// So many files are read.
const MAX_FILES: usize = 20;

/// What a justfile says, with those that it imports.
#[derive(Debug, Default)]
pub(super) struct Justfile {
    pub(super) folder: PathBuf,
    /// Values of settings, as they are written.
    pub(super) settings: BTreeMap<String, String>,
    pub(super) variables: BTreeMap<String, Variable>,
    pub(super) recipes: Vec<Recipe>,
    aliases: BTreeMap<String, String>,
    modules: BTreeMap<String, PathBuf>,
    files: usize,
}

/// A variable, whose value is an expression.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) expression: String,
    pub(super) is_exported: bool,
}

/// A recipe.
#[derive(Debug, Default)]
pub(super) struct Recipe {
    pub(super) name: String,
    /// What stands behind its name: parameters, a colon, dependencies.
    pub(super) head: String,
    /// Its lines, without what all of them begin with.
    pub(super) body: Vec<String>,
    pub(super) attributes: Vec<String>,
}

impl Recipe {
    /// What an attribute says behind its name; empty if that is all.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find_map(|attribute| {
            let rest = attribute.strip_prefix(name)?.trim_start();
            rest.is_empty().then_some("").or_else(|| {
                let inside = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                inside.or_else(|| rest.strip_prefix(':')).map(str::trim)
            })
        })
    }

    /// Whether it is one for this machine.
    fn is_here(&self) -> bool {
        let systems = ["windows", "macos", "linux", "openbsd", "freebsd", "netbsd", "android"];
        let is_named = |name: &&str| self.attribute(name).is_some();
        let mut named = systems.iter().copied().filter(is_named).peekable();
        if self.attribute("unix").is_some() {
            return cfg!(unix);
        }
        named.peek().is_none() || named.any(|name| name == std::env::consts::OS)
    }
}

impl Justfile {
    pub(super) fn read(file: &Path) -> Option<Self> {
        let mut found = Self { folder: file.parent()?.to_owned(), ..Self::default() };
        found.import(file)?;
        Some(found)
    }

    /// The recipe of this name.
    pub(super) fn recipe(&self, name: &str) -> Option<&Recipe> {
        let name = self.aliases.get(name).map_or(name, String::as_str);
        self.recipes.iter().find(|recipe| recipe.name == name)
    }

    /// The file of a module.
    pub(super) fn module(&self, name: &str) -> Option<&Path> {
        self.modules.get(name).map(PathBuf::as_path)
    }

    /// Why what is told of it may not be all. A call may name a file of variables, too.
    pub(super) fn doubt(&self, named: Option<&str>) -> Doubt {
        let is_run = |text: &str| text.contains(['`']) || text.contains("shell(");
        let shell = self.settings.get("shell").map_or("", String::as_str);
        let options = shell.trim_matches(['[', ']']).split(',').skip(1);
        let options = options
            .map(|word| word.trim().trim_matches(['"', '\'']))
            .filter(|word| !word.is_empty());
        let of_file = self.settings.iter().filter(|(name, _)| name.starts_with("dotenv-"));
        let of_file: Vec<_> = of_file.map(|(_, value)| unquoted(value).unwrap_or(".env")).collect();
        let mut files = of_file.into_iter().chain(named);
        let hides = |recipe: &Recipe| {
            let is_continued = |line: &String| line.starts_with('#') && line.ends_with('\\');
            recipe.attribute("env").is_some()
                || is_run(&recipe.head)
                || self.setting("ignore-comments") && recipe.body.iter().any(is_continued)
        };
        let mut modules = self.modules.values();
        doubts::of_shell(options)
            .or_else(|| files.find_map(|name| doubts::of_variables(&self.folder.join(name))))
            .or(self.recipes.iter().any(hides).then_some("a recipe runs more than its lines"))
            .or(self
                .variables
                .keys()
                .any(|name| doubts::is_obeyed(name))
                .then_some("it sets a variable that programs obey"))
            .or_else(|| {
                modules
                    .any(|file| read(file).is_none_or(|text| is_run(&text)))
                    .then_some("a module runs commands")
            })
    }

    fn import(&mut self, file: &Path) -> Option<()> {
        self.files += 1;
        let text = read(file).filter(|text| !text.contains([OPEN, CLOSE]))?;
        if self.files > MAX_FILES {
            return None;
        }
        let mut attributes = vec![];
        let mut imports = vec![];
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            let line = line.trim_end();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let whole = whole(line, &mut lines);
            if let Some(inside) = whole.strip_prefix('[') {
                attributes.extend(split(inside.trim_end().trim_end_matches(']')));
                continue;
            }
            let attributes = std::mem::take(&mut attributes);
            if self.item(&whole, file, &mut imports)? {
                continue;
            }
            let mut recipe = recipe(&whole)?;
            recipe.attributes = attributes;
            recipe.body = body(&mut lines);
            let is_known = self.recipes.iter().any(|known| known.name == recipe.name);
            if recipe.is_here() && !is_known {
                self.recipes.push(recipe);
            } else if recipe.is_here() && self.setting("allow-duplicate-recipes") {
                self.recipes.retain(|known| known.name != recipe.name);
                self.recipes.push(recipe);
            }
        }
        for (path, is_needed) in imports {
            if self.import(&path).is_none() && (is_needed || path.exists()) {
                return None;
            }
        }
        Some(())
    }

    /// Whether a setting is on.
    pub(super) fn setting(&self, name: &str) -> bool {
        self.settings.get(name).is_some_and(|value| value != "false")
    }

    /// Takes a line that is no recipe; whether it is one.
    fn item(
        &mut self,
        line: &str,
        file: &Path,
        imports: &mut Vec<(PathBuf, bool)>,
    ) -> Option<bool> {
        let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let rest = rest.trim();
        let folder = file.parent()?;
        match word {
            "set" if !rest.is_empty() => {
                let (name, value) = rest.split_once(":=").unwrap_or((rest, "true"));
                self.settings.insert(name.trim().to_owned(), value.trim().to_owned());
            }
            "alias" if rest.contains(":=") => {
                let (name, value) = rest.split_once(":=")?;
                self.aliases.insert(name.trim().to_owned(), value.trim().to_owned());
            }
            "import" | "import?" => {
                imports.push((folder.join(unquoted(rest)?), word == "import"));
            }
            "mod" | "mod?" if !rest.contains(':') => {
                let (name, path) = rest.split_once(' ').unwrap_or((rest, ""));
                let places = match path.trim() {
                    "" => vec![folder.join(format!("{name}.just")), folder.join(name)],
                    path => vec![folder.join(unquoted(path)?)],
                };
                let names = ["mod.just", "justfile", "Justfile", ".justfile"];
                let inside = |place: &PathBuf| names.map(|name| place.join(name));
                let all = places.iter().flat_map(inside).chain(places.iter().cloned());
                let found = all.into_iter().find(|path| path.is_file());
                self.modules.extend(found.map(|path| (name.to_owned(), path)));
            }
            "unexport" => {}
            _ => {
                let (is_exported, text) = match word {
                    "export" => (true, rest),
                    "eager" | "lazy" => (false, rest),
                    _ => (false, line),
                };
                let Some((name, expression)) = text.split_once(":=") else { return Some(false) };
                let name = name.trim();
                if name.contains([' ', '"', '\'', '=', ':']) {
                    return Some(false);
                }
                let expression = expression.trim().to_owned();
                let variable = Variable { expression, is_exported };
                self.variables.entry(name.to_owned()).or_insert(variable);
            }
        }
        Some(true)
    }
}

/// A line with those that still belong to it.
fn whole<'l>(
    first: &'l str,
    lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>,
) -> String {
    let mut whole = first.to_owned();
    let is_open = |text: &str| {
        let marks = ["'''", "\"\"\"", "```"];
        marks.iter().any(|mark| text.matches(mark).count() % 2 == 1)
    };
    let is_block = first.ends_with(['(', '{']) && first.contains(":=");
    while is_open(&whole) || (is_block && !whole.ends_with(['}', ')'])) || whole.ends_with('\\') {
        let Some(next) = lines.next() else { break };
        if whole.ends_with('\\') && !is_open(&whole) {
            whole.pop();
        } else {
            whole.push('\n');
        }
        whole.push_str(next);
    }
    whole
}

/// The lines of a recipe, without what they begin with.
fn body<'l>(lines: &mut std::iter::Peekable<impl Iterator<Item = &'l str>>) -> Vec<String> {
    let mut found: Vec<&str> = vec![];
    while let Some(line) =
        lines.next_if(|line| line.starts_with([' ', '\t']) || line.trim().is_empty())
    {
        found.push(line);
    }
    while found.last().is_some_and(|line| line.trim().is_empty()) {
        found.pop();
    }
    let first = found.iter().find(|line| !line.trim().is_empty()).copied().unwrap_or("");
    let indent = first.get(..first.len() - first.trim_start().len()).unwrap_or("");
    let cut = |line: &&str| line.strip_prefix(indent).unwrap_or(line.trim_start()).to_owned();
    found.iter().map(cut).collect()
}

/// The name of a recipe, and what stands behind it.
fn recipe(line: &str) -> Option<Recipe> {
    let line = line.strip_prefix('@').unwrap_or(line);
    let end = line.find(|next: char| !(next.is_ascii_alphanumeric() || "_-".contains(next)))?;
    let (name, head) = line.split_at_checked(end)?;
    let is_one = !name.is_empty() && head.contains(':');
    is_one.then(|| Recipe { name: name.to_owned(), head: head.to_owned(), ..Recipe::default() })
}

/// The attributes in brackets, at the commas that stand in no parentheses.
fn split(inside: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut depth = 0;
    for next in inside.chars() {
        match next {
            ',' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if let Some(last) = found.last_mut() {
            last.push(next);
        }
    }
    found.iter().map(|attribute| attribute.trim().to_owned()).collect()
}

/// What stands in quotes, without a comment behind it.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    let text = text.trim();
    let quote = text.chars().next().filter(|next| matches!(next, '"' | '\''))?;
    let behind = text.strip_prefix(quote)?;
    behind.split_once(quote).map(|(inside, _)| inside)
}
