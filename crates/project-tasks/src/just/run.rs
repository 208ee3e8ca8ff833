//! What runs for the words of a call of `just`.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::expression::{Reader, Scope, interpolated};
use super::file::{Justfile, Recipe, unquoted};
use crate::marks::{self, OPEN, UNSETTLED};
use crate::text::{below, quoted};

/// So many recipes run.
const MAX_RECIPES: usize = 200;

/// So long may the text become, in bytes: what [`shell_syntax::commands`] takes.
const MAX_TEXT: usize = 64 * 1024;

/// So much is put together, in bytes.
const MAX_EXPANDED: usize = 512 * 1024;

/// A call: where it runs, and what it gives.
#[derive(Debug)]
pub(super) struct Call<'c> {
    /// Where the words are typed.
    pub(super) started: &'c Path,
    /// The folder of the file that is asked, or the one that an option names.
    pub(super) base: &'c Path,
    /// Variables that the call sets.
    pub(super) given: &'c BTreeMap<String, String>,
    /// Names of recipes and their arguments.
    pub(super) words: &'c [String],
}

/// The text for bash of what a call runs.
pub(super) fn text(file: &Justfile, call: &Call<'_>) -> Option<String> {
    let left = Cell::new(MAX_EXPANDED);
    let mut run = Run { call, root: file, seen: BTreeSet::new(), left: &left };
    let mut body = String::new();
    let mut words = call.words;
    if words.is_empty() {
        let first = file.recipes.iter().find(|recipe| recipe.attribute("default").is_some());
        body = run.recipe(file, first.or(file.recipes.first())?, &[], 0)?;
    }
    while let Some((first, behind)) = words.split_first() {
        let (text, rest) = run.words(file, first, behind, 0)?;
        body.push_str(&text);
        words = rest;
    }
    let mut text = String::new();
    for command in run.ran(file) {
        if !body.contains(&command) && !text.contains(&command) {
            text.extend([": \"", &command, "\"\n"]);
        }
    }
    text.push_str(&body);
    (text.len() <= MAX_TEXT).then_some(text)
}

struct Run<'r> {
    call: &'r Call<'r>,
    root: &'r Justfile,
    seen: BTreeSet<(PathBuf, String, Vec<String>)>,
    left: &'r Cell<usize>,
}

/// The names that count in a recipe.
struct Names<'n> {
    run: &'n Run<'n>,
    file: &'n Justfile,
    parameters: &'n [Parameter],
}

#[derive(Debug)]
struct Parameter {
    name: String,
    value: String,
    is_exported: bool,
}

impl Scope for Names<'_> {
    fn value(&self, name: &str, depth: usize) -> Option<String> {
        if let Some(found) = self.parameters.iter().find(|parameter| parameter.name == name) {
            return Some(found.value.clone());
        }
        let is_root = std::ptr::eq(self.file, self.run.root);
        if let Some(given) = self.run.call.given.get(name).filter(|_| is_root) {
            return Some(given.clone());
        }
        if let Some(variable) = self.file.variables.get(name) {
            let of_file = Names { run: self.run, file: self.file, parameters: &[] };
            return Reader::new(&variable.expression, &of_file, depth).expression();
        }
        // Constants are escapes for colours and the like.
        let is_constant = name.chars().all(|next| next.is_ascii_uppercase() || next == '_');
        is_constant.then(|| UNSETTLED.to_owned())
    }

    fn folder(&self) -> &Path {
        &self.run.root.folder
    }

    fn started_in(&self) -> &Path {
        self.run.call.started
    }

    fn left(&self) -> &Cell<usize> {
        self.run.left
    }
}

