//! Names and values that were no words and no passwords: `smtppass`, `winter_88`, `!x`, and functions that sign.

use super::{check_benign, check_secret};
use crate::{REDACTED, redact};

#[test]
fn an_owner_stands_before_pass_and_pw() {
    for name in [
        "smtppass",
        "MAILPASS",
        "sshpass",
        "keypass",
        "dbpw",
        "DBPW",
        "vncpw",
        "wifipw",
        "storepass",
    ] {
        check_secret(&format!("{name} = \"[hunter42]\""));
        check_secret(&format!("{name}=[hunter42]\n"));
    }
    for name in ["bypass", "compass", "renderpass", "encompass", "proxy_pass"] {
        check_benign(&format!("{name} = \"hunter42\""));
    }
    check_secret("passord: [hunter42]\n");
}

#[test]
fn salts_of_all_passwords_are_secrets() {
    let value = "c41f09b3a8e2d75160fb9a3ce87d2415";
    for name in [
        "AUTH_SALT",
        "NONCE_SALT",
        "LOGGED_IN_SALT",
        "SECURE_AUTH_SALT",
        "hash_salt",
        "pepper",
        "DEVISE_PEPPER",
    ] {
        check_secret(&format!("{name} = \"[{value}]\""));
    }
    for name in ["SESSION_KEY", "DATA_KEY"] {
        check_secret(&format!("{name} = \"[{value}]\""));
        check_benign(&format!("{name} = \"_auth_user_id\""));
    }
    check_benign("salt: 0123456789ab");
    check_benign("pepper = 'black2'");
}

#[test]
fn words_have_a_number_behind_them() {
    check_secret("mysqldump --password [winter_88] app");
    check_secret("\n  password: [winter_88]\n");
    check_secret("setPassword(\"[winter_88]\")");
    for text in [
        "  password: db_password_2\n",
        "  password: user_name\n",
        "--password DB_PASS_12",
        "  password: secret_01\n",
        "  password: column_1\n",
    ] {
        check_benign(text);
    }
}

#[test]
fn values_begin_with_signs_or_have_a_star() {
    check_secret("2024-01-01 INFO login user=ann password=[!bNEWdEQRl1rn] ok");
    check_secret("prog --token=[!eqK2BzPNNg14] x");
    check_secret("export API_TOKEN=[7vF07yiXR3Z3*]");
    check_secret("prog --token=[o4kY*17vnjoQNz] x");
    check_secret("ALTER USER app IDENTIFIED BY '[-wKvqdfKcOA5p]';");
    check_benign("token: Promise2*");
    check_benign("export API_TOKEN=ab12cd***");
    check_secret("password: !vault [hunter42]");
}

#[test]
fn commands_take_it_in_other_places() {
    let listed = "test: [\"CMD\", \"mysqladmin\", \"ping\", \"-uroot\", \"-phunter42\"]";
    assert_eq!(redact(listed), listed.replace("hunter42", REDACTED));
    check_secret("printf \"password: %s\\n\" \"[hunter42]\" > c.yml");
    check_secret("printf 'password=%s\\n' '[hunter42]'");
    check_secret("DB_PASSWORD=\"${1:-[hunter42]}\"");
    check_benign("DB_PASSWORD=\"${1:-$2}\"");
    check_benign("[\"mkdir\", \"-p\", \"-pv\"]");
}

#[test]
fn functions_that_sign_take_a_key() {
    for text in [
        "s, err := t.SignedString([]byte(\"[hunter42]\"))",
        "Jwts.builder().signWith(SignatureAlgorithm.HS256, \"[hunter42]\").compact();",
        "Keys.hmacShaKeyFor(\"[hunter42]\".getBytes())",
        "jsonwebtoken.sign({ id }, '[hunter42]')",
        "OpenSSL::HMAC.hexdigest('sha256', '[hunter42]', data)",
        "hashlib.pbkdf2_hmac('sha256', b'[hunter42]', salt, 100000)",
        "s = URLSafeTimedSerializer(\"[hunter42]\")",
        "generate_password_hash('[hunter42]')",
        "check_password_hash(h, '[hunter42]')",
        "bcryptjs.hashSync('[hunter42]', 10)",
        "await argon2.hash('[hunter42]')",
        "bcrypt.CompareHashAndPassword(h, []byte(\"[hunter42]\"))",
        "mac := hmac.New(sha256.New, []byte(\"[hunter42]\"))",
        "base64.b64encode(b\"ann:[hunter42]\").decode()",
        "btoa(\"ann:[hunter42]\")",
        "Base64.getEncoder().encodeToString(\"ann:[hunter42]\".getBytes())",
    ] {
        let leaky = text.replace("[hunter42]", "hunter42");
        assert_eq!(redact(&leaky), leaky.replace("hunter42", REDACTED));
    }
    for text in [
        "t.SignedString([]byte(secret))",
        "OpenSSL::HMAC.hexdigest('sha256', key, 'hunter42')",
        "generate_password_hash(password)",
        "btoa(\"http://localhost\")",
        "encoding.GetBytes(\"name: value\")",
    ] {
        check_benign(text);
    }
}
