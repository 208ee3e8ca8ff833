//! Which options of which programs take a password.

/// An option of some programs whose value is a password.
pub(super) struct PasswordOption {
    pub(super) programs: &'static [&'static str],
    pub(super) options: &'static [&'static str],
    pub(super) place: Place,
    /// A subcommand, if only that has the option.
    pub(super) with: &'static str,
}

/// Where the password stands.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// Right behind the option, or else it is none.
    Attached,
    /// There, or in the next word.
    Anywhere,
    /// There, behind the name of a user and this sign.
    Behind(char),
    /// There, as cookies.
    Cookies,
}

pub(super) const OPTIONS: [PasswordOption; 19] = [
    PasswordOption {
        programs: &["curl", "wget", "http", "https", "xh", "xhs", "curlie", "hurl"],
        options: &["--user", "--proxy-user", "-u", "-U"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["http", "https", "xh", "xhs"],
        options: &["-a", "--auth"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["etcdctl"],
        options: &["--user"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["snmpget", "snmpwalk", "snmpset", "snmpbulkwalk", "snmptrap"],
        options: &["-c", "-A", "-X"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["skopeo", "buildah", "podman"],
        options: &["--creds", "--src-creds", "--dest-creds"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlsh",
            "mariadb",
            "mariadb-dump",
            "7z",
            "7za",
            "7zz",
            "rar",
            "unrar",
        ],
        options: &["-p"],
        place: Place::Attached,
        with: "",
    },
    PasswordOption {
        programs: &["docker", "podman", "nerdctl", "helm", "oras", "crane", "buildah", "az"],
        options: &["-p"],
        place: Place::Anywhere,
        with: "login",
    },
    PasswordOption {
        programs: &[
            "sshpass",
            "mongo",
            "mongosh",
            "mongodump",
            "mongorestore",
            "mongoexport",
            "mongoimport",
        ],
        options: &["-p"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["redis-cli", "valkey-cli"],
        options: &["-a", "--pass"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["openssl"],
        options: &["-k", "-K"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["ssh-keygen"],
        options: &["-N", "-P"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption { programs: &["gh"], options: &["-b"], place: Place::Anywhere, with: "secret" },
    PasswordOption {
        programs: &["curl", "curlie"],
        options: &["--cookie", "-b"],
        place: Place::Cookies,
        with: "",
    },
    PasswordOption {
        programs: &["smbclient", "rpcclient", "net"],
        options: &["--user", "-U"],
        place: Place::Behind('%'),
        with: "",
    },
    PasswordOption {
        programs: &["xfreerdp", "wfreerdp", "xfreerdp3"],
        options: &["/p:"],
        place: Place::Attached,
        with: "",
    },
    PasswordOption {
        programs: &["useradd", "usermod"],
        options: &["-p", "--password"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["zip", "unzip", "sqlcmd", "bcp"],
        options: &["-P"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami"],
        options: &["-w"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["keytool", "jarsigner"],
        options: &["-storepass", "-keypass"],
        place: Place::Anywhere,
        with: "",
    },
];

/// For the second byte of an option a bit for each line of [`OPTIONS`] that has one; for the third
/// where the second is a hyphen.
static SHORT: [u32; 128] = by_byte(1);
static LONG: [u32; 128] = by_byte(2);

/// A bit for each line that may have the option here.
pub(super) fn rows(text: &str, at: usize) -> u32 {
    let byte = |place: usize| text.as_bytes().get(at + place).map_or(0, |byte| usize::from(*byte));
    let (table, byte) =
        if byte(1) == usize::from(b'-') { (&LONG, byte(2)) } else { (&SHORT, byte(1)) };
    table.get(byte).copied().unwrap_or_default()
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn by_byte(place: usize) -> [u32; 128] {
    let mut rows = [0; 128];
    let mut row = 0;
    while row < OPTIONS.len() {
        let options = OPTIONS[row].options;
        let mut option = 0;
        while option < options.len() {
            let bytes = options[option].as_bytes();
            if (bytes[1] == b'-') == (place == 2) {
                rows[bytes[place] as usize] |= 1 << row;
            }
            option += 1;
        }
        row += 1;
    }
    rows
}
