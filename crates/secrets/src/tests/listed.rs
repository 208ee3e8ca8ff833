//! Values that stand apart from their names, and texts that are encoded as a whole.

use super::{check_benign, check_secret, redacted_part};
use crate::{REDACTED, redact};

#[test]
fn lists_of_arguments() {
    check_secret(r#"Command("psql", "--password", "[hunter]")"#);
    check_secret(r#"cmd.arg("--password").arg("[hunter]")"#);
    check_secret("args:\n  - \"--api-key\"\n  - \"[a1b2c3d4e5f6g7h8]\"\n");
    check_secret(r#"{"api_key", "[a1b2c3d4e5f6g7h8]"}"#);
    check_benign(r#"parser.add_argument("--password", "-p", help="The password")"#);
    check_benign(r#"["username", "password", "email"]"#);
    check_benign(r#"fields = ["old_password", "new_password1", "new_password2"]"#);
    check_benign("['ssh2_auth_password', 'ssh2_auth_pubkey_file']");
}

#[test]
fn names_and_values_of_one_object() {
    check_secret(r#"{"value": "[S3cr3t!pass]", "name": "DB_PASSWORD"}"#);
    check_secret(r#"{"Key": "API_TOKEN", "Type": "x", "Value": "[a1b2c3d4e5f6g7h8]"}"#);
    check_secret(r#"{"ParameterKey":"dbPassword","ParameterValue":"[S3cr3t!pass]"}"#);
    check_secret(r#"<param value="[S3cr3t!pass]" name="db_password"/>"#);
    check_secret(r#"<property name="dbPassword"><value>[S3cr3t!pass]</value></property>"#);
    let data = "<token><![CDATA[a1b2c3d4e5f6g7h8]]></token>";
    assert_eq!(redacted_part(data), Some("a1b2c3d4e5f6g7h8"));
    check_secret("<tr><td>db_password</td><td>[S3cr3t!pass]</td></tr>");
    check_benign(r#"{"value": "green", "name": "token", "id": 7}"#);
}

#[test]
fn values_on_the_next_line() {
    check_secret("api_token:\n\n    [a1b2c3d4e5f6g7h8]\n");
    check_secret("db_password:\r\n  [S3cr3t!pass]\r\n");
    check_secret("api_key = (\n    \"[0f1e2d3c4b5a69788796a5b4c3d2e1f0]\"\n)");
    check_secret("const apiKey =\n    '[0f1e2d3c4b5a69788796a5b4c3d2e1f0]';");
    check_benign("token:\n  kind: string1\n");
    check_benign("password:\n  required\n");
}

#[test]
fn a_user_and_a_password() {
    check_secret(r#"requests.get(url, auth=("ann", "[S3cr3t!pass]"))"#);
    check_secret(r#"auth=HTTPBasicAuth("ann", "[S3cr3t!pass]")"#);
    check_secret(r#".basic_auth("ann", Some("[S3cr3t!pass]"))"#);
    check_secret(r#"req.SetBasicAuth("ann", "[sunflower42]")"#);
    check_secret(r#"new NetworkCredential("ann", "[sunflower42]")"#);
    check_secret(r#"imap.login("ann@example.com", "[sunflower42]")"#);
    check_benign(r#"auth=("user", "pass")"#);
    check_benign(r#"login("ann", password)"#);
}

#[test]
fn what_is_escaped() {
    check_secret("%22api_key%22%3A%22[0f1e2d3c4b5a69788796a5b4c3d2e1f0]%22");
    check_secret(r"\u0022api_key\u0022:\u0022[0f1e2d3c4b5a69788796a5b4c3d2e1f0]\u0022");
    check_secret("Authorization: Bearer [h480djs9]");
    check_secret(r#"{"Authorization": f"Bearer [a1b2c3d4e5]"}"#);
}

/// `DB_PASSWORD=hunter2x` and `{"client_secret": "..."}` in base64.
#[test]
fn texts_in_base64() {
    check_secret("data: [UE9SVD04MApEQl9QQVNTV09SRD1odW50ZXIyeAo=]");
    check_secret("data: [eyJjbGllbnRfc2VjcmV0IjogInE4WnQzbVY1eDlMYzJSdzcifQ==]");
    check_benign("data: VGhlIHBhc3N3b3JkIGlzIGFza2VkIGZvciBsYXRlci4=");
}

#[test]
fn private_keys_without_armour() {
    let value = "7h3Kq9ZtLm2Vx5Rw8Bn4Cf6Dg1Hj0PsT7h3Kq9ZtLm2".repeat(3);
    check_secret(&format!("{{\"kty\":\"EC\",\"crv\":\"P-256\",\"d\":\"[{value}]\"}}"));
    check_secret(&format!("key [MIIEowIBAAKCAQEA{value}] end"));
    check_benign(&format!("{{\"d\": \"{value}\"}}"));
    let pem = format!("-----BEGIN PRIVATE KEY-----{value}-----END PRIVATE KEY-----");
    assert_eq!(redacted_part(&format!("a {pem} b")), Some(pem.as_str()));
}

#[test]
fn commands_that_hand_a_secret_on() {
    check_secret("printf '%s' '[S3cr3t!pass]' > secrets/db_password");
    check_secret("echo \"[a1b2c3d4e5f6g7h8]\" > ~/.api_token");
    check_secret("export API_TOKEN=$(echo [a1b2c3d4e5f6g7h8])");
    check_secret("read -r api_token <<< \"[a1b2c3d4e5f6g7h8]\"");
    check_secret("redis-cli --pass [S3cr3tpass] ping");
    check_secret("ssh-keygen -N '[sunflower42]' -f key");
    check_secret("echo -n [sunflower42] | docker secret create admin -");
    check_secret("requirepass [foobared]");
    check_secret("ConvertTo-SecureString \"[S3cr3t!pass]\" -AsPlainText -Force");
    check_benign("echo \"done7\" > build/token.rs");
}

#[test]
fn names_and_numbers_of_code_are_no_secrets() {
    check_benign("#define FW_CFG_DMA_SIGNATURE 0x51454d5520434647ULL");
    check_benign("#define TLS1_RFC_PSK \"TLS_PSK_WITH_AES_128_CCM_8\"");
    check_benign("pub const X_COOKIE: DEBUG_FLR_PARAM_TYPE = 12314i32;");
    check_benign("if cookie == 0 and self._decoder7:");
    check_benign("git fetch http://user:pass@host/repo");
}

/// The first line of a table says what its columns hold.
#[test]
fn columns_of_a_table() {
    check_secret("user,password,role\nann,[hunter2x9],admin\n");
    check_secret("id;name;API key\r\n1;ann;[a1b2c3d4e5f6g7h8]\r\n");
    let quoted = "\"user\",\"password\"\n\"Lee, Ann\",\"hunter2x9\"\n";
    assert_eq!(redacted_part(quoted), Some("hunter2x9"));
    check_secret("name\ttoken\nci\t[a1b2c3d4e5f6g7h8]\n");
    for table in [
        "| user | password |\n|------|:--------:|\n| ann | `hunter2x9` |\n",
        "+-----+-----------+\n| u   | password  |\n+-----+-----------+\n| ann | hunter2x9 |\n",
        " user | password\n------+----------\n ann  | hunter2x9\n",
    ] {
        assert_eq!(redacted_part(table), Some("hunter2x9"), "{table}");
    }
    check_benign("model,tokens,cost\nsmall,1204,0.5\n");
    check_benign("field,password,email\nlabel,Password,E-mail\n");
    check_benign("user, password and role,\nann, hunter2x9\n");
    check_benign("user,password,role\nann,hunter2x9\n");
    let rows = "user,password\n".to_owned() + &"ann,hunter2x9\nbob,tr0ub4dor\n".repeat(3);
    assert_eq!(redact(&rows).matches(REDACTED).count(), 6);
    let both = "user,password,note\nann,hunter2x9,glpat-aB3dE5gH7jaB3dE5gH7j\n";
    assert_eq!(redact(both), "user,password,note\nann,[redacted],[redacted]\n");
}

#[test]
fn a_host_a_user_and_a_password() {
    check_secret(r#"mysqli_connect("localhost", "root", "[hunter2x9]", "db")"#);
    check_secret(r#"DriverManager.getConnection(url, "ann", "[S3cr3t!pass]")"#);
    check_secret(r#"new PDO($dsn, "root", "[S3cr3t!pass]")"#);
    check_benign(r#"connect("localhost", "root", password)"#);
    check_benign(r#"signal.connect("clicked", handler, "window")"#);
    check_benign("connection=0f1e2d3c4b5a69788796a5b4c3d2e1f0");
}

#[test]
fn what_is_escaped_for_a_page() {
    check_secret("&lt;password&gt;[swordfish]&lt;/password&gt;");
    check_secret("&lt;add key=&quot;ApiKey&quot; value=&quot;[a1b2c3d4e5f6g7h8]&quot;/&gt;");
    check_benign("&lt;password&gt; is an element, &lt;b&gt; is not");
}

#[test]
fn a_text_in_base64_on_several_lines() {
    let lines = "TUFJTF9IT1NUPXNtdHAuZXhhbXBsZS5jb20KTUFJTF9QT1JUPTU4NwpEQl9V\n\
                 U0VSPWFubgpEQl9QQVNTV09SRD1TM2NyM3QhcGFzcwpNQUlMX0ZST009YW5u\n\
                 QGV4YW1wbGUuY29tCg==\n";
    assert_eq!(redact(lines), "[redacted]\n");
    assert_eq!(redact(&format!("notes\n{lines}more\n")), "notes\n[redacted]\nmore\n");
}

#[test]
fn a_value_that_is_made() {
    check_secret("string password = new String(\"[s3cr3tw0rd9]\");");
    check_secret("define('AUTH_KEY', '[aB3>dE5|gH7 jK~9(lM2;nP4<qR6^e_S-t8&uV]wX0.yZ:1]');");
    check_benign("define('AUTH_KEY', 'set me to a long phrase, 24 signs at least: (a-z);');");
    check_benign("password = new PasswordField(\"old\");");
}
