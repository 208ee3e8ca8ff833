//! More ways of writing that somebody found who attacked the crate, and lines that were taken out
//! and are none.

use super::check_benign;
use crate::redact;

/// What stands between `‹` and `›` is taken out, and nothing else.
#[track_caller]
fn check_secret(marked: &str) {
    let (before, rest) = marked.split_once('‹').unwrap();
    let (secret, behind) = rest.split_once('›').unwrap();
    let text = format!("{before}{secret}{behind}");
    assert_eq!(redact(&text), format!("{before}[redacted]{behind}"), "{text}");
}

#[test]
fn pass_of_settings() {
    for value in ["Tiger2024", "fyddoz-miwbac-Kawgi5", "quartz-copper-meadow", "dbjltlmjxn"] {
        check_secret(&format!("[db]\npass = ‹{value}›\nport = 5432"));
    }
    check_secret("Pass = ‹Tiger2024›");
    check_secret("pass: ‹Xewewem8o›");
    check_secret("SetEnv DB_PASS ‹Hunter2024›");
    check_benign("pass: cargo test\nfail: 0");
    check_benign("let pass = compute(first);");
    check_benign("pass: 1204\nfail: 3");
}

#[test]
fn fields_of_pages() {
    for text in [
        "await page.fill('#password', '‹River_88›')",
        "await page.fill(\"input[name='password']\", \"‹River_88›\")",
        "cy.get('input[name=password]').type('‹Tiger_88›')",
        "await page.getByLabel('Password').fill('‹River#9x›');",
        "driver.find_element(By.ID, \"password\").send_keys(\"‹Maple77›\")",
        "driver.findElement(By.id(\"password\")).sendKeys(\"‹Maple77›\");",
        "fill_in 'Password', with: '‹Tiger_88›'",
        "When I fill in \"Password\" with \"‹Dragon_88›\"",
    ] {
        check_secret(text);
    }
    check_benign("await page.fill('#password', password)");
    check_benign("await page.fill('#password', '')");
    check_benign("cy.get('input[name=password]').should('be.visible')");
    check_benign("replace \"password\" with \"passphrase\"");
}

#[test]
fn commands_of_protocols() {
    check_secret("USER ann\n331 Password required\nPASS ‹Copper_88›\n230 Login successful");
    check_secret("> PASS ‹Orchid#9›\n< 230 Login successful");
    check_secret("PASS ‹k3Rw9xQpLm2aT7u›");
    check_benign("PASS src/token.test.js");
    check_benign("PASS test_login_2\nPASS test_login_3");
    check_benign("        PASS [   0.012s] secrets tests::twice_is_as_once");
    check_secret("SET PASSWORD FOR 'app'@'%' = '‹Orchid2024›';");
    let form = "Content-Disposition: form-data; name=\"password\"\r\n\r\nWinter_88\r\n--x";
    assert_eq!(redact(form), form.replace("Winter_88", "[redacted]"));
}

#[test]
fn signs_around_values() {
    check_secret("my $password = q(‹Copper123!›);");
    check_secret("password => q{‹Copper2024›},");
    check_secret("auto pw = R\"(‹Winter#9›)\";");
    assert_eq!(redact("local api_key = [[uw53BZOVHrDX0G1foW]]"), "local api_key = [[[redacted]]]");
    check_secret("{password, \"‹Winter77›\"}");
    check_secret("{password, <<\"‹Falcon2024›\">>}");
    check_secret("│ password │ ‹7pmxPN_NYhyoJ3› │");
    check_secret("┃ api_key ┃ ‹LFu0yYiji2Bg0Z9YkaqEPoCc› ┃");
    check_secret("Password........: ‹4u38VY_FvwLxh4›");
    check_secret("<Password><Value>‹Orchid77›</Value></Password>");
    check_benign("tokens = [[1, 2], [3, 4]]");
    check_benign("if [[ -n $password ]]; then");
    check_benign("│ password │ string │ the password │");
}

#[test]
fn hashes_are_made_of_them() {
    check_secret("bcrypt.hash('‹Falcon77x›', 10)");
    check_secret("bcrypt.hashpw(b'‹Hunter_88›', bcrypt.gensalt())");
    check_secret("SELECT pgp_sym_encrypt(data, '‹Tiger_88›')");
    check_secret("SELECT AES_ENCRYPT(x, '‹River2024›')");
    check_benign("bcrypt.hash(password, 10)");
    check_benign("bcrypt.compare(given, user.hash)");
}

