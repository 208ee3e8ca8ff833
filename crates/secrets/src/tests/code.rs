//! Code, references and names of things that stand where a value would.

use super::{check_benign, check_secret};
use crate::redact;

#[track_caller]
fn check_stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(redact(text), *text);
    }
}

#[test]
fn a_quote_that_closes_opens_nothing() {
    check_stays(&[
        "throw Error(\"at state: \"+l+\", token: \"+n);switch(q[0]){case 1:d.push(n),e.push(\"k\")}",
        "throw Error(\"Parse Error: state: \"+p+\", token: \"+(\"undefined\"!=typeof e)+\"x\"}",
        "e(\"label\",{htmlFor:\"auth_password\"},\"Password:\"),x?f(\"code\",null,\" ****** \"):o",
        "fetch(\"/api?token=\"+x9+\"&user=\"+u2,{method:\"POST\"})",
        "\"SELECT * FROM users WHERE password='\" + stateInput5 + \"' AND x=1\"",
        "'<input name=\"password\" value=\"' + settingButton6 + '\">'",
        "\"mysql -u\" + user + \" -p\" + gridField6 + \" \" + db2",
        "DB_PASSWORD=`echo -n ${VALUE7} | base64`",
    ]);
    check_secret("x = {\"token\": \"[+k3Rw9xQpLm2aT7u]\"}");
    check_secret("password = \"[)x9KwR4mQ7t]\"");
}

#[test]
fn what_goes_on_is_code() {
    check_stays(&[
        "<v-text-field v-model=\"password\" :rules=\"[rules.required, rules.min4]\" />",
        "password=CONF['input_setting_pass0'])",
        "std::string_view token = clientIndex4->GetToken(Kind::kCachePanel2);",
        "const secret = actionLabel0 ? indexTheme2 : fileServer3;",
        "const Pw=class GridActionError extends ry{};",
        "e.CancellationToken=e.CancellationTokenSource=e.Emitter5=e.Event",
        "\tPassword *FieldValue7         `protobuf:\"bytes,7,opt\"`",
        "password: *default-model0\ntoken: &tok5",
        "\tpw *io.PipeWriter\n",
        "type AuthPayload { token: String!, refreshToken: Foo0! }",
        "val token: AccessTokenV7?, val secret: ByteArray32 = ByteArray32()",
        ".B \\-\\-password\\=\\fIfile5\\fR",
        "'--password[Password of the panel]:password:_hosts2'",
        "password := cfg.ValueList.GetOptionClient5(\"arg-name7\")",
        "d.ClientSecret = values.Get(\"client_field7\")",
        "keyring.get_password(\"service-x7\", \"ann\")",
        "new random.RandomPassword(\"db-x7\", { length: 16 });",
    ]);
    check_secret("token: [Tiger123!]");
}

#[test]
fn references_and_names_are_no_values() {
    let hash = "c41f09b3a8e2d75160fb9a3ce87d2415c41f09b3a8e2d75160fb9a3ce87d2415";
    check_benign(&format!("checksum/secret: {hash}"));
    check_benign("DB_PASSWORD=op://vault/db2/password");
    check_benign("\"PWD\": \"/home/ann/x7\",");
    check_benign("'OLDPWD': '/srv/data5', 'PWD': '/home/ann/x7'");
    check_benign("\"./src/x/PasswordList.tsx\":\"c969b17293162905cd71\"");
    check_benign("\"key\":\"/0/members/14941efe0d05e6af/attributes\",");
    check_benign("ENV GPG_KEY=E3FF2839C048B25C084DEBE9B26995E310250568");
    check_benign("gcloud container clusters get-credentials prod-x7 --zone us-east1-b");
    check_benign("adduser --disabled-password ann2");
    check_benign("getent passwd ann2 && id -u ann2");
    check_benign("    \"queuelib>=0.19.47\",   # auth token");
    check_benign("error: Argument \"password\" to \"ConfigItem8\" has incompatible type");
    check_benign("tlsSecret: handler-action7");
    check_benign("\"pad_token\": \"\u{120}service6\"");
    check_benign("\"password\": \"Wachtwoord\",");
    check_benign("allPass:\"all-pass2x\",anyPass:\"any-pass2x\"");
    check_benign("PASSWORD_ALPHABET = \"abcdefghijkmnpqrstuvwxyz23456789\"");
    check_benign("cpe:2.3:a:form:user_state:15.22.26:*:*:*:community:*:*:*");
    check_benign("with selectors for both login and password passed as arguments.");
    check_benign("linode-cli create --label web-x7y9 --root_pass");
    check_benign("<sp:UsernameToken wsu:Id=\"0b9f2c1e3d4a4f5b8c6d7e8f9a0b1c2d\"/>");
    check_benign("<Password id=\"user-x7\" v-model=\"a\" />");
    check_benign("x?api-version=1&%24skiptoken=k3Rw9xQpLm2aT7uB4cD6eF8");
    let modulus =
        "qK3w_Qh9jcwTdFTCEBNrV56bIOZkNXCLfOINwp_R37K3ZPUbKJutlqBGjPw_P4WhgJx0Z9TYX2VQscHPuHRwCHItg";
    check_benign(&format!(
        "{{\"kty\":\"RSA\",\"kid\":\"Y4AMuIDkae7pbHzpdAQ\",\"n\":\"{modulus}\"}}"
    ));
    check_benign("ann:*:19000:0:99999:7:::");
    check_benign("NO_API_KEY:\"no-api-key\",INVALID_TOKEN:\"invalid-token5\"");
    assert_eq!(redact("db:*:app:ann:hunter42"), "db:*:app:ann:[redacted]");
}
