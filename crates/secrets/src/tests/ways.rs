//! The ways in which code, files and people give a secret to a name.

use std::fmt::Write as _;

use crate::{redact, redact_json};
use serde_json::json;

use super::{check_benign, check_secret, redacted_part};

/// `{v}` is the value, `{n}` a name in lower case, `{N}` in capitals, `{C}` in camel case.
const WAYS: &[&str] = &[
    "{N}={v}",
    "{N} = {v}",
    "export {N}={v}",
    "export {N}='{v}'",
    "set {N}={v}",
    "ENV {N} {v}",
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
    "- name: {N}\n  value: \"{v}\"\n",
    "{\"{n}\": \"{v}\"}",
    "{\\\"{n}\\\": \\\"{v}\\\"}",
    "{\"name\": \"{N}\", \"value\": \"{v}\"}",
    "{\"env\": \"{N}={v}\\nB=1\"}",
    "<{C}>{v}</{C}>",
    "<{C}>\n  {v}\n</{C}>",
    "<entry key=\"{C}\">{v}</entry>",
    "<add key=\"{C}\" value=\"{v}\" />",
    "<string name=\"{n}\">{v}</string>",
    "const {C} = \"{v}\";",
    "const {C}: string = '{v}';",
    "let {n}: &str = \"{v}\";",
    "pub const {N}: &'static str = \"{v}\";",
    "{n}: String::from(\"{v}\"),",
    "{C} := `{v}`",
    "var {C} string = \"{v}\"",
    "String {C} = \"{v}\";",
    "private static final String {N} = \"{v}\";",
    "const char *{n} = \"{v}\";",
    "char {n}[] = \"{v}\";",
    "string {C} = @\"{v}\";",
    "{n}: str = \"{v}\"",
    "{n} = b\"{v}\"",
    "{n} = r'{v}'",
    "self.{n} = \"{v}\"",
    "config['{N}'] = '{v}'",
    "os.environ[\"{N}\"] = \"{v}\"",
    "os.environ.setdefault(\"{N}\", \"{v}\")",
    "setenv(\"{N}\", \"{v}\", 1);",
    "System.setProperty(\"{n}\", \"{v}\")",
    "define('{N}', '{v}');",
    "client.{C}(\"{v}\")",
    "'{n}' => '{v}',",
    ":{n} => \"{v}\"",
    "\"{C}\" => \"{v}\"",
    "if ({C} === \"{v}\") {",
    "--{n}={v}",
    "--{n} {v}",
    "-D{n}={v}",
    "https://example.com/?a=1&{n}={v}&b=2",
    "| {n} | {v} |",
    "**{n}**: `{v}`",
    "The {n} for the test server is {v}",
    "{n} (staging): {v}",
    "variable \"{n}\" {\n  default = \"{v}\"\n}",
    "{N}: '{v}' # rotate me",
    "# {N}={v}",
    "{PATH=/bin, {N}={v}, LC=C}",
    "<key>{C}</key><string>{v}</string>",
    "<name>{n}</name>\n  <value>{v}</value>",
    "<meta name=\"{n}\" content=\"{v}\">",
    "aws ssm put-parameter --name /{n} --value {v}",
    "{\"{n}\": {\"value\": \"{v}\"}}",
    "{n}: !vault {v}",
    "- **{n}** - `{v}`",
    "{n} - '{v}'",
    "return \"{v}\"; // {n}",
    "\"{v}\" # the {n}",
    "the {n} has been rotated to {v}",
    "invalid {n} \"{v}\"",
    "the {n} ({v})",
    "{\\\\\"{n}\\\\\":\\\\\"{v}\\\\\"}",
    "x%26{n}%3D{v}%26a%3D1",
    "&quot;{n}&quot;: &quot;{v}&quot;",
    "os.environ.get(\"{N}\") or \"{v}\"",
    "process.env.{N} || '{v}'",
    "gh secret set {N} --body \"{v}\"",
    "{\"{n}\": [\"{v}\"]}",
    "{n}:\n  - {v}\n",
    "[{n}]\nvalue = \"{v}\"\n",
    "case \"{v}\": // {n}",
    "{{ {n} | default(\"{v}\") }}",
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
    // What is said of a lower-case key may be of any, and only this is said so.
    let is_sentence = |text: &String| text.contains("the ") || text.contains("invalid ");
    kept.retain(|text| !text.contains("stripe_key") || !is_sentence(text));
    kept.retain(|text| !text.starts_with("\"--stripe_key ") && !text.contains("\"char"));
    assert_eq!(kept, [""; 0]);
}

