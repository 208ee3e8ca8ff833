//! Addresses of the network.

use shell_syntax::Word;

/// Whether a word, taken for an address, may be that of another machine.
pub(crate) fn is_of_another_machine(word: &Word) -> bool {
    let Some(host) = host(&word.text) else {
        return false;
    };
    let is_this_one = matches!(host, "" | "localhost" | "0.0.0.0" | "::1")
        || host.ends_with(".localhost")
        || host.starts_with("127.") && host.bytes().all(|next| b"0123456789.".contains(&next));
    !is_this_one
}

/// Whether a word is the address of another machine whose host is written out: not in a variable, and
/// no name that only holds in a network of this machine (`db`, `app.local`, `host.docker.internal`).
pub(crate) fn is_written_out(word: &Word) -> bool {
    const LOCAL: [&str; 5] = [".local", ".internal", ".test", ".localhost", ".lan"];
    is_of_another_machine(word)
        && host(&word.text).is_some_and(|host| {
            let is_part = |next: char| next.is_ascii_alphanumeric() || "-._:".contains(next);
            host.contains(['.', ':'])
                && host.chars().all(is_part)
                && !LOCAL.iter().any(|end| host.ends_with(end))
        })
}

/// The host of an address; none of a file.
fn host(text: &str) -> Option<&str> {
    let text = match text.split_once("://") {
        Some(("file", _)) => return None,
        Some((_, rest)) => rest,
        None => text,
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
        for text in
            ["https://api.example/x", "example.com:80", "http://10.0.0.1/", "https://x.example/$ID"]
        {
            assert!(is_written_out(&Word::plain(text)), "{text}");
        }
        for text in [
            "https://$HOST/x",
            "https://$NAME.example/",
            "http://web:3000/",
            "http://app.local/x",
            "http://host.docker.internal:80",
            "http://localhost:3000",
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
