//! What the words of a call tell of a program without a line that acts on a service: `x register`,
//! `x buckets create a`, `x --submit`, `x stack up`.

use shell_syntax::Word;

use super::looks::has_parts;
use super::{Verb, is_name, is_rehearsal, kinds, sends, verb, words};
use crate::glob::is_among;

/// A verb stands among so many first words.
const MAX_PLACE: usize = 4;

/// Verbs that act on a service in most programs that have them.
const ACTING: &str = " register enroll enrol invoke trigger dispatch promote rollout provision reconcile \
    redeploy failover cutover apply sync launch follow unfollow retweet repost upvote downvote dm ";

/// Those of them that may be about files of this machine too, where nothing stands before them.
const DOUBTFUL: &str = " apply sync launch invoke ";

/// Verbs that act on a service behind the name of a kind of things that services have.
const MANAGING: &str = " create set update enable add put edit patch scale grant \
    invite assign attach restore approve reply comment resolve rotate rename transfer submit apply sync \
    launch register resize modify fork merge drain cordon renew close reopen bind rebuild redeploy rerun retry ";

/// Verbs that begin or end something behind the name of what runs on other machines.
const RUNNING: &str =
    " start stop restart resume pause suspend reboot rerun retry run rebuild scale cancel ";

/// What runs there, in one.
const REMOTE: &str = " workflow pipeline deployment instance machine vm cluster pod node execution droplet dyno \
    content fleet release job worker statement warehouse codespace sandbox dag endpoint ";

/// What only services have, so that it need not stand before the verb: `create issue`, `add-member`.
const ONLY_OF_SERVICES: &str = " issue ticket cluster bucket droplet instance vm namespace secret token webhook \
    domain user team member org organization channel room topic subscription invoice customer pod \
    loadbalancer firewall apikey campaign order alert incident monitor meeting post tweet message \
    comment bot machine ";

/// Options that say with which account of a service a call is made, or where it runs its things.
const OF_AN_ACCOUNT: &str = " --region --org --organization --org-id --account --account-id --tenant --tenant-id \
    --subscription --zone --cluster --cluster-id --api-key --api-token --access-token --team --team-id --owner \
    --project-id --app-id --workspace-id --endpoint ";

/// Verbs that change something, here or there.
const CHANGING: &str = " create add set put update edit patch modify scale start stop restart resume pause suspend \
    enable attach assign grant invoke run-job rename move close cancel ";

/// Kinds that programs have on this machine too.
const LOCAL_KINDS: &str = " plugins plugin extensions extension profiles profile environments environment env \
    envs templates template themes theme contexts context views components component files file folders \
    notes tags branches labels packages package libraries presets shells fonts models model datasets tables \
    keybinds formatters linters snapshots worktrees projects project apps app applications application \
    settings options option flags flag kernels layouts locales languages symbols modules dirs partitions \
    disks printers processes sizes stages commits builds build tests versions version ports columns \
    migrations migration config workspace workspaces remote remotes feature \
    tag branch commit stage kernel locale features platform platforms session sessions database databases revision revisions queue queues driver \
    drivers host hosts server servers functions function commands command action actions aliases ";

/// Kinds that services have and the list of kinds does not.
const SERVICE_KINDS: &str = " droplet droplets webhook webhooks ticket tickets workers monitor monitors dns schedules \
    leads keys apikeys serve secret secrets campaign campaigns ssh-key gpg-key deploy-key gist schedule runner \
    runners orb acl iam pr mr ";

/// Words behind which even the third is about what is here: `dotnet ef migrations add`.
const OF_THIS_MACHINE: &str = " metadata branch dependency vars pkg package layer link git hook hooks alias local cache \
    cli tool tools store stage module theme key toolchain ";

/// Behind these `up` and `down` make or end what runs somewhere else.
const RISING: &str = " serve cluster clusters stack stacks env environment service services instance node \
    sandbox fleet farm pool job jobs vm machine machines workspace deployment preview ";

/// Options with which a call hands on what it made, or opens what is here.
const OPTIONS: &str = " --submit --tunnel --share --publish --push --upload --deploy --broadcast ";

/// Verbs that copy to where an address says.
const COPYING: &str = " export backup dump archive replicate offload unload ";

/// Whether a call of a program without a line acts on a service, as far as its words tell.
pub(crate) fn acts_outward(program: &str, args: &[Word]) -> bool {
    if is_rehearsal(args) {
        return false;
    }
    let named = sends::named(args);
    let named = named.get(..named.len().min(MAX_PLACE)).unwrap_or_default();
    has_such_an_option(args)
        || creates_from_a_file(named, args)
        || is_told_so(named)
        || changes_as_an_account(program, named, args)
        || copies_away(named, args)
}

