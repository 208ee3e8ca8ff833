//! Reads Ed25519 keys in PEM: PKCS#8 (RFC 5958, RFC 8410), as `openssl genpkey -algorithm ed25519` writes it.
//!
//! This crate does no I/O.

use data_encoding::BASE64;
pub use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};

/// The command that makes a key, for messages.
pub const MAKE_A_KEY: &str = "openssl genpkey -algorithm ed25519 -out key.pem";

/// What is before the 32 bytes of a private key, from byte 5 on, and of a public key. The bytes
/// before 5 are a length and a version.
const PRIVATE_KEY: [u8; 11] = *b"\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
const PUBLIC_KEY: [u8; 12] = *b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00";

/// The private key in a text; `None` if there is no Ed25519 key in it.
pub fn private_key(pem: &str) -> Option<SigningKey> {
    let der = der(pem, "PRIVATE KEY")?;
    der.get(5..)?.strip_prefix(&PRIVATE_KEY)?.first_chunk().map(SigningKey::from_bytes)
}

/// The public key in a text; `None` if there is no Ed25519 key in it.
pub fn public_key(pem: &str) -> Option<VerifyingKey> {
    let der = der(pem, "PUBLIC KEY")?;
    VerifyingKey::from_bytes(der.strip_prefix(&PUBLIC_KEY)?.first_chunk()?).ok()
}

/// The bytes between the marks of this kind.
fn der(pem: &str, kind: &str) -> Option<Vec<u8>> {
    let (_, rest) = pem.split_once(&format!("-----BEGIN {kind}-----"))?;
    let (body, _) = rest.split_once(&format!("-----END {kind}-----"))?;
    let body: String = body.split_whitespace().collect();
    BASE64.decode(body.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by openssl 3.0.
    const PRIVATE: &str = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIIij2ARJLJdgbbGbZ5fuv/0Lj7pMKHAHgcfF8gEurLIb\n-----END PRIVATE KEY-----\n";
    const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA1kdvwANYcSd56j+cchkJfUh2kgFCsvcaEUYdT1x5Rhg=\n-----END PUBLIC KEY-----\n";

    #[test]
    fn a_key_of_openssl_is_read() {
        let key = private_key(PRIVATE).unwrap();
        assert_eq!(Some(key.verifying_key()), public_key(PUBLIC));
    }

    #[test]
    fn anything_else_is_not_a_key() {
        for text in ["", PUBLIC, &PRIVATE.replace("K2Vw", "K2Vx"), &PRIVATE.replace("END", "ENDE")]
        {
            assert!(private_key(text).is_none(), "{text}");
        }
        for text in ["", PRIVATE, &PUBLIC.replace("K2Vw", "K2Vx")] {
            assert!(public_key(text).is_none(), "{text}");
        }
    }
}
