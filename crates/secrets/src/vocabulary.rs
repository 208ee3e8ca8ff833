//! The words of which the names of secrets are made, in lower case.

/// The beginnings of the words that make a name, in lower case, and the ends of names of
/// what takes a user and a password. Sorted.
pub(crate) const BEGINNINGS: [&str; 24] = [
    "access",
    "api",
    "auth",
    "bearer",
    "cred",
    "etconnection(",
    "kennw",
    "key",
    "login",
    "mysqli(",
    "nect(",
    "pass",
    "pasw",
    "pat",
    "pdo(",
    "private",
    "psk",
    "pss",
    "psw",
    "pw",
    "pwd",
    "secret",
    "sig",
    "token",
];

/// The words of a list that begin with a letter: those with the same five last bits of their
/// first byte stand beside each other in it.
pub(crate) struct ByLetter {
    words: &'static [&'static str],
    /// Where the words of each begin, and where they end.
    places: [(usize, usize); 32],
}

/// The words of a name.
pub(crate) static BEGINNINGS_BY_LETTER: ByLetter = ByLetter::of(&BEGINNINGS);
pub(crate) static FOREIGN_BY_LETTER: ByLetter = ByLetter::of(&FOREIGN);
pub(crate) static ENCODED_BY_LETTER: ByLetter = ByLetter::of(&ENCODED);

impl ByLetter {
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    const fn of(words: &'static [&'static str]) -> Self {
        let mut places = [(0, 0); 32];
        let mut word = words.len();
        while word > 0 {
            word -= 1;
            let place = &mut places[(words[word].as_bytes()[0] & 0x1f) as usize];
            assert!(place.1 == 0 || place.0 == word + 1, "the words are not beside each other");
            place.1 = if place.1 == 0 { word + 1 } else { place.1 };
            place.0 = word;
        }
        Self { words, places }
    }

    /// The words that begin as the text does here.
    pub(crate) fn at(&self, text: &str, at: usize) -> &'static [&'static str] {
        let first = text.as_bytes().get(at).copied().unwrap_or_default();
        let (start, end) = self.places.get(usize::from(first & 0x1f)).copied().unwrap_or_default();
        self.words.get(start..end).unwrap_or_default()
    }
}

/// A list of words that tells by the first letter and the length that a word is none of them.
pub(crate) struct Words {
    words: &'static [&'static str],
    /// For each first letter a bit for each length.
    lengths: [u32; 32],
}

impl Words {
    #[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
    pub(crate) const fn of(words: &'static [&'static str]) -> Self {
        let mut lengths = [0; 32];
        let mut place = 0;
        while place < words.len() {
            let word = words[place].as_bytes();
            lengths[(word[0] & 0x1f) as usize] |= 1 << (word.len() & 0x1f);
            place += 1;
        }
        Self { words, lengths }
    }

    pub(crate) fn has(&self, word: &str) -> bool {
        let first = word.as_bytes().first().copied().unwrap_or_default() & 0x1f;
        let lengths = self.lengths.get(usize::from(first)).copied().unwrap_or_default();
        lengths >> (word.len() & 0x1f) & 1 == 1 && self.words.contains(&word)
    }
}

/// What a password is called in other languages, in lower case, and what takes one in
/// PowerShell.
pub(crate) const FOREIGN: [&str; 23] = [
    "adgangskode",
    "contrasena",
    "contraseña",
    "convertto-securestring",
    "パスワード",
    "şifre",
    "口令",
    "密码",
    "密碼",
    "hasło",
    "heslo",
    "비밀번호",
    "losenord",
    "lösenord",
    "암호",
    "mot de passe",
    "parola",
    "пароль",
    "Пароль",
    "salasana",
    "senha",
    "wachtwoord",
    "סיסמה",
];

/// What names of secrets are in base64, RFC 4648, at each of the three places at which
/// they may begin.
pub(crate) const ENCODED: [&str; 30] = [
    "0b2tlb",
    "BBU1NXT1JE",
    "BUElfS0VZ",
    "Bhc3N3Z",
    "Bhc3N3b3Jk",
    "FQSV9LRV",
    "FwaUtle",
    "FwaV9rZX",
    "NFQ1JFV",
    "NlY3Jld",
    "QQVNTV09SR",
    "QVBJX0tFW",
    "RPS0VO",
    "Rva2Vu",
    "TRUNSRV",
    "U0VDUkVU",
    "UEFTU1dPUk",
    "UT0tFT",
    "VE9LRU",
    "YXBpS2V5",
    "YXBpX2tle",
    "c2VjcmV0",
    "cGFzc3dk",
    "cGFzc3dvcm",
    "dG9rZW",
    "hcGlLZX",
    "hcGlfa2V5",
    "wYXNzd2",
    "wYXNzd29yZ",
    "zZWNyZX",
];