/// Whether something is made of a file that describes it: `create web.yaml`.
fn creates_from_a_file(named: &[&str], args: &[Word]) -> bool {
    const ENDINGS: [&str; 4] = [".yaml", ".yml", ".json", ".toml"];
    let is_described = |word: &Word| ENDINGS.iter().any(|end| word.text.ends_with(end));
    matches!(named.first(), Some(&("create" | "apply" | "provision")))
        && args.iter().any(|word| !word.text.starts_with('-') && is_described(word))
}

/// Whether a call that changes something says with which account of a service, as `create a --org b`
/// does, or the program is called after one.
fn changes_as_an_account(program: &str, named: &[&str], args: &[Word]) -> bool {
    let name =
        |word: &'_ Word| word.text.split('=').next().map(|name| is_among(OF_AN_ACCOUNT, name));
    let mut first = named.iter().take(2);
    let is_verb = |word: &&str| is_among(CHANGING, word.rsplit(':').next().unwrap_or(word));
    let ends = |word: &&str| is_among(ENDING, word) && !is_among(CHANGING, word);
    !named.first().is_some_and(ends)
        && first.any(is_verb)
        && (names_a_service(program) || args.iter().any(|word| name(word).unwrap_or_default()))
}

/// Whether a program is called as clients of services are: `xctl`, `x-cloud`.
fn names_a_service(program: &str) -> bool {
    let mut parts = program.split(['-', '_']);
    program.len() > 3 && program.ends_with("ctl")
        || parts.any(|part| matches!(part, "cloud" | "k8s" | "kube" | "api" | "cluster"))
}

pub(super) fn has_such_an_option(args: &[Word]) -> bool {
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
        if is_verb_with_object(word, next)
            || is_among(RUNNING, act) && is_remote(noun)
            || at > 1 && is_among(CHANGING, act) && named.iter().take(at).all(|it| is_group(it))
            || is_among(MANAGING, act) && is_of_a_service(noun)
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

/// Whether a word may be a group of commands of a client: `compute instances create a`.
fn is_group(word: &str) -> bool {
    !is_among(LOCAL_KINDS, word) && !is_among(OF_THIS_MACHINE, word) && !word.contains(':')
}

/// Whether what a noun names runs on other machines.
fn is_remote(noun: &str) -> bool {
    is_among(REMOTE, noun) || noun.strip_suffix('s').is_some_and(|one| is_among(REMOTE, one))
}

/// Whether a word and the next, or the parts of one, are a verb and what only services have:
/// `create issue`, `add-member`, `teams_send_message`.
fn is_verb_with_object(word: &str, next: &str) -> bool {
    let is_object = |noun: &str| {
        let single = noun.strip_suffix('s').unwrap_or(noun);
        is_among(ONLY_OF_SERVICES, noun) || is_among(ONLY_OF_SERVICES, single)
    };
    if is_among(CHANGING, word) {
        return is_object(next);
    }
    if !has_parts(word) {
        return false;
    }
    let mut parts = words(word).into_iter().skip_while(|part| {
        !is_among(CHANGING, part) && !matches!(part.as_str(), "send" | "post" | "reply")
    });
    let is_first = word.contains('_') || parts.clone().count() == words(word).len();
    is_first && !word.contains(':') && parts.next().is_some() && parts.any(|part| is_object(&part))
}

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

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let args: Vec<Word> = text.split(' ').map(Word::plain).collect();
        assert_eq!(acts_outward("x", &args), expected, "{text}");
    }

    #[test]
    fn a_program_without_a_line_may_act_on_a_service() {
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
            "workflow start --type a",
            "worker restart a",
            "instances resize a",
            "issue close 4",
            "create issue --title a",
            "add-member a",
            "teams_send_message a b",
            "jira_create_ticket a",
            "create a --org b",
            "scale web=3 --region=eu",
            "iam bindings add a",
            "follow a",
            "ssh-key add a.pub",
        ] {
            check(text, true);
        }
    }

    #[test]
    fn a_program_may_be_called_after_a_service() {
        let args: Vec<Word> = "create a".split(' ').map(Word::plain).collect();
        assert!(acts_outward("xctl", &args) && acts_outward("x-cloud", &args));
        assert!(!acts_outward("ctl", &args) && !acts_outward("x-cli", &args));
    }

    #[test]
    fn it_may_be_about_what_is_here() {
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
            "app start a",
            "create service a",
            "create_superuser",
            "add-header a",
            "create a --namespace b",
            "dev --host 0.0.0.0 --owner a",
            "ef migrations add a",
            "git remote add a u",
            "tag set a",
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
