//! Starting cargo in the root of the workspace, and what it finds there.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus};

use anyhow::{Context, Result, ensure};

/// The root of the workspace, the folder above this package.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package lies in the workspace")
}

/// The cargo that started us, with `args`, to be run in the root.
pub fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(args).current_dir(root());
    command
}

/// The names of what lies in a folder of the workspace, without extensions and in order: the
/// targets that cargo finds there.
///
/// # Errors
/// If the folder cannot be listed.
pub fn names_in(folder: &str) -> Result<Vec<String>> {
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

/// Runs `command` to its end.
///
/// # Errors
/// If it cannot be started, or ends with anything but success.
pub fn must_pass(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    ensure!(status.success(), "`{}` ended with {status}", line(command));
    Ok(())
}

/// Runs `command` to its end and hands on its exit code; 1 where a signal ended it.
///
/// # Errors
/// If it cannot be started.
pub fn exit_code(command: &mut Command) -> Result<ExitCode> {
    let code = status(command)?.code();
    let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}

fn status(command: &mut Command) -> Result<ExitStatus> {
    command.status().with_context(|| format!("`{}` cannot be started", line(command)))
}

/// The command as one would type it.
fn line(command: &Command) -> String {
    let words = command.get_args().map(OsStr::to_string_lossy);
    words.fold("cargo".to_owned(), |line, word| line + " " + &word)
}