impl Run<'_> {
    /// What the first of some words runs, and the words that it does not take.
    fn words<'w>(
        &mut self,
        file: &Justfile,
        first: &str,
        behind: &'w [String],
        depth: usize,
    ) -> Option<(String, &'w [String])> {
        if let Some((module, rest)) = first.split_once("::") {
            return self.words(&module_of(file, module, depth)?, rest, behind, depth + 1);
        }
        let Some(recipe) = file.recipe(first) else {
            let module = module_of(file, first, depth)?;
            let Some((first, behind)) = behind.split_first() else {
                let text = self.recipe(&module, module.recipes.first()?, &[], 0)?;
                return Some((text, &[]));
            };
            return self.words(&module, first, behind, depth + 1);
        };
        let most = signature(recipe, self, file, &[])?.most.unwrap_or(usize::MAX);
        let (args, rest) = behind.split_at_checked(most.min(behind.len()))?;
        Some((self.recipe(file, recipe, args, 0)?, rest))
    }

    /// What a recipe runs, with its dependencies.
    fn recipe(
        &mut self,
        file: &Justfile,
        recipe: &Recipe,
        args: &[String],
        depth: usize,
    ) -> Option<String> {
        let key = (file.folder.clone(), recipe.name.clone(), args.to_owned());
        if !self.seen.insert(key) {
            return Some(String::new());
        }
        if self.seen.len() > MAX_RECIPES || depth > MAX_RECIPES || recipe.attribute("arg").is_some()
        {
            return None;
        }
        let signature = signature(recipe, self, file, args)?;
        let parameters = signature.parameters?;
        let mut before = String::new();
        let mut after = String::new();
        let mut rest = signature.dependencies;
        let mut is_later = false;
        loop {
            rest = rest.trim_start();
            if let Some(behind) = rest.strip_prefix("&&") {
                is_later = true;
                rest = behind;
                continue;
            }
            if rest.is_empty() || rest.starts_with('#') {
                break;
            }
            let (name, args, behind) = self.dependency(file, &parameters, rest)?;
            rest = behind;
            let (text, left) = self.words(file, &name, &args, depth + 1)?;
            left.is_empty().then_some(())?;
            if is_later { &mut after } else { &mut before }.push_str(&text);
        }
        Some(before + &self.body(file, recipe, &parameters, args)? + &after)
    }

    /// The name and the arguments of a dependency at the beginning of a text, and what stands behind it.
    fn dependency<'t>(
        &self,
        file: &Justfile,
        parameters: &[Parameter],
        text: &'t str,
    ) -> Option<(String, Vec<String>, &'t str)> {
        let names = Names { run: self, file, parameters };
        let mut reader = Reader::new(text, &names, 0);
        let has_args = reader.take("(");
        let mut name = reader.name()?.to_owned();
        while reader.take("::") {
            name = format!("{name}::{}", reader.name()?);
        }
        let mut args = vec![];
        while has_args && !reader.take(")") {
            args.push(reader.expression()?);
        }
        Some((name, args, reader.rest))
    }

    /// What the lines of a recipe run.
    fn body(
        &self,
        file: &Justfile,
        recipe: &Recipe,
        parameters: &[Parameter],
        args: &[String],
    ) -> Option<String> {
        let names = Names { run: self, file, parameters };
        let is_positional = file.setting("positional-arguments")
            || recipe.attribute("positional-arguments").is_some();
        let args = args.iter().fold(String::new(), |text, arg| text + " " + &marks::word(arg));
        let args = if is_positional { args } else { String::new() };
        let first = recipe.body.first().map_or("", String::as_str);
        let lines = if first.starts_with("#!") || recipe.attribute("script").is_some() {
            let text = recipe.body.join("\n") + "\n";
            let start = match recipe.attribute("script") {
                Some("") if !first.starts_with("#!") => "#!/bin/sh\n".to_owned(),
                Some(with) if !with.is_empty() => format!("#!{}\n", unquoted(with)?),
                _ => String::new(),
            };
            let text = start + &interpolated(&text, &names, 0)?;
            marks::script(&text, &recipe.name, &args)? + "\n"
        } else if recipe.body.is_empty() {
            return Some(String::new());
        } else {
            runs_a_shell(file).then_some(())?;
            let set = if args.is_empty() { String::new() } else { format!("set --{args}\n") };
            set + &lines(recipe, &names)?
        };
        let lines = exports(&names) + &lines;
        let folder = self.folder(file, recipe, &names)?;
        Some(if folder != self.call.base {
            format!("(cd {} && {{\n{lines}}}\n)\n", quoted(&folder.to_string_lossy()))
        } else if lines.starts_with("export ") || lines.starts_with("set ") {
            format!("({lines})\n")
        } else {
            lines
        })
    }

    /// The folder in which a recipe runs.
    fn folder(&self, file: &Justfile, recipe: &Recipe, names: &Names<'_>) -> Option<PathBuf> {
        if recipe.attribute("no-cd").is_some() || file.setting("no-cd") {
            return Some(self.call.started.to_owned());
        }
        let is_root = std::ptr::eq(file, self.root);
        let mut folder = if is_root { self.call.base } else { &file.folder }.to_owned();
        let settings = file.settings.get("working-directory").map(String::as_str);
        for value in settings.into_iter().chain(recipe.attribute("working-directory")) {
            let value = Reader::new(value, names, 0).expression()?;
            if value.contains(OPEN) {
                return None;
            }
            folder = below(&folder, value);
        }
        Some(folder)
    }

    /// The commands in backticks of all variables.
    fn ran(&self, file: &Justfile) -> Vec<String> {
        let names = Names { run: self, file, parameters: &[] };
        let values = file.variables.keys().filter_map(|name| names.value(name, 0));
        values.flat_map(|value| marks::substitutions(&value).collect::<Vec<_>>()).collect()
    }
}

