//! The names in programs of several languages that tell of writing.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::change::ChangeKind;

/// What a name tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sign {
    /// The first argument is a file that is changed; as a method, its object is.
    Changes(ChangeKind),
    /// As a method, its first argument is a file that is written, where it looks like one.
    Saves,
    /// The first two arguments are files: the one goes to the other, or is linked or copied.
    Pair { moves: bool },
    /// The first argument is a folder of which all may change.
    Tree(ChangeKind),
    /// It opens a file, for reading or writing.
    Opens,
    /// It asks a server, and sends it something where there is more than an address.
    Fetches,
    /// It may send something, or call what its arguments name.
    Sends,
    /// Nothing tells what it does.
    Hides,
}

/// The sign that a name is, after `owner.` if there is one.
pub(super) fn sign(owner: Option<&str>, name: &str) -> Option<Sign> {
    if name == "new" {
        return match owner? {
            "File" | "IO" => Some(Sign::Opens),
            "Logger" => Some(Sign::Saves),
            "Store" | "DBM" | "SDBM" | "GDBM" | "FileStore" => Some(Sign::Hides),
            _ => None,
        };
    }
    let is_other = owner.is_some_and(|owner| !is_module(owner));
    if is_other && is_listed(SAVING, name) {
        return Some(Sign::Saves);
    }
    let Some(found) = TABLE.get(name) else {
        // `from joblib import dump`
        let is_imported = owner.is_none() && !matches!(name, "save" | "export");
        return (is_imported && is_listed(SAVING, name)).then_some(Sign::Saves);
    };
    (!is_other || !is_listed(ONLY_OF_MODULES, name)).then_some(*found)
}

/// Whether a method of this name changes the file that its object is, and not the one that it is given.
pub(super) fn is_of_a_path(name: &str) -> bool {
    is_listed("write_text write_bytes touch unlink rmdir mkdir chmod lchmod", name)
}

/// Whether the functions of a module change files.
pub(super) fn is_module(name: &str) -> bool {
    is_listed(MODULES, name)
}

/// Whether a module only computes or reads, or is watched by its functions.
pub(super) fn is_harmless(module: &str) -> bool {
    let is_version = module.chars().all(|next| next.is_ascii_digit() || matches!(next, '.' | 'v'));
    is_version || is_listed(HARMLESS_MODULES, module)
}

/// Modules whose functions change files, but for those of [`READING`].
const WATCHED: &str = "os shutil fs fsPromises fsp promises FileUtils File IO Dir Kernel posix nt";

/// Their functions and values that change nothing. A process that is ended has a risk of its own.
const READING: &str = "path environ environb getenv getenvb listdir scandir walk fwalk getcwd getcwdb stat lstat fstat \
     access getpid getppid getuid geteuid getgid getegid getgroups getlogin getpgid getpgrp getpriority getloadavg \
     get_terminal_size get_exec_path cpu_count process_cpu_count sched_getaffinity uname name sep altsep extsep pathsep \
     linesep defpath devnull curdir pardir fspath fsencode fsdecode readlink urandom getrandom times strerror sysconf \
     confstr isatty ttyname umask statvfs statfs read pread readv close getxattr listxattr error lseek waitpid wait kill \
     killpg abort putenv unsetenv which disk_usage ignore_patterns get_archive_formats get_unpack_formats \
     readdir readdirSync statSync lstatSync fstatSync statfsSync exists existsSync accessSync realpath realpathSync \
     readlinkSync readSync readvSync closeSync opendir opendirSync glob globSync constants promises watch watchFile \
     unwatchFile pathExists pathExistsSync readJson readJsonSync readJSON readJSONSync readFile default \
     platform arch cpus totalmem freemem homedir hostname tmpdir type release uptime userInfo networkInterfaces loadavg \
     endianness version machine availableParallelism devNull \
     readlines foreach exist file directory basename dirname extname join expand_path absolute_path realdirpath size mtime \
     atime ctime birthtime readable writable executable zero empty symlink ftype identical fnmatch split world_readable \
     world_writable owned setuid pipe socket blockdev chardev binread each_line pwd getwd entries children each_child \
     home each select console cmp compare_file compare_stream uptodate puts print printf p format sprintf rand srand sleep \
     raise warn exit gets putc loop lambda proc caller at_exit class inspect freeze length to_s";

