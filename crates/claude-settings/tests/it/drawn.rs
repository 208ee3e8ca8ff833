//! Files of other hosts that nobody wrote, drawn from parts. The tests of the installer read this module
//! too.

use hook_protocol::FileLayout;

/// Numbers that look random and are the same each time.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap()
    }
}

/// A file whose parts are drawn.
pub(crate) fn drawn(numbers: &mut Numbers, layout: FileLayout) -> String {
    let newline = ["\n", "\r\n"][numbers.below(2)];
    let ending = ["", newline, newline][numbers.below(3)];
    let mut one = |all: &[&str]| all[numbers.below(all.len())].to_owned();
    let text = match layout {
        FileLayout::Flat => {
            one(&["{\"version\":1,\"hooks\":{}}", "{\"hooks\": {}, \"version\": 1}"])
        }
        FileLayout::Tables => TABLES.map(one).join("\n"),
        FileLayout::Groups(_) => format!("{{\n{}\n}}", GROUPS.map(one).concat()),
    };
    text.replace('\n', newline) + ending
}

/// Parts of TOML files, one of each in their order.
const TABLES: [&[&str]; 5] = [
    &["# top é", "", "a = 1", "name = 'x' # y", "k.\"a b\".c = { x = 1, y = [ ] }"],
    &[
        "",
        "# more",
        "b = [1,\n2] # two",
        "s = \"\"\"\n[[hooks]]\n# no\n\"\"\"",
        "l = [ # one\n  1,\n]",
    ],
    &["", "[t]", "[t]\nx = \"z\"", "[[u]]\n[[u]]", "[ t . \"q\" ] # q\nd = 2026-11-24"],
    &[
        "",
        "[[hooks]]\nevent = \"Stop\"\ncommand = \"mine\"",
        "[[hooks]] # theirs\n# in it\ncommand = 'mine'\n\nevent = 'PreToolUse'\nx = '''\ny'''",
        "# end",
    ],
    &[
        "",
        "# last",
        "[z]\n# in z",
        "[[hooks]]\nevent = \"Notification\"\ncommand = \"mine too\"\n\n[z.y]\nq = 1",
    ],
];

/// Parts of JSON files.
const GROUPS: [&[&str]; 3] = [
    &["", "\"a\": 1,\n", "  \"model\":   \"x é \\u00e9\",\n", "\"hooks2\": {\"Stop\": []},"],
    &[
        "\"b\": {}",
        "  \"hooks\": {}",
        "\t\"hooks\": {\"Stop\": []}",
        "  \"hooks\": {\n    \"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"mine\"}]}]\n  }",
        "\"hooks\": {\"Stop\": [{\"matcher\": \"\", \"x\": null, \"hooks\": []}, {\"hooks\": [{\"command\": \"mine\", \"timeout\": 1e3}]}],\n\n  \"Z\": [[]]}",
        "\"hooks\": { \"Stop\" : [ { \"hooks\" : [ { \"command\" : \"mine\" } ] } ] , \"on\" : false }",
    ],
    &["", ",\n\"z\": [\n1]", ",\"y\": {\"hooks\": {\"Stop\": \"mine\"}}"],
];
