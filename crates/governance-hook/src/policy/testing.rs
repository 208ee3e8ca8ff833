//! What the tests of this crate share.

use crate::policy::Policy;
use crate::policy::compile::compile;

/// The policy of a configuration.
pub(crate) fn policy(yaml: &str) -> Policy {
    try_policy(yaml).unwrap()
}

/// The policy of a configuration, or what is wrong with it.
pub(crate) fn try_policy(yaml: &str) -> Result<Policy, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("governance.yaml");
    hook_state::replace(&file, yaml.as_bytes()).unwrap();
    compile(&file, Some(folder.path()))
        .map(|compiled| named(compiled.policy))
        .map_err(|err| err.to_string().replace(folder.path().to_str().unwrap(), "[DIR]"))
}

/// The policy with its file by its name alone: the folder is another one each time.
pub(crate) fn named(policy: Policy) -> Policy {
    let sources_file = policy.sources_file.file_name().unwrap_or_default().into();
    Policy { sources_file, ..policy }
}