/// Whether a module changes files by functions of which only some are listed here.
pub(super) fn is_watched(module: &str) -> bool {
    is_listed(WATCHED, module)
}

/// Whether a function of a watched module, or one of its values, changes nothing.
pub(super) fn only_reads(name: &str) -> bool {
    name.starts_with(|first: char| {
        first.is_ascii_uppercase() || first == '_' && name.ends_with("__")
    }) || is_listed(READING, name)
}

fn is_listed(names: &str, name: &str) -> bool {
    names.split(' ').any(|listed| listed == name)
}

static TABLE: LazyLock<HashMap<&str, Sign>> = LazyLock::new(|| {
    let names = |(sign, names): &(Sign, &'static str)| {
        let sign = *sign;
        names.split(' ').map(move |name| (name, sign))
    };
    SIGNS.iter().flat_map(names).collect()
});

/// Names that many objects have for something else: `list.remove`, `str.replace`.
const ONLY_OF_MODULES: &str = "copy link move mv remove replace rm delete execute exec system dump cp load \
     move_file append compile send call run write output";

/// Methods of many objects that write a file where they are given its path: `tree.write("a.xml")`,
/// `book.save("a.xlsx")`. Those of an open file are given what goes into it.
const SAVING: &str = "to_sql Memory write save save_as saveas saveAs export dump_stats write_image write_html write_csv \
     write_parquet write_json write_video write_to write_file writeFile to_file toFile to_html to_feather to_hdf to_stata \
     to_markdown to_latex to_xml to_orc export_png export_svg save_pretrained save_weights save_model \
     storbinary serialize render_to_file write_c14n imwrite imsave dump_to dump savez savez_compressed tofile \
     memmap to_string sink_csv sink_parquet sink_ndjson";

const MODULES: &str = "os shutil fs promises fsPromises fsp File FileUtils IO Dir Kernel child_process cp \
     io pathlib subprocess builtins Deno Bun posix nt Pathname";