/// Words that a password is given to, alone or as the end of one: `PGPASSWORD`.
pub(crate) static PASSWORDS: Words = Words::of(&[
    "adminpass",
    "adminpw",
    "authpw",
    "bindpw",
    "dbpass",
    "keyphrase",
    "ldappw",
    "masterauth",
    "mysqlpass",
    "mysqlpw",
    "opw",
    "pass",
    "passcode",
    "pgpass",
    "psk",
    "pw",
    "requirepass",
    "rootpass",
    "rootpw",
    "secretpw",
    "userpass",
    "upw",
    "userpw",
]);
pub(crate) const PASSWORD_ENDS: [&str; 15] = [
    "kennwort",
    "passphrase",
    "passwd",
    "password",
    "passwort",
    "passwrd",
    "paswd",
    "pasword",
    "paswrd",
    "psswd",
    "psword",
    "pssword",
    "pswd",
    "pwd",
    "pword",
];

pub(crate) const SECRETS: [&str; 2] = ["cred", "creds"];
pub(crate) const SECRET_ENDS: [&str; 14] = [
    "accesskey",
    "apikey",
    "appkey",
    "authcode",
    "authkey",
    "bearer",
    "credential",
    "credentials",
    "passkey",
    "privatekey",
    "privkey",
    "secret",
    "secretkey",
    "token",
];

/// What a key is a secret of.
pub(crate) static KEYS_OF: Words = Words::of(&[
    "access",
    "account",
    "activation",
    "admin",
    "aes",
    "api",
    "app",
    "auth",
    "authentication",
    "authorization",
    "cipher",
    "client",
    "consumer",
    "crypt",
    "crypto",
    "decrypt",
    "decryption",
    "deploy",
    "enc",
    "encryption",
    "hmac",
    "ingest",
    "ingestion",
    "integration",
    "licence",
    "license",
    "master",
    "preshared",
    "priv",
    "private",
    "product",
    "root",
    "sas",
    "sec",
    "secret",
    "service",
    "shared",
    "signing",
    "storage",
    "subscription",
    "symmetric",
    "unseal",
    "vpn",
    "webhook",
    "wifi",
    "wireguard",
    "wpa",
    "write",
]);

/// What a key is no secret of.
pub(crate) static NO_KEYS_OF: Words = Words::of(&[
    "array",
    "asset",
    "build",
    "cache",
    "column",
    "commit",
    "composite",
    "config",
    "content",
    "css",
    "data",
    "dict",
    "entry",
    "etag",
    "event",
    "field",
    "file",
    "foreign",
    "group",
    "hash",
    "idempotency",
    "index",
    "issue",
    "item",
    "json",
    "label",
    "locale",
    "lookup",
    "map",
    "menu",
    "message",
    "node",
    "object",
    "param",
    "partition",
    "path",
    "primary",
    "project",
    "property",
    "public",
    "query",
    "react",
    "record",
    "row",
    "session",
    "sort",
]);

/// What may stand behind the word that counts.
pub(crate) static BEHIND: Words = Words::of(&[
    "b64",
    "base",
    "base64",
    "clear",
    "cleartext",
    "current",
    "default",
    "dev",
    "development",
    "env",
    "hex",
    "live",
    "local",
    "new",
    "old",
    "plain",
    "plaintext",
    "prod",
    "production",
    "qa",
    "raw",
    "sandbox",
    "stage",
    "staging",
    "str",
    "string",
    "test",
    "uat",
    "val",
    "value",
]);

/// Where a name ends with one of these, its value is about a secret and none.
pub(crate) static ABOUT: Words = Words::of(&[
    "age",
    "alg",
    "algorithm",
    "arn",
    "bits",
    "class",
    "column",
    "count",
    "digest",
    "endpoint",
    "expires",
    "expiry",
    "field",
    "file",
    "format",
    "hash",
    "header",
    "host",
    "id",
    "ids",
    "index",
    "kind",
    "label",
    "len",
    "length",
    "limit",
    "name",
    "path",
    "policy",
    "prefix",
    "region",
    "scope",
    "size",
    "ttl",
    "type",
    "uri",
    "url",
    "version",
]);
