//! Values that are longer than what is judged of them, and values that are there again.

use std::fmt::Write as _;

use crate::{REDACTED, redact};

/// So many letters and digits without order.
fn random(number: usize, seed: usize) -> String {
    const SIGNS: &[u8] = b"abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
    let mut state = 0x9e37_79b9_usize.wrapping_add(seed.wrapping_mul(7919)) & 0xffff_ffff;
    let next = || {
        state ^= state << 13 & 0xffff_ffff;
        state ^= state >> 17;
        state ^= state << 5 & 0xffff_ffff;
        char::from(SIGNS[state % SIGNS.len()])
    };
    // The beginning says what it is, whatever follows.
    "aB3dE5gH7j".chars().chain(std::iter::repeat_with(next)).take(number).collect()
}

#[test]
fn all_of_a_long_value_goes() {
    for number in [90, 101, 200, 252, 253, 256, 257, 300, 400, 1_030, 2_100, 4_090, 4_099, 9_000] {
        let value = random(number, number);
        for (before, behind) in [
            ("password: ", "\n"),
            ("password:", "\nuser: ann\n"),
            ("TOKEN = ", ""),
            ("api_key= ", "\n"),
            ("DB_TOKEN=", "\n"),
            ("secret: ", "\n"),
            ("  token: ", "\nkind: Secret\n"),
            ("aws_session_token = ", ""),
            ("identitytoken: ", ""),
            ("{\"token\":\"", "\",\"a\":1}"),
            ("{\\\"token\\\":\\\"", "\\\",\\\"a\\\":1}"),
            ("password = '", "'\n"),
            ("<password>", "</password>"),
            ("<token>", "</token>"),
            ("Cookie: session=", "; theme=dark"),
            ("Authorization: Bearer ", "\n"),
            ("curl -u ann:", " https://x"),
            ("curl -sSu ann:", " https://x"),
            ("https://ann:", "@example.com/x"),
            ("app --password ", " run"),
            ("$ pass show mail\n", "\n"),
        ] {
            let text = format!("{before}{value}{behind}");
            assert_eq!(redact(&text), format!("{before}{REDACTED}{behind}"), "{number}");
        }
    }
    let signs = format!("aB3dE5gH7j,{}&{}", random(40, 1), random(90, 2));
    assert_eq!(redact(&format!("DB_PASSWORD={signs}\nX=1")), "DB_PASSWORD=[redacted]\nX=1");
    let long = format!("it's {}", "so on ".repeat(900));
    assert_eq!(redact(&format!("password = '{long}")), format!("password = '{long}"));
}

#[test]
fn each_of_many_values_goes_wherever_it_is() {
    for number in [17, 60, 400] {
        let mut text = String::new();
        let mut clean = String::new();
        for place in 0..number {
            let value = random(16 + place % 40, place * 31 + 7).replacen("aB3dE5gH7j", "", 1);
            let value = format!("x{place}Q{value}9k4Z");
            writeln!(text, "password_{place}={value}\nsaid {value} to it").unwrap();
            writeln!(clean, "password_{place}={REDACTED}\nsaid {REDACTED} to it").unwrap();
        }
        assert_eq!(redact(&text), clean);
    }
    let (short, long) = (random(20, 3), random(60, 3));
    let text = format!("password={long}\ntoken={short}\n- {short}\n- {long}\n");
    assert_eq!(
        redact(&text),
        "password=[redacted]\ntoken=[redacted]\n- [redacted]\n- [redacted]\n"
    );
    let value = random(3_000, 5);
    let text = format!("token={value}\n- {value} -\n");
    assert_eq!(redact(&text), "token=[redacted]\n- [redacted] -\n");
}

#[test]
fn a_long_address_with_a_port_stays() {
    let ids = random(1_500, 9);
    for text in [
        format!("http://localhost:8080/api?ids={ids}"),
        format!("GET https://management.example.com:443/subscriptions/{ids}?a=b HTTP/1.1"),
        format!("http://[::1]:9200/_search/scroll?scroll={ids}"),
        format!("see http://h:9200?q={ids}"),
        format!("http://h.example:{ids} and no more"),
    ] {
        assert_eq!(redact(&text), text);
    }
    assert_eq!(redact(&format!("https://ann:{ids}")), format!("https://ann:{REDACTED}"));
}

#[test]
fn an_option_of_the_next_command_is_none_of_a_password() {
    for text in [
        "RUN useradd -m app && mkdir -p /opt/app7x",
        "docker login ghcr.io && docker run -p 8080x7:80 nginx",
        "useradd ann && cp -p a7b9x2 /opt",
    ] {
        assert_eq!(redact(text), text);
    }
    let text = "useradd ann && useradd -p k3Rw9xQpLm2a ben";
    assert_eq!(redact(text), "useradd ann && useradd -p [redacted] ben");
}