const SIGNS: &[(Sign, &str)] = &[
    (
        Sign::Opens,
        "open fopen sysopen openSync readFile readFileSync createReadStream FileIO OpenWrapper GzipFile BZ2File LZMAFile SplFileObject FileType",
    ),
    (
        Sign::Changes(ChangeKind::Write),
        "creat WriteStream FileWriteStream write write_text write_bytes touch truncate truncateSync ftruncateSync writeFile \
     writeFileSync appendFile appendFileSync createWriteStream file_put_contents mkfifo \
     mknod binwrite to_csv to_json to_excel to_parquet to_pickle savefig savetxt \
     writeTextFile writeTextFileSync writeReport writeHeapSnapshot output outputFile outputFileSync utime utimes utimesSync lutime lutimes lutimesSync futimes",
    ),
    (
        Sign::Changes(ChangeKind::Remove),
        "unlink unlinkSync remove rmdir rmdirSync rm rmSync delete removeSync",
    ),
    (
        Sign::Tree(ChangeKind::Remove),
        "rmtree remove_tree rm_r rm_rf rm_f removedirs remove_entry remove_dir",
    ),
    (
        Sign::Changes(ChangeKind::CreateDir),
        "mkdir mkdirSync makedirs mkdir_p make_path mkpath ensureDirSync",
    ),
    (
        Sign::Changes(ChangeKind::Mode),
        "chmod chmodSync lchmod chown chownSync lchown setxattr chgrp",
    ),
    (Sign::Pair { moves: true }, "rename renameSync renames replace move mv"),
    (
        Sign::Pair { moves: false },
        "copyfile copy2 copytree copyFile copyFileSync cpSync cp_r copy cp symlink \
     copy_stream link_to symlinkSync symlink_to hardlink_to link linkSync ln_s make_symlink copy_file \
     copyfileobj copymode copystat",
    ),
    (Sign::Fetches, "fetch urlopen Request"),
    (
        Sign::Sends,
        "post post_form put patch sendall sendto sendmail create_connection connect HTTPConnection \
     HTTPSConnection TCPSocket UDPSocket Socket socket SMTP WebSocket XMLHttpRequest fsockopen \
     stream_socket_client stream_context_create curl_exec createConnection sendFile mail get_headers \
     create_server create_unix_server unix_server_socket \
     array_map array_filter array_walk array_reduce usort uasort uksort call_user_func \
     call_user_func_array ElementTree",
    ),
    (
        Sign::Hides,
        "venv EnvBuilder TimedRotatingFileHandler WatchedFileHandler cProfile bdb pydoc distutils mailbox LWPCookieJar MozillaCookieJar RotatingFileHandler py_compile \
     socketserver keylog_filename Open3 capture2 capture2e capture3 PStore Tempfile mktmpdir spawnlp spawnlpe spawnvp spawnvpe breakpointhook write_history_file append_history_file \
     set_auto_history __send__ reopen UNIXServer ERB inplace_mode FileHandler Function InteractiveConsole InteractiveInterpreter create_subprocess_exec \
     create_subprocess_shell modules runcode runsource timeit NamedTemporaryFile ObjectSpace Popen Process __builtins__ __dict__ \
     __getattribute__ __import__ __subclasses__ basicConfig builtins call check_call check_output \
     chdir child_process chroot compile const_get create_function ctypes dbmopen dlopen \
     eval exec execFile execFileSync execSync execfile execl execle execlp execlpe \
     execute execv execve execvp execvpe extract extractall fdopen fileinput fork forkpty \
     getattr getoutput getstatusoutput globals importlib import_module inplace instance_eval loadstring \
     locals method mkdtemp mkstemp mmap module_eval passthru pcntl_exec popen popen2 \
     popen3 posix_spawn proc_open pty public_send qx require_once runpy send setattr \
     shell_exec shelve spawn spawnSync spawnl spawnv sqlite3 startfile subprocess syscall \
     system syswrite tempnam unpack_archive make_archive urlretrieve vars zipfile tarfile \
     runInThisContext runInNewContext binding dofile loadfile __class__ \
     move_uploaded_file _G _ENV error_log class_eval instance_variable_set unsafe_load UnsafeLoader \
     Loader singleton_method instance_method public_method alias_method setEngine getBuiltinModule \
     TOPLEVEL_BINDING interact set_trace ForwardRef open_memmap start_unix_server \
     run_docstring_examples setupHistory REPLServer inspector AF_UNIX retrieve URLopener get_type_hints Addrinfo _compile f_builtins f_globals breakpoint repl mkdtempSync _load Marshal iterator_apply",
    ),
];

const HARMLESS_MODULES: &str = "__future__ abc argparse array assert ast base64 binascii bisect buffer calendar \
     codecs collections colorsys configparser copy crypto csv dataclasses datetime \
     decimal difflib dis email enum errno events fnmatch fractions fs fs/promises \
     functools getpass glob gzip hashlib heapq hmac html inspect io ipaddress \
     itertools json keyword linecache locale math mimetypes node:assert node:crypto \
     node:fs node:fs/promises node:os node:path node:url node:util numbers operator os \
     os.path path pathlib platform pprint punycode querystring random re readline \
     resource secrets set shlex shutil signal socket stat statistics stream string strict \
     struct sys sysconfig tempfile textwrap time tokenize tomllib traceback types \
     typing unicodedata url urllib urllib.parse urllib.request util utf8 uuid warnings \
     xml yaml zlib zoneinfo digest erb optparse ostruct securerandom fileutils pp \
     bigdecimal POSIX List::Util Scalar::Util Data::Dumper JSON::PP Time::HiRes Time::Local \
     Time::Piece File::Basename File::Spec Text::Wrap Text::ParseWords Text::Abbrev MIME::Base64 \
     Digest::MD5 Digest::SHA Encode Unicode::Normalize constant feature bytes integer bigint bignum \
     English open encoding vars locale collections.abc importlib.metadata xml.etree.ElementTree pkgutil toml";
