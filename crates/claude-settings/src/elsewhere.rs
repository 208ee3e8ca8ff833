//! Our entries in the files of other hosts, JSON and TOML: text in, text out, spliced as settings
//! are.
//!
//! There is one entry an event, by which the one program runs all of our hooks:
//! `tacklebox run --host HOST HOOK...`. What the file holds beside stays as it is, byte for byte,
//! and what a person adds to an entry of ours stays with it.

mod groups;
mod line;
mod tables;

use std::collections::BTreeSet;
use std::ops::Range;

use hook_protocol::FileLayout;

pub use line::HostCommand;

use crate::error::SettingsError;
use crate::layout::splice;

/// A hook as a host is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostHook {
    /// Its name.
    pub hook: String,
    /// The events that it is for, by the host's names, and how long it may take there, in seconds.
    pub events: Vec<(String, u32)>,
}

/// Which hooks come, or go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HostAim {
    /// These come; those that are there stay.
    Enter(Vec<String>),
    /// These go.
    Leave(Vec<String>),
}

/// What is to become of our entries in the file of a host, whatever is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostArrangement {
    /// How hooks stand in it.
    pub layout: FileLayout,
    /// What the entries start.
    pub command: HostCommand,
    /// All hooks that may be in it, each with its events.
    pub known: Vec<HostHook>,
    /// Which of them come or go.
    pub aim: HostAim,
}

/// An entry of ours as the file of a host has it.
#[derive(Debug, Clone, PartialEq)]
pub struct HostEntry {
    /// The event, by the host's name.
    pub event: String,
    /// The hooks that it starts.
    pub hooks: Vec<String>,
    /// What the host runs, in a shell.
    pub line: String,
    /// The program in that, as it is written: a variable in it is not filled in.
    pub program: String,
    /// How long it may take, in seconds.
    pub timeout: Option<f64>,
    /// The line of the file, from 1.
    pub at: usize,
}

/// An entry as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    event: String,
    hooks: Vec<String>,
    /// In seconds.
    timeout: u32,
}

/// An entry of ours, where it stands in a text.
#[derive(Debug)]
struct Spot {
    event: String,
    hooks: Vec<String>,
    /// What it starts, as the file holds it.
    line: String,
    /// The place of the command, quotes included.
    command: Range<usize>,
    /// The place of the time limit, and what it is in seconds.
    timeout: Option<(Range<usize>, f64)>,
    /// What to cut out so that it is gone; `None`: all of the file is ours and goes.
    cut: Option<Range<usize>>,
}

impl HostArrangement {
    /// The file with our entries as they should be; `None` where there is none afterwards.
    ///
    /// # Errors
    /// When it cannot be read as what it should be, and when what would hold our entries is of
    /// another kind.
    pub fn apply(&self, text: Option<&str>) -> Result<Option<String>, SettingsError> {
        let enters = matches!(self.aim, HostAim::Enter(_));
        let Some(before) = text else {
            let targets = self.targets(&[]);
            return if targets.is_empty() { Ok(None) } else { self.settled("", &targets, true) };
        };
        if !enters && !before.contains(line::VERB) {
            return Ok(Some(before.to_owned()));
        }
        if enters {
            self.refuse(before)?;
        }
        let targets = self.targets(&self.spots(before)?);
        self.settled(before, &targets, false)
    }

    /// Our entries, in their order.
    ///
    /// # Errors
    /// As [`HostArrangement::apply`].
    pub fn entries(&self, text: &str) -> Result<Vec<HostEntry>, SettingsError> {
        let entry = |spot: Spot| HostEntry {
            at: text.bytes().take(spot.command.start).filter(|byte| *byte == b'\n').count() + 1,
            program: line::program(&spot.line),
            event: spot.event,
            hooks: spot.hooks,
            line: spot.line,
            timeout: spot.timeout.map(|(_, seconds)| seconds),
        };
        Ok(self.spots(text)?.into_iter().map(entry).collect())
    }

    /// The hooks that our entries start.
    ///
    /// # Errors
    /// As [`HostArrangement::apply`].
    pub fn hooks_in(&self, text: &str) -> Result<Vec<String>, SettingsError> {
        let spots = self.spots(text)?;
        let hooks: BTreeSet<String> = spots.into_iter().flat_map(|spot| spot.hooks).collect();
        Ok(hooks.into_iter().collect())
    }

