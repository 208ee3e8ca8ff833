//! Words of a call that name what it asks for: `x models`, `x completion zsh`, `x config get a`.

use crate::glob::is_among;

/// Kinds of things that a program lists where their name is its last word.
const KINDS: &str = " accounts actions activities addons addresses alerts alarms apps applications \
    artifacts backends backups boards branches buckets budgets bugs builds \
    certificates certs channels charts checkpoints clusters collections columns commits components \
    connections contacts containers contexts credits dashboards databases datasets deployments devices \
    dirs disks distributions domains drivers endpoints entities entries environments envs \
    errors events extensions facts features files fingerprints flags flavors flavours folders fonts \
    formatters frameworks functions galleries gateways generations groups hosts identities \
    images indexes instances integrations invoices issues items jobs keybinds \
    kernels labels languages layers layouts leases libraries licenses linters listeners locales \
    locations members messages metrics mirrors models mounts namespaces networks nodes \
    notes notifications objects operations options organizations orgs outputs owners packages \
    partitions peers permissions pipelines plans platforms playlists plugins pods policies pools ports \
    presets prices printers processes profiles projects properties protocols providers \
    queues quotas rates records regions registries releases remotes repos repositories \
    requests resources revisions roles rooms routes routers rules sensors \
    servers services sessions shards shells sinks sites sizes snapshots sources spaces stacks \
    stages stats statistics storages streams subnets subscriptions symbols tables tags targets \
    teams templates tenants themes tickets timezones tokens topics traces units users \
    variables vaults versions views vms volumes vulnerabilities warnings \
    workflows workspaces zones ";

/// Nouns behind which `get` says what something is set to, whatever stands behind it.
const HOLDERS: &str = " config configuration cfg conf env environment setting settings option options \
    variable variables var vars property properties param params parameter parameters kv meta metadata \
    secret secrets flag flags user users team org project account label labels \
    attribute attributes preference preferences prefs ";

/// Words behind which the name of a shell says for which one completions are printed.
const COMPLETING: &str = " completion completions autocomplete shell-completion shell-completions \
    generate-completion generate-completions gen-completion gen-completions ";

const SHELLS: &str = " bash zsh fish powershell pwsh elvish nushell nu ";

/// Whether a word is a kind of things.
pub(super) fn is_kind(word: &str) -> bool {
    is_among(KINDS, word)
}

/// Whether `get` behind a word says what is set there.
pub(super) fn holds(word: &str) -> bool {
    is_among(HOLDERS, word)
}

/// Whether a call prints what a shell completes the program by: `x completion zsh`.
pub(crate) fn prints_completions(texts: &[&str]) -> bool {
    match texts {
        [word, shell] | [_, word, shell] => {
            let first = texts.first().copied().unwrap_or_default();
            let is_name = |next: char| next.is_ascii_lowercase();
            first.chars().all(|next| is_name(next) || next == '-')
                && is_among(COMPLETING, word)
                && is_among(SHELLS, shell)
        }
        _ => false,
    }
}