/// Lines that put variables and parameters into the environment.
fn exports(names: &Names<'_>) -> String {
    let all = names.file.setting("export");
    let variables = names.file.variables.iter().filter(|(_, it)| all || it.is_exported);
    let variables = variables.filter_map(|(name, _)| Some((name, names.value(name, 0)?)));
    let parameters = names.parameters.iter().filter(|it| all || it.is_exported);
    let parameters = parameters.map(|it| (&it.name, it.value.clone()));
    let mut text = String::new();
    for (name, value) in variables.chain(parameters).filter(|(name, _)| marks::is_name(name)) {
        text.extend(["export ", name, "=", &marks::word(&value), "\n"]);
    }
    text
}

fn module_of(file: &Justfile, name: &str, depth: usize) -> Option<Justfile> {
    (depth < 5).then(|| Justfile::read(file.module(name)?))?
}

/// Whether what runs the lines of recipes reads them as bash does.
fn runs_a_shell(file: &Justfile) -> bool {
    const SHELLS: [&str; 6] = ["sh", "bash", "dash", "ash", "zsh", "ksh"];
    let Some(list) = file.settings.get("shell") else { return true };
    let program = list.strip_prefix('[').and_then(unquoted).unwrap_or("");
    let program = program.rsplit('/').next().unwrap_or("");
    SHELLS.contains(&program) || (program == "env" && list.contains("bash"))
}

/// The lines of a recipe, each for a shell of its own.
fn lines(recipe: &Recipe, names: &Names<'_>) -> Option<String> {
    let mut text = String::new();
    let mut body = recipe.body.iter();
    while let Some(first) = body.next() {
        let mut line = first.clone();
        while line.ends_with('\\')
            && let Some(next) = body.next()
        {
            line.pop();
            line.push_str(next.trim_start());
        }
        let line = line.trim_start_matches(['@', '-']).trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let line = marks::rendered(&interpolated(line, names, 0)?)?;
        text.extend(["(", &line, "\n)\n"]);
    }
    Some(text)
}

/// What stands behind the name of a recipe.
struct Signature<'t> {
    /// The parameters with the arguments of a call; `None` if these do not fit.
    parameters: Option<Vec<Parameter>>,
    /// How many arguments there may be; `None` without an end.
    most: Option<usize>,
    dependencies: &'t str,
}

fn signature<'t>(
    recipe: &'t Recipe,
    run: &Run<'_>,
    file: &Justfile,
    args: &[String],
) -> Option<Signature<'t>> {
    let mut found: Vec<Parameter> = vec![];
    let mut fits = true;
    let mut most = Some(0);
    let mut given = args.iter();
    let mut rest = recipe.head.as_str();
    loop {
        let names = Names { run, file, parameters: &found };
        let mut reader = Reader::new(rest, &names, 0);
        if reader.take(":") {
            fits &= given.next().is_none();
            let dependencies = reader.rest;
            return Some(Signature { parameters: fits.then_some(found), most, dependencies });
        }
        let is_list = reader.take("*");
        let is_list_of_some = !is_list && reader.take("+");
        let is_exported = reader.take("$");
        let name = reader.name()?.to_owned();
        let default = if reader.take("=") { Some(reader.value()?) } else { None };
        rest = reader.rest;
        let value = if is_list || is_list_of_some {
            most = None;
            let all: Vec<_> = given.by_ref().map(String::as_str).collect();
            if all.is_empty() {
                default.or_else(|| is_list.then(String::new))
            } else {
                Some(all.join(" "))
            }
        } else {
            most = most.map(|most| most + 1);
            given.next().cloned().or(default)
        };
        fits &= value.is_some();
        let value = value.unwrap_or_else(|| UNSETTLED.to_owned());
        found.push(Parameter { name, value, is_exported });
    }
}
