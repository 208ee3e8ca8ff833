//! Ways of writing that somebody found who attacked the crate.

use super::{check_benign, check_secret, letters};
use crate::redact;

/// A private key with an end, and with something before and behind each of its lines.
fn key_within(mut around: impl FnMut(usize, &str) -> String) -> String {
    let digits = format!("{}x", letters(63));
    let begin = "-----BEGIN RSA PRIVATE KEY-----";
    let lines = [begin, &digits, &digits, "aB3dE5==", "-----END RSA PRIVATE KEY-----"];
    let lines: Vec<_> = (7..).zip(lines).map(|(number, line)| around(number, line)).collect();
    lines.join("\n")
}

/// What stands before and behind a line that has this number.
type Around = fn(usize) -> (String, &'static str);

#[test]
fn private_keys_go_on_behind_what_stands_before_their_lines() {
    let ways: [Around; 13] = [
        |number| (format!("{number:6}\t"), ""),
        |number| (format!("{number:6}→"), ""),
        |number| (format!("{number}:"), ""),
        |number| (format!("key.pem{}{number}-", if number == 7 { ":" } else { "-" }), ""),
        |_| ("web-1  | ".to_owned(), ""),
        |number| (format!("2026-01-02T10:00:{number:02}.{number}Z web "), ""),
        |_| ("+".to_owned(), ""),
        |_| ("-".to_owned(), ""),
        |_| ("> ".to_owned(), ""),
        |_| ("- ".to_owned(), ""),
        |_| ("//! ".to_owned(), ""),
        |_| (String::new(), "\x1b[0m"),
        |_| ("\x1b[32m+".to_owned(), "\x1b[m"),
    ];
    for around in ways {
        let text = key_within(|number, line| {
            let (before, behind) = around(number);
            format!("{before}{line}{behind}")
        });
        let (before, behind) = around(7);
        let clean = redact(&text).into_owned();
        assert_eq!(clean, format!("{before}[redacted]{behind}"), "{text}");
        // Cut before its end.
        let (cut, _) = text.rsplit_once('\n').unwrap();
        let cut = format!("{cut}\nand so on");
        assert!(!redact(&cut).contains(&letters(20)), "{cut}");
        assert!(redact(&cut).ends_with("\nand so on"), "{cut}");
    }
}

#[test]
fn a_page_about_keys_keeps_what_is_below_their_first_line() {
    for (before, below) in
        [("web | ", "web | started"), ("- ", "- run it"), ("  1\t", "  2\tfn a()")]
    {
        let text = format!("{before}-----BEGIN PRIVATE KEY-----\n{below}\n");
        assert_eq!(redact(&text), format!("{before}[redacted]\n{below}\n"));
    }
    check_benign("web | -----BEGIN PUBLIC KEY-----\nweb | MII");
}

#[test]
fn passwords_with_signs_of_code() {
    for sign in ["(", "<", "{", "[", "%", "$", "|", "&", ";", ","] {
        for value in [
            format!("{sign}k3Rw9xQpLm2aT7u"),
            format!("k3Rw9xQ{sign}pLm2aT7u"),
            format!("k3Rw9xQpLm2aT7u{sign}"),
        ] {
            let given = [
                ("DB_PASSWORD=", "\nDB_HOST=x"),
                ("db:\n  password: ", "\n"),
                ("{\"password\":\"", "\"}"),
                ("app --password='", "' -x"),
                ("{\"api_key\":\"", "\"}"),
                ("API_TOKEN=", "\n"),
            ];
            for (before, behind) in given {
                // A comma at the end is one of the line's.
                if value.ends_with([',', ';', '&']) && !behind.starts_with(['"', '\'']) {
                    continue;
                }
                let text = format!("{before}{value}{behind}");
                assert_eq!(redact(&text), format!("{before}[redacted]{behind}"), "{text}");
            }
        }
    }
    check_secret("postgres://app:[%k3Rw9xQpLm2aT7u]@db/x");
    check_secret("curl -u 'ann:[$k3Rw9xQpLm2aT7u]' x");
    check_benign("    self.password = $oauth2Token1Value;");
    check_benign("password=<Password1OfYours>");
    check_benign("token = Items[Index1](Name2)");
    check_benign("let token=getToken1(aB3dE5);");
    check_benign("password=${Db1PasswordX9}");
}

/// `[` and `]` around what is taken out, as `<` and `>` here: the signs of colours have brackets.
#[track_caller]
fn check_hidden(text: &str) {
    let (before, rest) = text.split_once('<').unwrap();
    let (secret, behind) = rest.rsplit_once('>').unwrap();
    let leaky = format!("{before}{secret}{behind}");
    assert_eq!(redact(&leaky), format!("{before}[redacted]{behind}"), "{leaky:?}");
}

#[test]
fn what_is_not_shown_stands_between() {
    check_hidden("\x1b[32mpassword\x1b[0m=\x1b[33m<hunter42>\x1b[0m");
    check_hidden("\x1b[34;1m\"password\"\x1b[0m\x1b[1;39m:\x1b[0m \x1b[0;32m\"<hunter42>\"\x1b[0m");
    check_hidden("\x1b[1mPassword:\x1b[0m <Tr0ub4dor&3x>");
    check_hidden("password: \u{a0}<hunter42>");
    check_hidden("password:\u{a0}<hunter42>\u{a0}");
    check_hidden("password\u{200b}=<hunter42>");
    check_hidden("pass\u{200b}word=<hunter42>");
    check_hidden("\u{feff}password=<hunter42\u{200b}>\n");
    let (first, second) = (letters(18), letters(18));
    check_hidden(&format!("a <ghp_{first}\x1b[0m{second}>\x1b[m b"));
    check_hidden(&format!("a <ghp_{first}\u{200b}{second}> b"));
    check_hidden(&format!("x\x1b[31m<ghp_{first}{second}>\x1b[m b"));
    check_benign("\x1b[32mpassword\x1b[0m is \x1b[33mcorrect\x1b[0m");
    check_benign("ein\u{a0}Passwort\u{200b} und é \x1b[ \x1b[12");
}

#[test]
fn tokens_begin_behind_escapes() {
    let token = format!("ghp_{}", letters(36));
    for before in ["\\u0022", "a=1\\u0026", "a\\u003d", "t=3D", "=3D", "x=20", "\\n", "%3D"] {
        check_secret(&format!("{before}[{token}]\\u0022"));
    }
    let id = "AKIAQ3ZBN2KWX7MPLD4T";
    check_secret(&format!("\\u0026[{id}]"));
    for before in ["x0022", "\\u00x2", "3D", "a=zz"] {
        check_benign(&format!("{before}{id}"));
    }
}

#[test]
fn programs_and_code_that_were_not_known() {
    check_secret("curl -sSu ann:[hunter42] https://x");
    check_secret("curl -X GET -fsSLu 'ann:[hunter42]' https://x");
    check_secret("++ mysql -u root '-p[hunter42]' app");
    check_secret("keytool -genkey -storepass [hunter42] -alias a");
    check_secret("htpasswd -b -c .ht ann [hunter42]");
    check_secret("bundle config set gems.x ann:[hunter42]");
    check_secret("poetry config http-basic.x ann [hunter42]");
    check_secret("composer config http-basic.x ann [hunter42]");
    check_secret("rabbitmqctl add_user ann [hunter42]");
    check_secret("public string Password { get; set; } = \"[hunter42]\";");
    check_secret("Dim password As String = \"[hunter42]\"");
    check_secret("Config {\n    password: Some(\n        \"[hunter42]\",\n    ),\n}");
    check_benign("curl -sSu $USER:$PASSWORD https://x");
    check_benign("curl -fsSL https://x:8080/menu");
    check_benign("x: {{ .Values.tls.keystorePassword | b64enc | quote }}");
    check_benign("the token is ColonToken$1 here");
    check_benign("log_pass \"Creating_pools1 works.\"");
    check_benign("public string Password { get; set; } = null;");
    let dump = "array(1) {\n  [\"password\"]=>\n  string(8) \"hunter42\"\n}";
    assert_eq!(redact(dump), dump.replace("hunter42", "[redacted]"));
}
