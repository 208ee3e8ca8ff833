//! Addresses of the network.

use shell_syntax::Word;

/// Whether a word, taken for an address, may be that of another machine.
pub(crate) fn is_of_another_machine(word: &Word) -> bool {
    let Some(host) = host(&word.text) else {
        return false;
    };
    let is_this_one = matches!(host, "" | "localhost" | "0.0.0.0" | "::1")
        || host.ends_with(".localhost")
        || host.starts_with("127.") && host.bytes().all(|next| b"0123456789.".contains(&next))
        || number(host).is_some_and(|number| number >> 24 == 127);
    !is_this_one
}

/// Whether a word is the address of another machine with its full host name, or with a variable as its host. Names
/// that are only valid in a network of this machine (`db`, `app.local`, `host.docker.internal`) do not count.
pub(crate) fn is_written_out(word: &Word) -> bool {
    const LOCAL: [&str; 5] = [".local", ".internal", ".test", ".localhost", ".lan"];
    is_of_another_machine(word)
        && host(&word.text).is_some_and(|host| {
            let is_part = |next: char| next.is_ascii_alphanumeric() || "-._:{,}".contains(next);
            host.contains('$')
                || (host.contains(['.', ':']) || number(host).is_some())
                    && host.chars().all(is_part)
                    && !LOCAL.iter().any(|end| host.ends_with(end))
        })
}

/// The address that a host is which is written as one number: `2130706433`, `0x7f000001`.
fn number(host: &str) -> Option<u32> {
    const MIN_ADDRESS: u32 = 0x0100_0000;
    let number = match host.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => host.parse().ok(),
    };
    number.filter(|number| *number >= MIN_ADDRESS)
}

/// The host of an address; none of a file.
fn host(text: &str) -> Option<&str> {
    let text = match text.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest.trim_start_matches('/'),
        // A client adds what is missing.
        None => {
            let rest = text.strip_prefix("http:").or_else(|| text.strip_prefix("https:"));
            match rest.or_else(|| text.strip_prefix("//").map(|_| text)) {
                Some(rest) => rest.trim_start_matches('/'),
                None => text,
            }
        }
    };
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next(),
        None => host.split(':').next(),
    }
}

/// The name that a file has which is fetched from an address, if that tells it.
pub(crate) fn file_name(address: &str) -> Option<&str> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let (_, name) = path.rsplit_once('/')?;
    let is_name =
        !matches!(name, "" | "." | "..") && !name.contains(['%', '{', '[', '\\', '$', '`', '*']);
    is_name.then_some(name)
}

/// The file that is fetched from an address; any of the folder, where that does not tell it.
pub(crate) fn fetched(address: &Word) -> Word {
    match file_name(&address.text).filter(|_| !address.splits) {
        Some(name) => Word::plain(name),
        None => Word { text: "./*".to_owned(), literal: false, splits: false },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loopback_is_this_machine() {
        for text in [
            "localhost",
            "http://localhost:3000/x",
            ":3000/items",
            "127.0.0.1:8080",
            "file:///etc/x",
            "http://[::1]:80/",
            "https://u:p@app.localhost/x",
            "http://2130706433/",
            "http://0x7f000001/",
            "/path",
        ] {
            assert!(!is_of_another_machine(&Word::plain(text)), "{text}");
        }
        for text in [
            "example.com",
            "https://localhost.example.com",
            "http://localhost@example.com/",
            "$URL",
            "127.0.0.1.example.com",
            "host:path",
            "https://example.com/?localhost",
        ] {
            assert!(is_of_another_machine(&Word::plain(text)), "{text}");
        }
    }

    #[test]
    fn a_host_may_be_written_out() {
        for text in [
            "https://api.example/x",
            "example.com:80",
            "http://10.0.0.1/",
            "https://x.example/$ID",
            "http://0x06060606/",
            "http://101058054",
            "http://{localhost,h.example}/",
            "//h.example",
            "http:h.example/a",
            "https:///h.example",
            "$URL/x",
            "https://$HOST/x",
        ] {
            assert!(is_written_out(&Word::plain(text)), "{text}");
        }
        for text in [
            "http://web:3000/",
            "http://app.local/x",
            "http://host.docker.internal:80",
            "http://localhost:3000",
            "http://localhost:$PORT/x",
            "${URL:-http://localhost:1}/x",
            "POST",
        ] {
            assert!(!is_written_out(&Word::plain(text)), "{text}");
        }
    }

    #[test]
    fn a_file_is_called_like_the_end_of_its_address() {
        let check = |address, expected| assert_eq!(file_name(address), expected, "{address}");
        check("https://x.example/a/b.tgz?c=/d", Some("b.tgz"));
        check("x.example/b", Some("b"));
        check("https://x.example", None);
        check("https://x.example/a/", None);
        check("https://x.example/a/..", None);
        check("https://x.example/[1-3].txt", None);
    }
}