#[test]
fn passwords_with_signs() {
    check_secret("password = \"[S3cr(t)1]\"");
    check_secret("PASSWORD='[a(bc]'");
    check_secret("\"password\": \"[$ecret{x]\"");
    check_secret("spring.datasource.password=[letmein!]");
    check_secret("Server=db;User Id=sa;Pwd=[p4ss];");
    check_secret("CREATE USER app WITH PASSWORD '[hunter]';");
    check_secret("CREATE USER app IDENTIFIED BY '[hunter]'");
    check_secret("machine example.com login alice password [hunter]");
    check_secret("dbPassword: '[correct horse battery]'");
    check_benign("password = \"getPassword()\"");
    check_benign("password: \"string\"");
    check_benign("password=self.password");
    check_benign("password: 'Please enter your password'");
    check_secret("DB_PASSWORD: [letmein]\nDB_HOST: db\n");
    check_secret("PSWD := [S3cret!pass]");
    check_secret("<Pass>[S3cret!pass]</Pass>");
    check_secret("CREATE USER app IDENTIFIED BY [S3cretPass]");
    check_secret("CREATE USER app IDENTIFIED WITH mysql_native_password BY '[S3cretPass]'");
    check_secret("--oauth2-bearer \"[eZs2fjkjD8hUcsQ37b8zHig==]\"");
    check_benign("password: required\n");
}