#[test]
fn what_commands_print() {
    for command in [
        "pass show mail",
        "cat /run/secrets/db_password",
        "echo $DB_PASSWORD",
        "jq -r .password config.json",
        "grep PASSWORD .env | cut -d= -f2",
        "gcloud secrets versions access latest --secret=db",
        "vault kv get -field=password secret/db",
        "kubectl get secret x -o jsonpath=\"{.data.password}\" | base64 -d",
    ] {
        check_secret(&format!("$ {command}\n‹Hunter_88x›\n$ ls"));
    }
    check_benign("$ cat secret_sharing.py\nimport7\n");
    check_benign("$ cat password.txt\nNo such file");
    check_benign("$ echo $TOKEN_COUNT\nv12a34b\n");
    check_benign("$ grep -l PASSWORD src\nmain2x.rs\n");
}

#[test]
fn forms_of_tokens_that_were_not_known() {
    let [short, long] = [super::letters(27), super::letters(58).to_ascii_lowercase()];
    check_secret(&format!("bot.run(\"‹MTE4NDU2Nzg5MDEyMzQ1Njc4OQ.Gvf73x.{short}›\")"));
    check_secret(&format!("nostr: ‹nsec1{long}›"));
    check_secret(&format!("‹v4.local.{}›", super::letters(80)));
}

#[test]
fn words_of_languages() {
    for name in
        ["kata sandi", "mật khẩu", "पासवर्ड", "كلمة المرور", "parola d'ordine", "passw", "pwrd"]
    {
        check_secret(&format!("{name}: ‹Winter123x›"));
    }
}

#[test]
fn told_and_no_values() {
    for text in [
        "<div class=\"passwordField__5dkShX css-3qInuR\">",
        "IC.token=Qc.Tg(4200,\"0fi\")",
        "unexpected token `x1Y2z3`",
        "expected token 'x1Y2z3', found x",
        "secret_arn = \"arn:aws:secretsmanager:eu-west-1:123456789012:secret:db-VR0ufb\"",
        "Cache restored from key: linux-cargo-798121e8fa462d6e85bda6a317873a59e01b29a0",
        "key: \"linux-x64-node20-abc123def456\"",
        "strip_prefix = \"password-prompt-798121e8fa462d6e85bda6a317873a59e01b29a0\",",
        "password=${DB_PASSWORD:?missing}",
        "existingSecret: \"postgres-auth\"",
        "imagePullSecret: \"registry-auth1x\"",
        "USDC_TOKEN=0x779Ded0c9e1022225f8E0630b35a9b54bE713736",
        "token 0xe52f6f8d3a1b2c4d5e6f708192a3b4c5d6e7f809",
        "#define SSL_TXT_kPSK \"kPSK\"",
        "#define OBJ_userPassword OBJ_X509,35L",
        "P11_KIT_URI_FOR_OBJECT_ON_TOKEN | P11_KIT_URI_FOR_MODULE",
        "OPTS='--no-ask-password --scope -u 1'",
    ] {
        check_benign(text);
    }
    check_secret(
        "PRIVATE_KEY=‹0xe52f6f8d3a1b2c4d5e6f708192a3b4c5d6e7f809e52f6f8d3a1b2c4d5e6f7081›",
    );
    check_secret("my-app-token-‹798121e8fa462d6e85bda6a317873a59›");
    check_secret("password=${DB_PASSWORD:-‹hunter42›}");
}

#[test]
fn what_ends_elsewhere() {
    check_secret("machine x login ann password ‹nxlKJoHN}XvV9w›");
    check_secret("tool --password ‹bKiMUip7,HjY3GP› run");
    check_secret("~ master_password = \"‹hunter42\" -> \"Winter#9›\"");
    check_secret("token = \"\"\"\n‹giOJMnkmcSFeyuWq7Ow0sbT6›\"\"\"");
    check_secret(
        "buildConfigField(\"String\", \"API_KEY\", \"\\\"‹ae5fb3f54fddb817b21fc9011701eb09›\\\"\")",
    );
    check_secret("map[X-Api-Key:[‹05add1f88076d9c95ca43443f630376b›]]");
    check_secret("stats auth admin:‹Winter_88›");
    check_secret("rwcommunity ‹Hunter77› 10.0.0.0/8");
    check_secret("/msg NickServ IDENTIFY ‹Sommer77›");
    check_secret("rootpw --plaintext ‹Winter77›");
    check_secret("::add-mask::‹ifHHrcYvdLEVA8zWZIGtuy7y›");
    check_benign("echo \"::add-mask::$TOKEN\"");
    check_benign("echo \"::add-mask::${{ steps.a.outputs.token }}\"");
    check_benign("net user ann $SECRET");
    check_benign("the --password option, or -p");
    check_benign("password = \"\"\"\nThe password of the user\n\"\"\"");
}
