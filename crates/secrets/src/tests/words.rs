//! Passwords that are words, where a line or a call gives them to a name, and what programs and
//! files take without any name.

use super::{check_benign, check_secret, redacted_part};
use crate::{REDACTED, redact};

/// The same as [`check_secret`] of a text of which nothing may be on the same line.
#[track_caller]
fn check_file(text: &str) {
    let (before, rest) = text.split_once("[[").unwrap();
    let (secret, after) = rest.split_once("]]").unwrap();
    let leaky = format!("{before}{secret}{after}");
    assert_eq!(redact(&leaky), format!("{before}{REDACTED}{after}"), "{leaky}");
}

#[test]
fn words_of_settings() {
    check_file("db:\n  password: [[orange]]\n  host: db\n");
    check_file("- name: admin\n  user:\n    username: admin\n    password: [[orange]]");
    check_file("[pypi]\nusername = ann\npassword = [[orange]]\n");
    check_file("db:\n  user: ann\n  pass: [[orange]]\n");
    check_file("password: &pw [[orange]]\n");
    check_file("bindpw [[orange9]]\n");
    check_file("  auth_pass [[orange]]\n");
    check_file("JWT_SECRET=[[orangebanana]]\n");
    check_file("app.secret_key = '[[orangebanana]]'");
    check_file("apiKey: [[qpsbnoewdmdsoeg]]\n");
    check_file("my_password_secure = \"[[hunter2x]]\"");
    check_benign("interface User {\n  password: string\n}\n");
    check_benign("{\n  email: email,\n  password: hashed\n}\n");
    check_benign("class Login:\n    user = name\n    password = attempt\n");
    check_benign("password: required\n");
    check_benign("this.appSecret = options.appSecret;\n");
    check_benign("secretName: my-tls-secret\n");
}

#[test]
fn words_in_calls() {
    check_secret("user.setPassword(\"[orange]\")");
    check_secret("define('DB_PASSWORD', '[orange]');");
    check_secret("new NetworkCredential(\"ann\", \"[orange]\")");
    check_secret("mysqli_connect(\"db\", \"root\", \"[orange]\", \"app\")");
    check_secret("crypto.createHmac('sha256', '[orangebanana]')");
    check_secret(
        "jwt.sign({ id: user.id, a: [f(1, 2)] }, \"[orangebanana]\")"
            .replace("[f", "{f")
            .replace("2)]", "2)}")
            .as_str(),
    );
    check_secret("AES.new(b'[0123456789abcdef]', AES.MODE_CBC)");
    check_secret("if (pass.equals(\"[orange9x]\"))");
    check_secret("if (\"[orange9x]\" == password)");
    check_secret("strcmp(password, \"[orange9x]\")");
    check_secret("password = os.environ.get('PW', '[orange]')");
    check_secret("password: ENV.fetch(\"PW\") { \"[orange]\" }");
    check_secret("password: ${DB_PASSWORD:[orange]}");
    check_secret("echo ${DB_PASSWORD:-[orange]}");
    check_secret("INSERT INTO users (name, password) VALUES ('a, b', '[orange9x]');");
    check_secret("ALTER ROLE ann PASSWORD '[orange]';");
    check_secret("variable \"db_password\" {\n  type = string\n  default = \"[orange]\"\n}");
    check_benign("jwt.sign(payload, 'secret')");
    check_benign("jwt.sign(payload, process.env.JWT_SECRET, 'HS256')");
    check_benign("setPassword(\"Enter your password:\")");
    check_benign("${DB_PASSWORD:?must be set}");
    check_benign("(\"PASSWORD\", \"non-reserved\")");
    check_benign("INSERT INTO tokens (token, expires_at) VALUES ($1, $2);");
}

