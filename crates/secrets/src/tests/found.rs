//! Ways of writing that documentation, pages of commands and code have where a secret will stand.

use super::{check_benign, redacted_part};

/// Made so that nobody takes it for a real one.
const PASSWORD: &str = "kX4pQ7vRz2Lm";

/// Signs behind a value that may be taken with it: of a quote, and of a line that ends.
const MAX_MORE: usize = 3;

/// `v` in a way of writing is the secret.
#[track_caller]
fn check_ways(ways: &[&str], value: &str) {
    for way in ways {
        let text = format!("x = 1\n{}\ny = 2\n", way.replace("<v>", value));
        let part = redacted_part(&text).unwrap_or_default();
        let is_exact = part.starts_with(value) && part.len() < value.len() + MAX_MORE;
        assert!(is_exact, "{part:?} in {text}");
    }
}

#[test]
fn what_programs_take_among_their_arguments() {
    check_ways(
        &[
            "cryptcat -k <v> -l -p 8443",
            "zpaq a -k<v> path/to/archive.zpaq",
            "doctl auth init -t <v>",
            "bore local -s <v> 8080",
            "driverquery /s db01 /u ann /p <v>",
            "net use z: \\\\h\\s /user:ann <v>",
            "chisel client --auth ann:<v> host:80",
            "simplehttpserver -basic-auth ann:<v> -path /var/www",
            "gotty -w -c ann:<v> bash",
            "lwp-request -C 'ann:<v>' -m GET",
            "rabbitmqctl change_password ann <v>",
            "steam -login ann <v>",
            "redis> AUTH default <v>",
            "AUTH <v>",
            "pass: <v>",
            "surge --auth <v>",
            "vault operator unseal <v>",
            "mc alias set local http://localhost:9000 ann <v>",
            "htpasswd -nbm ann <v>",
            "composer config --global github-oauth.github.com <v>",
            "bundle config set --local gems.example.com ann:<v>",
            "pdfinfo -upw <v> a.pdf",
        ],
        PASSWORD,
    );
    check_benign("gpg: key 0x61B7B526D98F0353: public key imported");
    check_ways(&["twurl authorize -s <v>"], "kg4bnhqh0m7y0xcqju99");
    check_ways(&["ffsend download url -p <v>", "psexec /u ann /p <v> cmd"], "Fifale1745#");
}

#[test]
fn what_is_piped_into_any_program() {
    check_ways(
        &[
            "echo <v> | kinit ann",
            "echo -n \"<v>\" | openssl passwd -apr1 -stdin",
            "echo -e \"$USER_PASSWORD\\n<v>\" | kadmin.local -q x",
            "printf 'ann:<v>\\n' | sudo chpasswd",
            "kinit ann <<< <v>",
            "cryptsetup luksFormat /dev/sda <<< \"<v>\"",
        ],
        PASSWORD,
    );
    check_benign("echo $PASSWORD1 | kinit ann");
    check_benign("echo \"Version2 of Tool3\" | tee log");
    check_benign("cat <<<< HEAD2aB3c");
}

#[test]
fn a_user_with_a_password_before_a_host() {
    check_ways(
        &[
            "sftp ann:<v>@files",
            "rsync ann:<v>@10.0.0.5:22 .",
            "sqlplus ann/<v>@db01:1521/x",
            "psexec.py corp.local/ann:<v>@10.0.0.5",
        ],
        PASSWORD,
    );
    check_ways(
        &[
            "reg.py corp.local/ann:<v>@10.0.0.5 query",
            "# postgresql+pg8000://<db_user>:<v>@<db_host>/x",
            "heroku drains:add https://{user}:<v>@{address}",
        ],
        "Gerido358",
    );
    check_benign("mailto:ann1999@example.com");
    check_benign("docker pull registry.example.com/base/img:v2b3@sha256:0011");
    check_benign("https://example.com/path/img3/Icon-76@2x.png");
}

#[test]
fn what_a_function_or_a_block_gives_back() {
    check_ways(
        &[
            "def password; \"<v>\"; end",
            "let(:api_token) { '<v>' }",
            "password { \"<v>\" }",
            "function clientSecret() { return \"<v>\"; }",
            "get accessToken() { return '<v>'; }",
            "fn api_key() -> &'static str { \"<v>\" }",
            "public String getPassword() {\n    return \"<v>\";\n}",
            "def api_key():\n    return \"<v>\"",
            "val dbPassword by lazy { \"<v>\" }",
            "fun password() = \"<v>\"",
        ],
        PASSWORD,
    );
    check_benign("if (!password) { return \"password is missing\"; }");
    check_benign("fn token() -> Token { \"lexer\" }");
}

