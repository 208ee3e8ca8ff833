//! Files that hold keys, tokens and passwords, by where the manuals of their programs put them.

use std::fs;
use std::io::Read as _;
use std::path::Path;

/// Files by the end of their path.
const FILES: [&str; 52] = [
    // ssh_config(5), sshd_config(5)
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ecdsa_sk",
    "id_ed25519",
    "id_ed25519_sk",
    "ssh_host_rsa_key",
    "ssh_host_ecdsa_key",
    "ssh_host_ed25519_key",
    // clients of clouds and clusters
    ".aws/credentials",
    ".config/gcloud/credentials.db",
    ".config/gcloud/access_tokens.db",
    ".config/gcloud/application_default_credentials.json",
    ".azure/msal_token_cache.json",
    ".azure/msal_token_cache.bin",
    ".azure/accessTokens.json",
    ".azure/service_principal_entries.json",
    ".kube/config",
    "kubernetes/admin.conf",
    "kubernetes/super-admin.conf",
    "rancher/k3s/k3s.yaml",
    ".config/doctl/config.yaml",
    ".fly/config.yml",
    ".terraform.d/credentials.tfrc.json",
    ".terraformrc",
    ".vault-token",
    ".config/rclone/rclone.conf",
    ".s3cfg",
    ".boto",
    // forges, registries and packages
    ".git-credentials",
    ".config/git/credentials",
    ".config/gh/hosts.yml",
    ".config/glab-cli/config.yml",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".config/pypoetry/auth.toml",
    ".m2/settings-security.xml",
    // curl(1), libpq, mysql
    ".netrc",
    "_netrc",
    ".pgpass",
    ".mylogin.cnf",
    // gpg(1), shadow(5)
    ".gnupg/secring.gpg",
    "/etc/shadow",
    "/etc/gshadow",
    // agents
    ".claude/.credentials.json",
    ".codex/auth.json",
    ".gemini/oauth_creds.json",
    ".qwen/oauth_creds.json",
    ".copilot/config.json",
];

/// Folders all of whose files count.
const FOLDERS: [&str; 5] = [
    ".ssh",
    ".aws/sso/cache",
    ".aws/cli/cache",
    ".config/gcloud/legacy_credentials",
    ".gnupg/private-keys-v1.d",
];

/// What lies in `~/.ssh` and is no key: ssh(1), section FILES.
const OPEN_OF_SSH: [&str; 8] = [
    "allowed_signers",
    "authorized_keys",
    "config",
    "environment",
    "known_hosts",
    "known_hosts.old",
    "rc",
    ".ssh",
];

/// Stores of keys, by the end of the name.
const STORES: [&str; 6] = [".p12", ".pfx", ".jks", ".keystore", ".ppk", ".kdbx"];

/// Files that may hold a secret, by the end of the name, and what stands in one that does.
const SIGNED: [(&str, &[&str]); 8] = [
    (".pem", &["PRIVATE KEY"]),
    (".key", &["PRIVATE KEY"]),
    (".npmrc", &["_auth", "_password"]),
    (".yarnrc.yml", &["npmAuth"]),
    (".pypirc", &["password"]),
    (".my.cnf", &["password"]),
    (".docker/config.json", &["\"auth\"", "\"identitytoken\""]),
    (".m2/settings.xml", &["<password>", "<passphrase>"]),
];

/// Ends of a name that begins with `.env` and is an example, which is there to be read.
const EXAMPLES: [&str; 4] = [".example", ".sample", ".template", ".dist"];

/// In bytes, of what is looked at of a file.
const MAX_LOOK: u64 = 64 * 1024;

/// Names that one who searches for secrets would find.
pub(super) const SAMPLES: [&str; 8] =
    [".env", ".env.local", "id_rsa", "credentials", "server.pem", "server.key", ".npmrc", ".netrc"];

/// Whether a path may be one of a file that holds secrets. No file is looked at.
pub(super) fn may_be(path: &Path) -> bool {
    is_by_name(path) || signs(path).is_some()
}

/// Whether a file holds secrets, as its path says, or what stands in it where the path alone does not.
/// What is not there, or cannot be read, holds none.
pub(super) fn is_in(path: &Path) -> bool {
    is_by_name(path)
        || signs(path).is_some_and(|signs| {
            let text = beginning(path).unwrap_or_default();
            signs.iter().any(|sign| text.contains(sign))
        })
}

/// Whether a folder is one all of whose files hold secrets.
pub(super) fn is_folder(path: &Path) -> bool {
    FOLDERS.iter().any(|it| path.ends_with(it))
}

fn is_by_name(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    let is_dotenv = name == ".env" || name.starts_with(".env.");
    let is_key_of_ssh =
        || path.extension().is_none_or(|it| it != "pub") && !OPEN_OF_SSH.contains(&name);
    let folder = path.parent().unwrap_or(Path::new(""));
    is_dotenv && !EXAMPLES.iter().any(|end| name.ends_with(end))
        || FILES
            .iter()
            .any(|file| path.ends_with(file.trim_start_matches('/')) && !is_inside(file, path))
        || STORES.iter().any(|end| name.ends_with(end))
        || FOLDERS.iter().any(|it| folder.ends_with(it)) && is_key_of_ssh()
}

/// Whether a file of the system is meant, and the path is another one that ends so.
fn is_inside(file: &str, path: &Path) -> bool {
    file.starts_with('/') && path.is_absolute() && path != Path::new(file)
}

fn signs(path: &Path) -> Option<&'static [&'static str]> {
    let name = path.file_name()?.to_str()?;
    let is_it =
        |end: &str| if end.contains('/') { path.ends_with(end) } else { name.ends_with(end) };
    SIGNED.iter().find(|(end, _)| is_it(end)).map(|(_, signs)| *signs)
}

fn beginning(path: &Path) -> Option<String> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(MAX_LOOK).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_where_they_lie() {
        let check = |expected: bool, paths: &[&str]| {
            for path in paths {
                assert_eq!(is_in(Path::new(path)), expected, "{path}");
            }
        };
        check(true, &["/p/.env", "/p/a/.env.local", "/h/.ssh/id_ed25519", "/h/.ssh/work"]);
        check(true, &["/h/.aws/credentials", "/h/.kube/config", "/h/.netrc", "/etc/shadow"]);
        check(true, &["/p/release.keystore", "/h/.aws/sso/cache/1.json"]);
        check(false, &["/p/.env.example", "/p/.environment", "/p/env", "/p/.envrc"]);
        check(
            false,
            &["/h/.ssh/id_ed25519.pub", "/h/.ssh/config", "/h/.ssh/known_hosts", "/h/.ssh"],
        );
        check(false, &["/h/.aws/config", "/p/credentials", "/p/etc/shadow", "/p/src/key.rs"]);
        check(false, &["/p/none.pem", "/p/.npmrc", "/p/config"]);
    }

    #[test]
    fn a_file_that_may_hold_one_is_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let check = |name: &str, text: &str, expected: bool| {
            let path = folder.path().join(name);
            hook_state::replace(&path, text.as_bytes()).unwrap();
            assert!(may_be(&path), "{name}");
            assert_eq!(is_in(&path), expected, "{name} {text}");
        };
        check("a.pem", "-----BEGIN PRIVATE KEY-----\n", true);
        check("a.pem", "-----BEGIN CERTIFICATE-----\n", false);
        check("talk.key", "slides", false);
        check(".npmrc", "//registry.example/:_authToken=x\n", true);
        check(".npmrc", "save-exact=true\n", false);
    }
}