    /// What each event should have, in the order of the hooks and their events.
    fn targets(&self, there: &[Spot]) -> Vec<Target> {
        let named: BTreeSet<&str> =
            there.iter().flat_map(|spot| &spot.hooks).map(String::as_str).collect();
        let stays = |hook: &str| match &self.aim {
            HostAim::Enter(hooks) => named.contains(hook) || hooks.iter().any(|it| it == hook),
            HostAim::Leave(hooks) => named.contains(hook) && !hooks.iter().any(|it| it == hook),
        };
        let mut targets: Vec<Target> = Vec::new();
        let mut add = |event: &str, hook: &str, timeout: u32| {
            let hooks = || vec![hook.to_owned()];
            match targets.iter_mut().find(|target| target.event == event) {
                None => targets.push(Target { event: event.to_owned(), hooks: hooks(), timeout }),
                Some(target) if target.hooks.iter().any(|it| it == hook) => {}
                Some(target) => {
                    target.hooks.extend(hooks());
                    target.timeout = target.timeout.max(timeout);
                }
            }
        };
        for known in self.known.iter().filter(|known| stays(&known.hook)) {
            known.events.iter().for_each(|(event, timeout)| add(event, &known.hook, *timeout));
        }
        // Of a hook that this version does not have the events are those that it has now.
        let is_known = |hook: &str| self.known.iter().any(|known| known.hook == hook);
        for spot in there {
            let strange = spot.hooks.iter().filter(|hook| !is_known(hook) && stays(hook));
            strange.for_each(|hook| add(&spot.event, hook, 0));
        }
        for target in &mut targets {
            target.hooks.sort();
        }
        targets
    }

    /// `text` with an entry for each target and no other one of ours. Entries become what they
    /// should be before others go. Each step is one splice, after which the text is read again.
    fn settled(
        &self,
        text: &str,
        targets: &[Target],
        is_new: bool,
    ) -> Result<Option<String>, SettingsError> {
        let mut text = text.to_owned();
        loop {
            let spots = self.spots(&text)?;
            let of = |target: &Target| spots.iter().find(|spot| spot.event == target.event);
            let changed = targets.iter().find_map(|target| match of(target) {
                None => Some(self.appended(&text, target, is_new)),
                Some(spot) => self.updated(&text, spot, target).map(Ok),
            });
            if let Some(changed) = changed {
                text = changed?;
                continue;
            }
            let is_kept = |at: usize, spot: &Spot| {
                targets.iter().any(|target| target.event == spot.event)
                    && !spots.iter().take(at).any(|earlier| earlier.event == spot.event)
            };
            let surplus = spots.iter().enumerate().rev().find(|(at, spot)| !is_kept(*at, spot));
            let Some((_, surplus)) = surplus else { return Ok(Some(text)) };
            match surplus.cut.clone() {
                Some(range) => text = splice(&text, range, ""),
                None => return Ok(None),
            }
        }
    }

    /// The text with an entry brought up to date; `None` where it is so already.
    fn updated(&self, text: &str, spot: &Spot, target: &Target) -> Option<String> {
        let line = self.command.line(&target.hooks);
        if spot.line != line {
            return Some(splice(text, spot.command.clone(), &self.quoted(&line)));
        }
        let (place, seconds) = spot.timeout.clone()?;
        let is_short = seconds < f64::from(target.timeout);
        is_short.then(|| splice(text, place, &self.time(target.timeout)))
    }

    fn spots(&self, text: &str) -> Result<Vec<Spot>, SettingsError> {
        match self.layout {
            FileLayout::Tables => tables::spots(text, &self.command),
            layout => groups::spots(text, layout, &self.command),
        }
    }

    fn appended(&self, text: &str, target: &Target, is_new: bool) -> Result<String, SettingsError> {
        let line = self.command.line(&target.hooks);
        match self.layout {
            FileLayout::Tables => Ok(tables::appended(text, target, &line, is_new)),
            layout => groups::appended(text, layout, target, &line),
        }
    }

    /// Fails where nothing of ours can be put in.
    fn refuse(&self, text: &str) -> Result<(), SettingsError> {
        match self.layout {
            FileLayout::Tables => tables::refuse(text),
            layout => groups::refuse(text, layout, &self.targets(&[]), &self.command),
        }
    }

    /// A text as the file holds one.
    fn quoted(&self, text: &str) -> String {
        match self.layout {
            FileLayout::Tables => tables::quoted(text),
            FileLayout::Groups(_) | FileLayout::Flat => serde_json::Value::from(text).to_string(),
        }
    }

    fn time(&self, seconds: u32) -> String {
        groups::time(self.layout, seconds).to_string()
    }
}

/// Whether the file is what its name says: JSON, or TOML.
pub fn is_readable(layout: FileLayout, text: &str) -> bool {
    match layout {
        FileLayout::Tables => tables::read(text).is_ok(),
        FileLayout::Groups(_) | FileLayout::Flat => crate::document::is_strict_json(text),
    }
}
