//! Names with the values that they are given.

use std::fmt::Write as _;

use super::{check_benign, check_secret, redacted_part};
use crate::redact;

/// `{v}` is the value, `{n}` a name in lower case, `{N}` in capitals, `{C}` in camel case.
const WAYS: &[&str] = &[
    "{N}={v}",
    "{N} = {v}",
    "export {N}='{v}'",
    "ENV {N}={v}",
    "{N} := \"{v}\"",
    "{N} ::= \"{v}\"",
    "{N} :::= {v}",
    "{N} ?= {v}",
    "{N} += \"{v}\"",
    "${C} .= \"{v}\";",
    "${C} ??= '{v}';",
    "{C} ||= \"{v}\"",
    "{n}: {v}",
    "{n}: '{v}'",
    "  {n}: \"{v}\"",
    "{n}: |\n  {v}\n",
    "{n}: >-\n  {v}\n",
    "- name: {N}\n  value: {v}\n",
    "{\"{n}\": \"{v}\"}",
    "{\\\"{n}\\\": \\\"{v}\\\"}",
    "{\"name\": \"{N}\", \"value\": \"{v}\"}",
    "{\"env\": \"{N}={v}\\nB=1\"}",
    "<{C}>{v}</{C}>",
    "<{C}>\n  {v}\n</{C}>",
    "<add key=\"{C}\" value=\"{v}\" />",
    "const {C} = \"{v}\";",
    "const {C}: string = '{v}';",
    "let {n}: &str = \"{v}\";",
    "pub const {N}: &'static str = \"{v}\";",
    "{C} := `{v}`",
    "var {C} string = \"{v}\"",
    "String {C} = \"{v}\";",
    "private static final String {N} = \"{v}\";",
    "const char *{n} = \"{v}\";",
    "char {n}[] = \"{v}\";",
    "string {C} = @\"{v}\";",
    "{n}: str = \"{v}\"",
    "{n} = b\"{v}\"",
    "self.{n} = \"{v}\"",
    "config['{N}'] = '{v}'",
    "os.environ[\"{N}\"] = \"{v}\"",
    "setenv(\"{N}\", \"{v}\", 1);",
    "System.setProperty(\"{n}\", \"{v}\")",
    "define('{N}', '{v}');",
    "'{n}' => '{v}',",
    ":{n} => \"{v}\"",
    "if ({C} === \"{v}\") {",
    "--{n}={v}",
    "--{n} {v}",
    "[\"--{n}\", \"{v}\"]",
    "-D{n}={v}",
    "https://example.com/?a=1&{n}={v}&b=2",
    "**{n}**: `{v}`",
    "{N}: '{v}' # rotate me",
    "# {N}={v}",
    "{PATH=/bin, {N}={v}, LC=C}",
    "{\"{n}\": [\"{v}\"]}",
];

const NAMES: &[(&str, &str)] = &[
    ("db_password", "S3cr3t!pass"),
    ("api_token", "a1b2c3d4e5f6g7h8"),
    ("client_secret", "q8Zt3mV5x9Lc2Rw7"),
    ("aws_secret_access_key", "wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEK3Y9"),
    ("api_key", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
    ("stripe_key", "Zx8cV7bN6mA5sD4fG3hJ2kL1"),
];

fn written(way: &str, name: &str, value: &str) -> String {
    let mut camel = String::new();
    for (number, part) in name.split('_').enumerate() {
        let (first, rest) = part.split_at(1);
        let first = if number > 0 { first.to_uppercase() } else { first.to_owned() };
        write!(camel, "{first}{rest}").unwrap();
    }
    let text = way.replace("{v}", value).replace("{n}", name);
    text.replace("{N}", &name.to_uppercase()).replace("{C}", &camel)
}

#[test]
fn a_value_is_a_secret_in_every_way_of_writing() {
    let mut kept = Vec::new();
    for way in WAYS {
        for (name, value) in NAMES {
            let text = written(way, name, value);
            if redacted_part(&text) != Some(value) {
                kept.push(format!("{text:?} {:?}", redact(&text)));
            }
        }
    }
    assert_eq!(kept, [""; 0]);
}

#[test]
fn passwords() {
    check_secret("password=«hunter»");
    check_secret("PGPASSWORD=«correcthorse» psql");
    check_secret("DB_PASS=«horse9»");
    check_secret("\"password\": \"«correct horse»\"");
    check_secret("password: '«hunter»'");
    check_secret("The password is «hunter2» now");
    check_secret("The server takes password=«hunter2secret.»\n");
    check_secret("mysql --password «hunter2x»");
    check_secret("Server=db;User=sa;Password=«S3cret»;");
    check_secret("password=\"«a\\\"b9longtail»\"");
    check_secret("password = \"«S3cr(t)1»\"");
    check_secret("PASSWORD='«a(bc»'");
    check_secret("\"password\": \"«$ecret{x»\"");
    check_secret("spring.datasource.password=«letmein!»");
    check_secret("machine example.com login alice password «hunter2x»");
    check_secret("<Pass encoding=\"base64\">«aHVudGVyMg==»</Pass>");
    check_benign("The password is correct.");
    check_benign("password: String, token: &str");
    check_benign("password=$PASSWORD");
    check_benign("password=${DB_PASSWORD}");
    check_benign("password=<your password>");
    check_benign("password=****");
    check_benign("password=read_password()");
    check_benign("password=self.password");
    check_benign("connect(password=password, user=user)");
    check_benign("proxy_password=self._options[\"password\"],");
    check_benign("password = \"getPassword()\"");
    check_benign("password: 'Please enter your password'");
    check_benign("password: required\n");
    check_benign("bypass=always1 compass=north");
    check_benign("Ask for the password before the upload.");
    check_benign("pass: `cargo test --lib foo2`");
    check_benign("a two-pass memchr2+SWAR code");
}

#[test]
fn keys_and_tokens() {
    check_secret("API_KEY=«a1b2c3d4e5»");
    check_secret("AWS_SECRET_ACCESS_KEY=«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»");
    check_secret("AccountKey=«6jqh42QQjWWBwoPGGR/Jr0PZjhBMZVbHm/gpzdF1pSRQ9A==»;End");
    check_secret("SECRET_KEY_BASE=«a1b2c3d4e5f6a1b2c3d4e5f6»");
    check_secret("SECRET_KEY = '«dj-insecure-_du9e^cmago!%(^+=gr@cu@v9-v7»'");
    check_secret("\"auths\": {\"quay.example\": {\"auth\": \"«cm9ib3Q6aHVudGVyMg==»\"}}");
    check_secret("secret access key: «a1b2c3d4e5f6»");
    check_secret("The token is «a1b2c3d4e5f6g7h8», I put it into .env");
    check_benign("token for the lexer state2");
    check_benign("primary_key=column1");
    check_benign("max_tokens=128000");
    check_benign("let token = lexer.next();");
    check_benign("token: Token::Number2");
    check_benign("tokens[0] is the keyword, token 1 the name");
    check_benign("secret: config/secrets1.yaml");
    check_benign("secret = secrets[index0]");
    check_benign("key: SEC-68");
    check_benign("The token is 3f0c1d52ab3f0c1d52ab3f0c1d52ab3f0c1d52ab.");
    check_benign("const KEY2: u128 = 0x6363_6363_6363_6363;");
    check_benign("clientSecret: AUTH0_CLIENT_SECRET,");
    check_benign("Version=10.0.0.0, PublicKeyToken=31bf3856ad364e35, x");
    check_benign("throw Error(\"state: \"+l+\", token: \"+n);switch(q[0]){case 1:e.push(\"k\")}");
}
