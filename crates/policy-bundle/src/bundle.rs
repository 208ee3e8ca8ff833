//! A bundle as a file.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::time::SystemTime;

use hook_protocol::{from_hex, hex};
use signing_keys::{Signature, Signer as _, SigningKey, VerifyingKey};
use text_archive::{Archive, Part};

use crate::manifest::{FORMAT, Manifest, Path, Sum};
use crate::rollout::Rollout;

const MANIFEST: &str = "manifest.json";
const SIGNATURE: &str = "manifest.sig";

/// Policies with their manifest, signed or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    manifest: Manifest,
    /// The bytes that are signed.
    text: String,
    signature: Option<[u8; 64]>,
    files: BTreeMap<Path, String>,
}

/// What is wrong with a bundle, whoever signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BundleError {
    /// It is not an archive with a manifest, or its manifest makes no sense.
    Malformed(String),
    /// It has a format that this version does not know.
    NewerFormat(u32),
    /// A configuration is not what the manifest says.
    Changed(String),
    /// A configuration that the manifest does not mention.
    Added(String),
    /// A configuration that the manifest mentions is missing.
    Missing(String),
}

impl Bundle {
    /// An unsigned bundle.
    ///
    /// # Errors
    /// If there are no files, or times or percentages make no sense.
    pub fn new(
        revision: u64,
        [issued, expires]: [SystemTime; 2],
        files: BTreeMap<Path, String>,
        keys: Vec<VerifyingKey>,
        salt: String,
        rollout: BTreeMap<String, Rollout>,
    ) -> Result<Self, BundleError> {
        let sums = files.iter().map(|(path, text)| (path.clone(), Sum::of(text.as_bytes())));
        let files_of_manifest = sums.collect();
        let manifest = Manifest {
            format: FORMAT,
            revision,
            issued,
            expires,
            files: files_of_manifest,
            keys,
            salt,
            rollout,
        };
        if let Some(fault) = manifest.fault() {
            return Err(BundleError::Malformed(fault));
        }
        let text = serde_json::to_string_pretty(&manifest)
            .map_err(|err| BundleError::Malformed(err.to_string()))?;
        Ok(Self { manifest, text: text + "\n", signature: None, files })
    }

    /// Reads a bundle, and checks it against its manifest. Its signature is not checked.
    ///
    /// # Errors
    /// As [`BundleError`] says.
    pub fn parse(text: &str) -> Result<Self, BundleError> {
        let malformed = |what: &dyn fmt::Display| BundleError::Malformed(what.to_string());
        let archive = Archive::parse(text).map_err(|err| malformed(&err))?;
        let mut files = BTreeMap::new();
        let (mut manifest_text, mut signature) = (None, None);
        for part in archive.parts {
            let name = part.name().to_owned();
            let text = String::from_utf8(part.content)
                .map_err(|_| malformed(&format_args!("{name} is not UTF-8")))?;
            match name.as_str() {
                MANIFEST => manifest_text = Some(text),
                SIGNATURE => signature = Some(text),
                _ => {
                    let path = Path::new(&name).ok_or(BundleError::Added(name))?;
                    files.insert(path, text);
                }
            }
        }
        let text = manifest_text.ok_or_else(|| malformed(&"it has no manifest.json"))?;
        let manifest = parse_manifest(&text)?;
        let signature = match signature {
            Some(digits) => Some(
                from_hex(digits.trim())
                    .ok_or_else(|| malformed(&"its manifest.sig is not a signature"))?,
            ),
            None => None,
        };
        check_files(&manifest, &files)?;
        Ok(Self { manifest, text, signature, files })
    }

    /// The same with the signature of `key`, in place of another one.
    #[must_use]
    pub fn signed(self, key: &SigningKey) -> Self {
        let signature = Some(key.sign(self.text.as_bytes()).to_bytes());
        Self { signature, ..self }
    }

    /// Whether it has a signature of anybody.
    pub fn is_signed(&self) -> bool {
        self.signature.is_some()
    }

    /// The key among `keys` that has signed it.
    pub fn signer<'a>(&self, keys: &'a [VerifyingKey]) -> Option<&'a VerifyingKey> {
        let signature = Signature::from_bytes(self.signature.as_ref()?);
        keys.iter().find(|key| key.verify_strict(self.text.as_bytes(), &signature).is_ok())
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The hash of the manifest, which is that of all that is signed, in hexadecimal digits.
    pub fn digest(&self) -> String {
        Sum::of(self.text.as_bytes()).to_string()
    }

    /// The configurations.
    pub fn files(&self) -> &BTreeMap<Path, String> {
        &self.files
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signature = self.signature.map(|signature| hex(&signature) + "\n");
        let own = [(MANIFEST, Some(&self.text)), (SIGNATURE, signature.as_ref())];
        let own = own.into_iter().filter_map(|(name, text)| Some((name, text?)));
        let files = self.files.iter().map(|(path, text)| (path.as_str(), text));
        let part = |(name, text): (&str, &String)| Part::new(name, text.as_bytes());
        let archive =
            Archive { comment: String::new(), parts: own.chain(files).filter_map(part).collect() };
        archive.fmt(f)
    }
}

fn parse_manifest(text: &str) -> Result<Manifest, BundleError> {
    /// What every format has.
    #[derive(serde::Deserialize)]
    struct AnyFormat {
        format: u32,
    }
    let malformed = |what: String| BundleError::Malformed(format!("manifest.json: {what}"));
    let any: AnyFormat = serde_json::from_str(text).map_err(|err| malformed(err.to_string()))?;
    if any.format != FORMAT {
        return Err(BundleError::NewerFormat(any.format));
    }
    let manifest: Manifest =
        serde_json::from_str(text).map_err(|err| malformed(err.to_string()))?;
    match manifest.fault() {
        Some(fault) => Err(malformed(fault)),
        None => Ok(manifest),
    }
}

fn check_files(manifest: &Manifest, files: &BTreeMap<Path, String>) -> Result<(), BundleError> {
    for (path, text) in files {
        match manifest.files.get(path) {
            None => return Err(BundleError::Added(path.to_string())),
            Some(sum) if *sum != Sum::of(text.as_bytes()) => {
                return Err(BundleError::Changed(path.to_string()));
            }
            Some(_) => {}
        }
    }
    match manifest.files.keys().find(|path| !files.contains_key(path)) {
        Some(path) => Err(BundleError::Missing(path.to_string())),
        None => Ok(()),
    }
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => write!(f, "it is not a policy bundle: {what}"),
            Self::NewerFormat(format) => {
                write!(f, "it has format {format}; this version of Tacklebox reads {FORMAT}")
            }
            Self::Changed(path) => write!(f, "{path} was changed after it was signed"),
            Self::Added(path) => write!(f, "{path} was added after it was signed"),
            Self::Missing(path) => write!(f, "{path} is missing"),
        }
    }
}

impl Error for BundleError {}