#[test]
fn keys_of_frameworks_and_registries() {
    check_secret("SECRET_KEY = '[dj-insecure-_du9e^cmago!%(^+=gr@cu@v9-v7]'");
    check_secret("SESSION_SECRET=[InOEbwjsTRlwNIJWFd]");
    check_secret(r#"{"auths":{"quay.example":{"auth":"[cm9ib3Q6aHVudGVyMg==]"}}}"#);
    check_benign("const key = all ? TABS_KEY : TABS_KEY_ALL");
    check_benign("token = 1*tchar");
    check_benign("INET6_TOKEN: _ty_7 = _ty_7::A;\nINET6_CONF: _ty_7 = _ty_7::B;");
    check_benign("pub const VK_A: VIRTUAL_KEY = 194u16;");
    check_benign("{ token: '#abb2bf' }");
    check_benign("\"pbkdf2-password\": \"1.2.1\"");
    check_benign("clientSecret: AUTH0_CLIENT_SECRET,");
    check_benign("Version=10.0.0.0, PublicKeyToken=31bf3856ad364e35, x");
    check_benign("a secret in the store, as explained in https://docs.example.com/a1/b2c3.htm");
}

#[test]
fn what_is_piped() {
    check_secret("echo '[Sup3r S3cret]' | docker login -u ci --password-stdin");
    check_secret("printf %s [Sup3rS3cret] | gh auth login --with-token");
    check_secret("docker login -u ci --password-stdin <<< \"[Sup3rS3cret]\"");
    check_secret("echo \"alice:[Sup3rS3cret]\" | chpasswd");
    check_secret("gpg --batch --passphrase '[Sup3r S3cret]' -c file");
    check_secret("curl -b 'session=[7f3a9b2c4d5e6f708192a3]' https://example.com");
    check_secret("smbclient //server/share -U alice%[Sup3rS3cret]");
    check_benign("echo \"$TOKEN\" | docker login --password-stdin");
    check_benign("cat token.txt | gh auth login --with-token");
    check_benign("curl -b cookies.txt https://example.com");
}

#[test]
fn other_languages_and_phrases() {
    check_secret("Passwort: [Sup3rS3cret]");
    check_secret("Das Passwort lautet [Sup3rS3cret]");
    check_secret("mot de passe : [Sup3rS3cret]");
    check_secret("contraseña: [Sup3rS3cret]");
    check_secret("пароль: [Sup3rS3cret]");
    check_secret("密码：[Sup3rS3cret]");
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    check_secret(&format!("mnemonic: \"[{words}]\""));
    check_secret(&format!("The seed phrase is [{words}]."));
    check_benign("mnemonic: the name of an opcode, as the table of the manual has it on each page");
    check_benign("密码是必填项 пароль обязателен");
}

/// A value that was once a secret is one wherever it stands again.
#[test]
fn a_value_is_taken_out_everywhere() {
    let text = "password=S3cret!pass9\nlogged in with S3cret!pass9 at 7\n";
    assert_eq!(redact(text), "password=[redacted]\nlogged in with [redacted] at 7\n");
    let value = "dFZqvIPCmhFhwNuGSZyboxnWjFLrzDrSimrUF8UaYbY";
    assert_eq!(
        redact(&format!("token = '{value}' | '{value}'")),
        "token = '[redacted]' | '[redacted]'"
    );
    let text = "password=postgres\nthe image postgres\n";
    assert_eq!(redact(text), "password=[redacted]\nthe image postgres\n");
}

#[test]
fn tokens_that_begin_with_a_word() {
    check_secret("acme_zeta_[a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6]");
    check_secret("acme-api-token-[a1b2c3d4e5f6g7h8i9j0k1l2]");
    check_benign("toolu_01A2b3C4d5E6f7G8h9J0k1L2");
    check_benign("sha512-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6");
    check_benign("index-3f0c1d52ab3f0c1d52ab3f0c1d52ab3f0c1d52ab.js");
}

#[test]
fn commands() {
    check_secret("curl -u alice:[hunter] https://example.com");
    check_secret("curl -s --user 'alice:[hun ter]' https://example.com");
    check_secret("curl https://example.com -ualice:[hunter]");
    check_secret("wget --password=[hunter] https://example.com");
    check_secret("mysql -u root -p[hunter] app");
    check_secret("mysqldump -p'[hun(ter]' app > dump.sql");
    check_secret("sshpass -p [hunter] ssh host");
    check_secret("docker login -u ci -p [hunter] registry.example.com");
    check_secret("redis-cli -h cache -a [hunter] ping");
    check_secret("7z a -p[hunter] out.7z src");
    check_secret("zip -P [hunter] out.zip src");
    check_secret("ldapsearch -D cn=admin -w [hunter] -b dc=example");
    check_secret("openssl enc -aes-256-cbc -pass pass:[hunter] -in a");
    check_secret("cd a && curl \\\n  -u alice:[hunter] \\\n  https://example.com");
    check_benign("docker run -p 8080:80 -u 1000:1000 nginx");
    check_benign("curl -u alice https://example.com");
    check_benign("curl -u $USER:$PASS https://example.com");
    check_benign("git push -u origin feature:main");
    check_benign("mysql -p -u root app");
    check_benign("mkdir -p target/x && docker login");
}

#[test]
fn headers_and_cookies() {
    check_secret("Cookie: session=[a1b2c3d4e5f6g7]; theme=dark");
    check_secret("Set-Cookie: sid=[a1b2c3d4e5f6g7]; Path=/; HttpOnly");
    check_secret("-H 'Cookie: _gh_sess=[a1b2c3d4e5f6g7]'");
    check_secret("X-Api-Key: [a1b2c3d4e5f6g7]");
    check_secret("-H \"Private-Token: [a1b2c3d4e5f6g7]\"");
    check_secret("\"Authorization\": \"Basic [dXNlcjpwYXNz]\"");
    check_secret("Authorization: token [a1b2c3d4e5f6g7h8]");
    check_secret("sent Basic [dXNlcjpodW50ZXI=] to the proxy");
    check_benign("Cookie: theme=dark; lang=en");
    check_benign("Basic authentication and basic dictionary");
    check_benign("Set(\"Authorization\", \"Basic \"+base64.StdEncoding.EncodeToString(pair))");
}

#[test]
fn addresses() {
    check_secret(
        "https://example.blob.core.windows.net/c?sv=2024&sig=[a1b2C3d4E5f6G7h8I9j0%2Bk1L2m3%3D]",
    );
    check_secret("https://x-access-token:[a1b2c3d4]@github.com/a/b");
    check_secret("https://[q8Zt3mV5x9Lc2Rw7q8Zt3]@github.com/a/b");
    check_secret("postgres://app:[p@ss]@db:5432/app");
    check_secret("postgres://app:[pa/ss]@db/app");
    check_secret(
        "amqps://[0f1e2d3c4b5a6978:hunter]@mq"
            .replace('[', "app:[")
            .replace(":hunter", "hunter")
            .as_str(),
    );
    check_benign("https://example.com/a:b@c");
    check_benign("ssh://git@example.com:22/a");
}

#[test]
fn names_of_things_are_no_secrets() {
    for text in [
        "the last token PARSER-77",
        "key: SEC-68",
        "token = v1.2.3",
        "The token is 3f0c1d52ab3f0c1d52ab3f0c1d52ab3f0c1d52ab.",
        "the key is d41d8cd98f00b204e9800998ecf8427e",
        "token is 00000001-0000-4000-8000-000000000001",
        "secret: HMAC-SHA256",
        "pass: `cargo test --lib foo2`",
        "Verdict::Pass => \"silent: the host decides\"",
    ] {
        check_benign(text);
    }
}

#[test]
fn json_values() {
    let mut value = json!({
        "user": "ann", "password": "hunter", "n": 7, "nothing": null,
        "env": [{"name": "x", "line": "DB_PASSWORD=hunter2"}],
        "stripe": {"apiKey": "a1b2c3d4e5f6", "tokens": ["a", "b"]},
        "session_id": "7f0f6a0e-6a1c-4a53-9a6e-0f1d2c3b4a59",
    });
    assert!(redact_json(&mut value));
    assert_eq!(
        value,
        json!({
            "user": "ann", "password": "[redacted]", "n": 7, "nothing": null,
            "env": [{"name": "x", "line": "DB_PASSWORD=[redacted]"}],
            "stripe": {"apiKey": "[redacted]", "tokens": ["a", "b"]},
            "session_id": "7f0f6a0e-6a1c-4a53-9a6e-0f1d2c3b4a59",
        })
    );
    assert!(!redact_json(&mut value), "twice is as once");
}

/// Neither takes a time that grows with the square of the length.
#[test]
fn long_texts_end() {
    for part in [
        "sk-",
        "token=",
        "token='",
        "\"token\">",
        "a://",
        "cookie:a=b ",
        " -u ",
        "hf_",
        "key-",
        "-----BEGIN A",
        "eyJ.",
        "password: ",
        "secret_",
        "<password ",
        "EAA",
        "%s(",
        "token (",
    ] {
        let text = part.repeat(40_000 / part.len());
        let clean = redact(&text);
        assert!(clean.len() <= text.len() + 100, "{part}");
    }
}
