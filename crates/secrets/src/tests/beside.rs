//! What stands beside the name of a secret and is none: types, names of fields, cursors, addresses.

use super::{check_benign, check_secret};

#[test]
fn types_and_names_of_fields_stay() {
    check_benign("type A = \"password\" | \"oidc1\";");
    check_benign("x: Omit<User, 'password' | 'email2'>;");
    check_benign("if (password1 !== password2) {");
    check_benign("secret: Uint8Array");
    check_benign("token: Token2022");
    check_benign("token: mockToken1,");
    check_benign("mapping(address token => uint256)");
    check_benign("\"required\": [\n  \"password\",\n  \"method\"\n]");
    check_benign("auth = require_scopes(\"read\", \"write2\")");
    check_benign("token: android.os.BinderProxy@2bd79ce");
    check_secret("if (password == \"[hunter42]\") {");
    check_secret("| password | [hunter2x] |");
    check_secret("TOKEN=[mockToken1x9]");
}

#[test]
fn what_is_public_stays() {
    check_benign("Deployed to: 0x2f81fE9bC31dA0B7bB3F4C9d3aE1D2c4b5A69788");
    check_benign(
        "google.golang.org/genproto/googleapis/api v0.0.0-20240123012728-ef4313101c80 h1:Lj5rbfG876hIAYFjqiJnPHfhXbv+nzTWfm04Fg/XSVU=",
    );
    check_benign(
        "github.com/x/go-libsecret v0.0.0-20161001094733-a6f4afe4910c h1:6rhixN9ZofjG1Y75iExal34USq5p=",
    );
    check_benign("| Token | Size |\n|---|---|\n| `text-2xl` | 24px |");
    check_benign("{\"nextPageToken\": \"CAoQAA7xK2mPq9wRt5vBn8Lz3J\"}");
    check_benign("?page_token=CAoQAA7xK2mPq9wRt5vBn8Lz3J");
    check_benign("\"continuationToken\": \"CAoQAA7xK2mPq9wRt5vBn8Lz3J\"");
    check_benign("\"hashed_secret\": \"5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8\",");
    check_benign("  \"signature\": \"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3dE5fG7h\",");
    check_benign("| token | colour |\n|---|---|\n| `--v3-acc-soft` | red |");
    check_benign("see [API token](/influxdb/v2/reference/glossary/#token1)");
    let encrypted =
        "htpasswd: ENC[AES256_GCM,data:tCQcs4tgdmbDwvbIMw1pOa0G6+wJH566jjnVSIqQ0AbcDwH5";
    check_benign(&format!("{encrypted}{encrypted},iv:uQM3HFojuUuGga5m,type:str]"));
}

#[test]
fn pass_is_a_word_and_a_host_is_no_password() {
    check_benign("tool --two-pass hsa38.fa");
    check_benign("    pass('verify-shape2')");
    check_benign("    proxy_pass $upstream1;");
    check_benign("    uwsgi_pass $uwsgi;");
    check_benign("passwd \"$username\"");
    check_benign(
        "docker login --username AWS --password-stdin 1234.dkr.ecr.us-east-1.amazonaws.com",
    );
    check_benign("Password for user1@EXAMPLE.ORG:");
    check_secret("auth.pass(\"[hunter42]\")");
}
