//! Commands that run in the workspace's root.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, ensure};

/// Returns the workspace root, which is the parent folder of this package.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package is in the workspace")
}

/// Returns a command for the cargo that runs this program, with the root as working directory.
pub fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// Returns a cargo command as [`cargo`] does, which fails instead of changing a lock file.
///
/// The first argument is the subcommand.
pub fn locked_cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut args = args.into_iter();
    let mut command = cargo(args.next());
    command.arg("--locked").args(args);
    command
}

/// Returns the file names in a workspace folder, sorted and without extensions.
///
/// # Errors
/// Returns an error if the folder cannot be listed.
pub fn file_stems_in(folder: &str) -> Result<Vec<String>> {
    let folder = root().join(folder);
    let entries = folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.path().with_extension("");
        names.push(name.file_name().unwrap_or_default().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Returns the paths to the files that git tracks or would add, relative to the root.
///
/// # Errors
/// Returns an error if git cannot be started or a name is not UTF-8.
pub fn tracked_files() -> Result<Vec<PathBuf>> {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.current_dir(root()).output().context("cannot start git")?;
    ensure!(output.status.success(), "git: {}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).context("the name of a file is not UTF-8")?;
    let paths = names.split_terminator('\0').map(PathBuf::from);
    // A deleted file is still in the index.
    Ok(paths.filter(|path| root().join(path).exists()).collect())
}

/// Runs a command and waits for its end.
///
/// # Errors
/// Returns an error if the command cannot be started or fails.
pub fn must_pass(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    ensure!(status.success(), "`{}` failed: {status}", command_line(command));
    Ok(())
}

/// Runs a command and returns its exit code, or 1 if a signal ended it.
///
/// # Errors
/// Returns an error if the command cannot be started.
pub fn exit_code(command: &mut Command) -> Result<ExitCode> {
    let code = status(command)?.code();
    let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}

fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().with_context(|| format!("cannot start `{}`", command_line(command)))
}

/// Returns the command as typed in a shell.
fn command_line(command: &Command) -> String {
    let args = command.get_args().map(OsStr::to_string_lossy);
    let program = Path::new(command.get_program()).file_name().unwrap_or_default();
    args.fold(program.to_string_lossy().into_owned(), |line, arg| line + " " + &arg)
}
