//! What the words of a call tell of a program without a line that acts on a service: `x register`,
//! `x buckets create a`, `x --submit`, `x stack up`.

use shell_syntax::Word;

use super::{Verb, is_name, is_rehearsal, kinds, sends, verb};
use crate::glob::is_among;

/// A verb stands among so many first words.
const MAX_PLACE: usize = 4;

/// Verbs that act on a service in most programs that have them.
const ACTING: &str = " register enroll enrol invoke trigger dispatch promote rollout provision reconcile \
    redeploy failover cutover apply sync launch ";

/// Those of them that may be about files of this machine too, where nothing stands before them.
const DOUBTFUL: &str = " apply sync launch invoke ";

/// Verbs that act on a service behind the name of a kind of things that services have.
const MANAGING: &str = " create set update enable add put edit patch scale grant \
    invite assign attach restore approve reply comment resolve rotate rename transfer submit apply sync \
    launch register ";

/// Kinds that programs have on this machine too.
const LOCAL_KINDS: &str = " plugins plugin extensions extension profiles profile environments environment env \
    envs templates template themes theme contexts context views components component files file folders \
    notes tags branches labels packages package libraries presets shells fonts models model datasets tables \
    keybinds formatters linters snapshots worktrees projects project apps app applications application \
    settings options option flags flag kernels layouts locales languages symbols modules dirs partitions \
    disks printers processes sizes stages commits builds build tests versions version ports columns \
    migrations migration config workspace workspaces remote remotes feature \
    features platform platforms session sessions database databases revision revisions queue queues driver \
    drivers host hosts server servers functions function commands command action actions aliases ";

/// Kinds that services have and the list of kinds does not.
const SERVICE_KINDS: &str = " droplet droplets webhook webhooks ticket tickets workers monitor monitors dns schedules \
    leads keys apikeys serve secret secrets campaign campaigns ";

/// Behind these `up` and `down` make or end what runs somewhere else.
const RISING: &str = " serve cluster clusters stack stacks env environment service services instance node \
    sandbox fleet farm pool job jobs vm machine machines workspace deployment preview ";

/// Options with which a call hands on what it made, or opens what is here.
const OPTIONS: &str = " --submit --tunnel --share --publish --push --upload --deploy --broadcast ";

/// Verbs that copy to where an address says.
const COPYING: &str = " export backup dump archive replicate offload unload ";

/// Whether a call of a program without a line acts on a service, as far as its words tell.
pub(crate) fn acts_outward(args: &[Word]) -> bool {
    if is_rehearsal(args) {
        return false;
    }
    let named = sends::named(args);
    let named = named.get(..named.len().min(MAX_PLACE)).unwrap_or_default();
    has_such_an_option(args) || is_told_so(named) || copies_away(named, args)
}

fn has_such_an_option(args: &[Word]) -> bool {
    let next = args.iter().skip(1).map(|word| word.text.as_str()).chain([""]);
    let mut options = args.iter().zip(next).take_while(|(word, _)| word.text != "--");
    // `--publish 80:80` opens a port of a container.
    let is_port = |next: &str| next.starts_with(|first: char| first.is_ascii_digit());
    options.any(|(word, next)| is_among(OPTIONS, &word.text) && !is_port(next) && next != "false")
}

fn is_told_so(named: &[&str]) -> bool {
    for (at, word) in named.iter().enumerate() {
        let next = named.get(at + 1).copied().unwrap_or_default();
        if !is_name(word) {
            return false;
        }
        let (noun, act) = match word.rsplit_once(':') {
            Some((noun, act)) => (noun.rsplit(':').next().unwrap_or(noun), act),
            None => {
                (at.checked_sub(1).and_then(|at| named.get(at)).copied().unwrap_or_default(), *word)
            }
        };
        if looks(next) && !word.contains(':') {
            return false;
        }
        if is_among(MANAGING, act) && is_of_a_service(noun)
            || is_among(ACTING, act) && (!is_among(DOUBTFUL, act) || is_of_a_service(noun))
            || matches!(act, "up" | "down") && is_among(RISING, noun)
        {
            return true;
        }
        if verb(word).is_some() || is_among(ENDING, word) {
            return false;
        }
    }
    false
}

/// Words behind which stands what is run or made here.
const ENDING: &str = " run exec test build new init generate scaffold dev start watch help docs lint fmt \
    format check local install ";

fn looks(word: &str) -> bool {
    verb(word) == Some(Verb::Looks)
}

/// Whether a word is a kind of things that a service has, in one or several.
fn is_of_a_service(noun: &str) -> bool {
    let is_kind = kinds::is_kind(noun)
        || is_among(SERVICE_KINDS, noun)
        || kinds::is_kind(&format!("{noun}s"));
    is_kind && !is_among(LOCAL_KINDS, noun)
}

/// Whether something is copied to a store that an address names.
fn copies_away(named: &[&str], args: &[Word]) -> bool {
    const STORES: [&str; 9] =
        ["s3://", "gs://", "az://", "abfs://", "abfss://", "r2://", "b2://", "hf://", "sftp://"];
    let is_store = |word: &Word| STORES.iter().any(|start| word.text.contains(start));
    named.iter().take(3).any(|word| is_among(COPYING, word)) && args.iter().any(is_store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_a_line_may_act_on_a_service() {
        let check = |text: &str, expected: bool| {
            let args: Vec<Word> = text.split(' ').map(Word::plain).collect();
            assert_eq!(acts_outward(&args), expected, "{text}");
        };
        for text in [
            "register a",
            "pipeline trigger a",
            "buckets create a",
            "users:create a",
            "secret set A=b",
            "serve up a.yaml",
            "stack down",
            "--app a webhooks add u",
            "clusters sync a",
            "update a --submit",
            "a.zip --tunnel",
            "export a s3://b/",
            "endpoint invoke a",
        ] {
            check(text, true);
        }
        for text in [
            "create a",
            "new a",
            "generate a",
            "app create a",
            "config set a b",
            "plugin add a",
            "templates create a",
            "up",
            "compose up",
            "migrate up",
            "sync",
            "apply a.patch",
            "launch train.py",
            "trigger list",
            "test register",
            "run invoke",
            "add register",
            "service stop a",
            "remote add a u",
            "workspace create a",
            "plugin action invoke a",
            "invoke a",
            "users list create",
            "register --dry-run",
            "--publish 80:80 a",
            "a -- --push",
            "import s3://b/a",
        ] {
            check(text, false);
        }
    }
}