#[test]
fn signs_between_a_name_and_a_value() {
    check_ways(
        &[
            r"clientSecret\u003d<v>",
            r"clientSecret\x3D<v>",
            r#"client_secret\u003A"<v>""#,
            "client_secret=3D<v>",
            "DB_PASSWORD — <v>",
            "the password was changed from <v> to another",
            "DB_PASSWORD=$(echo -n <v> | base64 -d)",
            "DB_PASSWORD=\"$(printf <v>)\"",
            "DB_PASSWORD1=<v>",
            "DB_PASSWORD = (\"<v>\")",
            "api_key = x ? \"<v>\" : null",
            "api_key := []byte(\"<v>\")",
            "api_key = bytes(\"<v>\", \"utf-8\")",
            "password varchar(64) NOT NULL DEFAULT '<v>'",
            "DECLARE @password varchar(20) = '<v>'",
            "\"<v>\" /* api_key */",
            "validatePassword(\"ann\", \"<v>\")",
            "api_key[0]=<v>",
            "token = \"<v>",
        ],
        PASSWORD,
    );
    check_ways(
        &[
            r#"{"api_key":{"S":"<v>"}}"#,
            r#"{"api_key":{"stringValue":"<v>"}}"#,
            r#"a:1:{s:7:"api_key";s:12:"<v>";}"#,
            "rclone config\npassword> <v>",
            "expect \"password:\"\nsend \"<v>\\r\"",
            "password: config.NewSecret([]byte(\"<v>\"))",
        ],
        PASSWORD,
    );
    check_benign("session token` — IMDSv2 session token");
    check_benign("Insert a new password from `stdin`:");
    check_benign("\"secret_access_key\": (\"--secret-access-key\", \"str\"),");
    check_benign("--shared-key $vpnSharedKey --vnet-gateway2 $gateway");
}

#[test]
fn lock_files_have_names_of_secrets_and_digests() {
    let digest =
        "/gfT0ORcTCoHsVVNyLQj13hHANPRlnAz8dvdpMXjPnkBKY5kWAQN46qgSRjEhcd08ZeFl//NruJSqsEDIiDlPw==";
    check_benign(&format!(
        "  integrity sha512-{digest}\n    \"js-tokens\": [\"js-tokens@1.0.0\", \"\"],"
    ));
    check_benign(
        "    \"api-key\": [\"api-key@1.0.0\", \"\", {}, \"sha512-eVKY5/pVBTkdPxtObdpS\"],",
    );
    check_benign("example.com/x/api-key v1.0.0 h1:E6KiyJASQ9WA0yj9dWYoOj8CkCPciffsiZQYWXj5Vkk=");
}

#[test]
fn a_key_of_putty_ends_where_it_says() {
    let text = "Private-Lines: 1\nAAAAIQCx8z1Gk7w\nThe rest of the page.\n";
    assert_eq!(crate::redact(text), "[redacted]\nThe rest of the page.\n");
}

#[test]
fn rows_of_base64_and_lists_of_paths_stay() {
    let row = "TmoZOnV/zb+SLW0l8I/jahxy89ltNUmw8g0JIW8R8NmQCw+oH9d3WbdxwikEZvL2";
    for end in ["Pw", "Psk", "Pwd"] {
        let above: String = row.chars().skip(end.len() + 1).collect();
        check_benign(&format!("{row}\nx{above}{end}\n{row}\n"));
        check_benign(&format!("{row}\n{above}+{end}\n{row}\n"));
    }
    check_benign(
        "target/debug/deps/password_prompt-39e74a2272e83b31.rlib\n\
         target/debug/deps/secret_sharing-39e74a2272e83b32.rlib\n",
    );
    check_benign(
        "/nix/store/lvdiqfhw5lgk4kk9jvd13hhbsl2md4qi-token-2.1\n\
         /nix/store/lvdiqfhw5lgk4kk9jvd13hhbsl2md4qj-passwd-1.0.drv\n",
    );
}

#[test]
fn passwords_that_look_like_versions_and_paths() {
    let ways = ["{\"password\":\"<v>\"}", "DB_PASSWORD=<v>", "password: <v>"];
    for value in ["6Rn-h8AEPc", "6iUJHrJDuOZ-c97vaOf", "0UDbGAev+ru4sSlW", "aB3xY/9kLm2Q"] {
        check_ways(&ways, value);
    }
    check_ways(&["password: <v>"], "lVJr&srui5PY");
    check_ways(&["setPassword(\"<v>\")"], "k3Rw9x;Q,pL(m2T");
    for version in ["1.2.3-rc.1", "4.0-SNAPSHOT", "2.1.330+build", "3-alpine", "5.0.0-Final"] {
        check_benign(&format!("password: {version}"));
    }
}
