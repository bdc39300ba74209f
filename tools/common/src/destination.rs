//! The rule for outputs: no command replaces a file unless it is told to.
//!
//! A command refuses an output path if it is also one of its inputs, even by a link. It also
//! refuses the path if another output has it, if a file exists there, or if that file is read-only.
//! `--force` allows all of these but the second one. Devices and pipes are written to.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;

/// The maximum number of symbolic links that lead to a file, as on Linux.
const MAX_LINKS: usize = 40;

/// The path that stands for standard input and standard output.
const DASH: &str = "-";

/// The argument that allows the replacement of files.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ForceArgs {
    /// Replace a file that exists, even an input or a read-only one
    #[arg(long)]
    pub force: bool,
}

/// The place that the path of an output leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// Standard output, also as `/dev/stdout`.
    Stdout,
    /// A pipe, a device, or a file that the process has open, such as `/dev/fd/3`: to be opened for appending.
    Stream(PathBuf),
    /// A regular file, or none yet. Symbolic links are resolved.
    File(PathBuf),
}

/// The files of a command, from which the destinations of its outputs must differ.
#[derive(Clone, Debug, Default)]
pub struct Destinations {
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
    force: ForceArgs,
}

impl Destinations {
    /// Creates the destinations for a command that reads some files; `-` is standard input.
    pub fn new(inputs: &[PathBuf], force: ForceArgs) -> Self {
        Self { inputs: inputs.to_vec(), outputs: Vec::new(), force }
    }

    /// Returns the destination for an output; `-` is standard output.
    ///
    /// # Errors
    ///
    /// Returns an error that names the path if the rule refuses it, or if it cannot be examined.
    pub fn get(&mut self, path: &Path) -> anyhow::Result<Destination> {
        let destination = self.claim(path)?;
        if let Destination::File(_) = destination
            && !self.force.force
        {
            self.ensure_free(path)?;
        }
        Ok(destination)
    }

    /// Returns the destination for an output that may replace a file: the command has created it
    /// before, or its arguments say so in another way than by `--force`.
    ///
    /// # Errors
    ///
    /// Returns an error if another output has the path, or if it cannot be examined.
    pub fn claim(&mut self, path: &Path) -> anyhow::Result<Destination> {
        let name = || path.display().to_string();
        let destination = resolve(path).with_context(name)?;
        match &destination {
            Destination::Stdout => {
                let input = self.input_of(Path::new("/dev/stdout"));
                ensure!(input.is_none(), "standard output: an input; expected another file");
            }
            Destination::Stream(_) => {}
            Destination::File(file) => {
                let is_claimed = self.outputs.contains(file);
                ensure!(!is_claimed, "{}: two outputs; expected different files", name());
                self.outputs.push(file.clone());
            }
        }
        Ok(destination)
    }

    /// Checks that a path, whose file may be replaced by `--force` only, has none.
    fn ensure_free(&self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let Ok(metadata) = fs::metadata(path) else { return Ok(()) };
        if let Some(input) = self.input_of(path) {
            let input = input.display();
            bail!("{name}: the input {input}; expected another file, or --force to replace it");
        }
        let kind = if metadata.permissions().readonly() { "read-only file" } else { "file" };
        bail!("{name}: {kind} exists; expected another name, or --force to replace it");
    }

    /// Returns the input that is the file at a path, if there is one.
    pub fn input_of(&self, path: &Path) -> Option<&Path> {
        fs::metadata(path).ok().filter(Metadata::is_file)?;
        let is_output = |input: &&PathBuf| {
            let input = if **input == Path::new(DASH) { Path::new("/dev/stdin") } else { input };
            are_same_file(input, path)
        };
        self.inputs.iter().find(is_output).map(PathBuf::as_path)
    }
}

/// Tests whether two paths lead to one file, also by hard links.
#[cfg(unix)]
fn are_same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |path| fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    identity(one).is_some_and(|one| identity(other) == Some(one))
}

/// Tests whether two paths lead to one file, without recognizing hard links.
#[cfg(not(unix))]
fn are_same_file(one: &Path, other: &Path) -> bool {
    let canonical = |path| fs::canonicalize(path).ok();
    canonical(one).is_some_and(|one| canonical(other) == Some(one))
}

/// Returns the destination of a path.
fn resolve(path: &Path) -> anyhow::Result<Destination> {
    if path == Path::new(DASH) {
        return Ok(Destination::Stdout);
    }
    let mut file = path.to_owned();
    for _ in 0..MAX_LINKS {
        match descriptor(&file) {
            Some("1") => return Ok(Destination::Stdout),
            Some(_) => return Ok(Destination::Stream(path.to_owned())),
            None => {}
        }
        match fs::symlink_metadata(&file) {
            Ok(metadata) if metadata.is_symlink() => {
                file = folder_of(&file).join(fs::read_link(&file)?);
            }
            Ok(metadata) if metadata.is_dir() => bail!("folder, not a regular file"),
            Ok(metadata) if !metadata.is_file() => return Ok(Destination::Stream(path.to_owned())),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
            _ => {
                let name = file.file_name().context("no name of a file")?;
                return Ok(Destination::File(fs::canonicalize(folder_of(&file))?.join(name)));
            }
        }
    }
    bail!("too many levels of symbolic links")
}

/// Returns the number of the file descriptor that a path names.
fn descriptor(path: &Path) -> Option<&str> {
    let path = path.to_str().filter(|_| cfg!(unix))?;
    match path {
        "/dev/stdout" => return Some("1"),
        "/dev/stderr" => return Some("2"),
        _ => {}
    }
    let folders = ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"];
    let number = folders.into_iter().find_map(|folder| path.strip_prefix(folder))?;
    number.bytes().all(|byte| byte.is_ascii_digit()).then_some(number)
}

/// Returns the folder of a path, which is the current one if the path is only a name.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