#[test]
fn words_of_commands() {
    check_secret("cqlsh -u ann -p [orange]");
    check_secret("ipmitool -H host -U ann -P [orange] power status");
    check_secret("gpg --batch --passphrase [orange] -d x.gpg");
    check_secret("cmdkey /add:host /user:ann /pass:[orange9x]");
    check_secret("net user ann [Orange123!] /add");
    check_secret("sqlplus scott/[tiger]@orcl");
    check_secret("snmpwalk -v2c -c [s3cr3tcomm] host");
    check_secret("echo \"[orange]\" | passwd --stdin ann");
    check_secret("curl -H \"X-API-Key: [orange-banana]\" https://example.com");
    check_secret("curl 'https://example.com/?api_key=[orangebanana]'");
    check_secret("-H 'Authorization: Bearer [orange-token-99]'");
    check_benign("docker run -u 1000:1000 -p 8080:80 nginx");
    check_benign("sudo -u ann mkdir -p build");
    check_benign("mysql -u root -p app");
    check_benign("Use --password with care, or the --password-file option.");
    check_benign("tool [--password PASSWORD] [--user USER]");
    check_benign("net user commands are listed in the manual");
}

#[test]
fn files_and_addresses_without_a_name() {
    check_secret("root:[orange]@tcp(127.0.0.1:3306)/app");
    check_secret("jdbc:oracle:thin:scott/[tiger]@//db:1521/orcl");
    check_file("db.example.net:5432:app:ann:[[orange]]\n");
    check_secret(
        "ann:{SSHA}[DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3]".replace("{SSHA}[", "{[SSHA}").as_str(),
    );
    check_secret("Login: ann / [orange9x]");
    check_secret("creds are ann:[orange9x]");
    check_secret("PIN: [4821]");
    check_secret("backup codes: [12345678 87654321]");
    check_secret("your verification code is [482193]");
    check_benign("postgres://localhost:5432/app and localhost:5432: refused");
    check_benign("pin: 13, pull: up");
    check_benign("The spin: 12345 turns");
}

#[test]
fn keys_of_services_and_random_values() {
    let hash = "9f86d081884c7d659a2feaa0c55ad015";
    for before in ["DATADOG = \"", "new_relic: '", "rollbar: ", "bugsnag.start(\"", "mailgun "] {
        let text = format!("{before}{hash}");
        assert_eq!(redacted_part(&text), Some(hash), "{text}");
        check_benign(&format!("commit {before}{hash}"));
    }
    check_secret("new Client(\"[aB3dE5gH7jKmN9pQrS1tUvWxYz2C4F6]\")");
    check_secret("key = bytes.fromhex(\"[9f86d081884c7d659a2feaa0c55ad015]\")");
    check_benign("checksum = \"9f86d081884c7d659a2feaa0c55ad015\"");
    check_benign("\"id\": \"aB3dE5gH7jKmN9pQrS1tUvWxYz2C4F6\"");
    check_benign("data:image/png;base64,aB3dE5gH7jKmN9pQrS1tUvWxYz2C4F6/abc");
}

#[test]
fn lists_of_bytes() {
    let bytes = "0x9f, 0x86, 0xd0, 0x81, 0x88, 0x4c, 0x7d, 0x65, 0x9a, 0x2f, 0xea, 0xa0, 0xc5, 0x5a, 0xd0, 0x15";
    let text = format!("static const uint8_t key[] = {{ {bytes} }};");
    assert_eq!(redacted_part(&text), Some(bytes));
    let bytes = "174,47,154,16,202,193,206,113,199,190,53,133,169,175,31,56";
    let text = format!("\"privateKey\": [{bytes}]");
    assert_eq!(redacted_part(&text), Some(bytes));
    check_benign("key = [1, 2, 3]");
    check_benign(
        "keys: [1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 1000, 1, 2, 3, 4, 5, 6]",
    );
    assert_eq!(redact("key: [").len(), 6);
}

#[test]
fn values_with_all_signs_and_pairs() {
    check_file("A=1\nSECRET_KEY=[[r&lvy1*k+qq)=x-!=0yd5l5#1gxz@ru2_9^]]\nB=2\n");
    check_secret("curl --user ann:'[hunter2x]' https://example.com");
    let id = ["AKIA", "Z2ABQ3XY7MKLP4RT"].concat();
    let key = "wJalrXUtnFEMIK7MDENGbPxRfiCYzEXAMPLEK3Y9";
    assert_eq!(redact(&format!("{id}\n{key}\n")), "[redacted]\n[redacted]\n");
    check_benign(":type token: V1ServiceAccountTokenProjection");
    check_benign("client_secret=client_secret,");
}
