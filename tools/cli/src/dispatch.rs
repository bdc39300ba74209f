//! `tabiya NAME …`: runs the program `tabiya-NAME`, as cargo and git run theirs.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow};
use tabiya_program::verdict::{self, Failure};

/// The programs in this repository whose packages have the suffix `-cli`.
const KNOWN: [&str; 2] = ["games", "units"];

/// Runs the program that the first word names, with the other words as its arguments. `commands`
/// are the built-in ones: if no command has the name, the error may suggest one.
///
/// On Unix, the program replaces this process, so that it has its standard streams and signals.
/// Elsewhere, this process ends with the program's exit code.
///
/// # Errors
///
/// Returns an error if there is no such program, or if it cannot be started.
pub fn run(words: &[OsString], commands: &clap::Command) -> verdict::Result {
    let (name, arguments) = words.split_first().context("no command")?;
    let name = name.to_string_lossy();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let path = if name.chars().all(is_name) { find(&name) } else { None };
    let Some(path) = path else { return Err(unknown(&name, commands)) };
    let mut command = Command::new(&path);
    let error = execute(command.args(arguments));
    Err(anyhow::Error::new(error).context(format!("cannot start {}", path.display())).into())
}

#[cfg(unix)]
fn execute(command: &mut Command) -> std::io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

#[cfg(not(unix))]
fn execute(command: &mut Command) -> std::io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(error) => error,
    }
}

/// Finds a program beside this one, or else in the absolute folders of `PATH`.
fn find(name: &str) -> Option<PathBuf> {
    let file = format!("tabiya-{name}{EXE_SUFFIX}");
    let own = env::current_exe().ok();
    let beside = own.as_deref().and_then(Path::parent).map(Path::to_owned);
    let path = env::var_os("PATH").unwrap_or_default();
    // A relative folder, such as the empty one, depends on the current folder, which anyone may own.
    let folders = env::split_paths(&path).filter(|folder| folder.is_absolute());
    beside.into_iter().chain(folders).map(|folder| folder.join(&file)).find(|path| is_program(path))
}

/// Tests whether a path names a file that can be run.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    let can_run = |metadata: &std::fs::Metadata| {
        std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
    };
    #[cfg(not(unix))]
    let can_run = |_: &std::fs::Metadata| true;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && can_run(&metadata))
}

/// Returns the error for a name that is neither a command nor a program.
fn unknown(name: &str, commands: &clap::Command) -> Failure {
    if !KNOWN.contains(&name) {
        // Without external subcommands, the clap error has a suggestion if a command has a similar
        // name.
        let commands =
            clap::Command::new("tabiya").subcommands(commands.get_subcommands().cloned());
        return match commands.try_get_matches_from(["tabiya", name]) {
            Err(error) => Failure::Usage(Box::new(error)),
            Ok(_) => anyhow!("unrecognized subcommand '{name}'").into(),
        };
    }
    let package = format!("tabiya-{name}-cli");
    let install = format!("cargo install --git {} {package}", env!("CARGO_PKG_REPOSITORY"));
    let mut advice = format!("install it with `{install}`");
    if is_in_checkout(name) {
        advice += &format!(", or run `cargo run --release -p {package} -- …`");
    }
    anyhow!("tabiya-{name}: program not found; {advice}").into()
}

/// Tests whether this program or the current folder is in a checkout of the repository.
fn is_in_checkout(name: &str) -> bool {
    let manifest = format!("tools/{name}/program/Cargo.toml");
    let places = [env::current_exe().ok(), env::current_dir().ok()];
    let mut folders = places.iter().flatten().flat_map(|place| place.ancestors());
    folders.any(|folder| folder.join(&manifest).is_file())
}
