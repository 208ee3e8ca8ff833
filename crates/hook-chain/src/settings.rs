//! The configuration `.tacklebox/tacklebox.yaml`: modes of hooks, and how answers are merged.
//!
//! The project's file and the person's are both read. If both set the mode of a hook, the stricter
//! one applies.

use std::collections::BTreeMap;
#[cfg(feature = "config")]
use std::path::{Path, PathBuf};

#[cfg(feature = "config")]
use hook_config::{ConfigError, Sources, Step, UniqueMap, Version};
use hook_runtime::Ctx;
use serde::{Deserialize, Serialize};

#[cfg(feature = "config")]
use crate::budget::MAX_CONTEXT;
use crate::budget::Shares;
use crate::mode::Mode;

use crate::policy_record::Policy;
#[cfg(feature = "config")]
use crate::policy_record::{self, PolicyRecord};

/// The configuration's name.
const NAME: &str = "tacklebox";

/// What is wrong with a project that wants to switch the protection off.
const NOT_HERE: &str = "`protect: false` has no effect here: only a person can set it, in the \
                        tacklebox.yaml of their own configuration folder";

/// What happens if two hooks rewrite the same field of an input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnConflict {
    /// The first rewrite is kept, and the call continues.
    #[default]
    First,
    /// The person is asked.
    Ask,
    /// The call is denied.
    Deny,
}

/// Which calls are logged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccountOf {
    /// Those on which a hook had an opinion, failed or was overruled.
    #[default]
    Said,
    /// Every call.
    All,
}

/// The settings that apply in a project.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    modes: BTreeMap<String, Mode>,
    /// What happens if two hooks rewrite the same field.
    pub on_conflict: OnConflict,
    /// Which calls are logged.
    pub account: AccountOf,
    /// The share of the context for each class.
    pub budget: Shares,
    /// The policies of the organisation.
    pub(crate) policies: Vec<Policy>,
}

/// One file, as it is written.
#[cfg(feature = "config")]
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a mapping")]
struct Written {
    /// Of the format.
    version: Version,
    hooks: UniqueMap<HookSettings>,
    on_conflict: Option<OnConflict>,
    account: Option<AccountOf>,
    budget: Option<Shares>,
    /// Asked by the crate `protection`, of the person's file alone.
    protect: Option<bool>,
    policy: Option<PolicyOwner>,
}

/// Whose policies of an organisation count where the machine has none.
#[cfg(feature = "config")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PolicyOwner {
    /// Those that the person installed.
    Own,
}

#[cfg(feature = "config")]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping such as {mode: warn}")]
struct HookSettings {
    mode: Mode,
}

impl Settings {
    /// The settings of the project, the person and the organisation; without any file, the defaults.
    ///
    /// # Errors
    /// If a file is broken. The defaults then apply: every hook enforces.
    #[cfg(feature = "config")]
    pub fn load(ctx: &Ctx) -> Result<Self, ConfigError> {
        ctx.made_once(|| Self::find(ctx))
    }

    #[cfg(feature = "config")]
    fn find(ctx: &Ctx) -> Result<Self, ConfigError> {
        let (files, record) = (ctx.configurations(NAME), ctx.policy_record());
        let sources = Sources::of(files.iter().chain([&record]).cloned());
        if sources.are_missing() {
            return Ok(Self::default());
        }
        let own = ctx.user_config().map(|folder| folder.join(format!("{NAME}.yaml")));
        ctx.compiled(NAME, sources, || {
            let (settings, has_own_policy) = Self::read(&files, own.as_deref())?;
            let own_record = ctx.own_policy_record().filter(|_| has_own_policy);
            let records: Vec<PathBuf> = [record].into_iter().chain(own_record.clone()).collect();
            let policies = policy_record::policies(&records)?;
            Ok((Self { policies, ..settings }, own_record.into_iter().collect()))
        })
    }

    /// The same, and what holds where a file is broken, with what is wrong.
    #[cfg(feature = "config")]
    pub(crate) fn load_or_default(ctx: &Ctx) -> (Self, Option<String>) {
        match Self::load(ctx) {
            Ok(settings) => (settings, None),
            Err(err) => {
                // A project cannot switch off its organisation with a broken file.
                let records: Vec<PathBuf> =
                    [ctx.policy_record()].into_iter().chain(ctx.own_policy_record()).collect();
                let policies = policy_record::policies(&records).unwrap_or_default();
                (Self { policies, ..Self::default() }, Some(err.to_string()))
            }
        }
    }

    /// Without the configuration there is only the default.
    #[cfg(not(feature = "config"))]
    pub(crate) fn load_or_default(_: &Ctx) -> (Self, Option<String>) {
        (Self::default(), None)
    }

    /// With whether the policies count that the person took.
    #[cfg(feature = "config")]
    fn read(files: &[PathBuf], own: Option<&Path>) -> Result<(Self, bool), ConfigError> {
        let mut settings = Self::default();
        let mut has_own_policy = false;
        // The project's comes first, and what it says stays, but for modes.
        let (mut on_conflict, mut account, mut budget) = (None, None, None);
        for file in files {
            let Some(source) = hook_config::read_if_there(file)? else { continue };
            let written: Written = source.parse()?;
            if let Some(shares) = &written.budget
                && shares.sum() > MAX_CONTEXT
            {
                let message = format!("the shares are above {MAX_CONTEXT} together");
                return Err(source.error_at(&[Step::Key("budget".to_owned())], message));
            }
            let is_own = own == Some(file.as_path());
            if written.protect == Some(false) && !is_own {
                return Err(source.error_at(&[Step::Key("protect".to_owned())], NOT_HERE));
            }
            has_own_policy |= is_own && written.policy == Some(PolicyOwner::Own);
            for (hook, HookSettings { mode }) in written.hooks.into_inner() {
                let stricter = |set: &mut Mode| *set = if is_own { mode.min(*set) } else { *set };
                settings.modes.entry(hook).and_modify(stricter).or_insert(mode);
            }
            on_conflict = on_conflict.or(written.on_conflict);
            account = account.or(written.account);
            budget = budget.or(written.budget);
        }
        settings.on_conflict = on_conflict.unwrap_or_default();
        settings.account = account.unwrap_or_default();
        settings.budget = budget.unwrap_or_default();
        Ok((settings, has_own_policy))
    }

    /// The record of the organisation's bundle that counts here; `None` without one.
    ///
    /// # Errors
    /// If a file is broken.
    #[cfg(feature = "config")]
    pub fn policy_record(ctx: &Ctx) -> Result<Option<PolicyRecord>, ConfigError> {
        let own = ctx.user_config().map(|folder| folder.join(format!("{NAME}.yaml")));
        let (_, has_own_policy) = Self::read(&ctx.configurations(NAME), own.as_deref())?;
        let own_record = ctx.own_policy_record().filter(|_| has_own_policy);
        let records: Vec<PathBuf> = [ctx.policy_record()].into_iter().chain(own_record).collect();
        Ok(PolicyRecord::first(&records)?.map(|(_, record)| record))
    }

    /// The mode of this hook.
    pub fn mode(&self, hook: &str) -> Mode {
        self.modes.get(hook).copied().unwrap_or_default()
    }
}
