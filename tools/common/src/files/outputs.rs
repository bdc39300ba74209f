//! A command's outputs: their arguments, and where they may be.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, stdout};
use std::path::{Path, PathBuf};

use crate::destination::{Destination, Destinations, ForceArgs};
use anyhow::{Context, bail, ensure};
use clap::Args;
use tabiya_units::files::{NewFile, PART_SUFFIX};

use super::input::InputArgs;
use super::output::{Output, OutputState, Target};
use super::resume::Resume;

/// The arguments that name the output.
#[derive(Args, Clone, Debug)]
pub struct OutputArgs {
    /// Write to this file; .gz and .zst compress [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The argument that allows files to be replaced.
    #[command(flatten)]
    pub force: ForceArgs,
}

/// The arguments of a command that can write its games over those that it has read.
#[derive(Args, Clone, Debug)]
pub struct RewriteArgs {
    #[command(flatten)]
    args: OutputArgs,
    /// Write to the only input
    #[arg(long, conflicts_with = "output")]
    in_place: bool,
}

impl RewriteArgs {
    /// Returns the argument that allows files to be replaced.
    pub const fn force(&self) -> ForceArgs {
        self.args.force
    }
}

/// A command's outputs, each of which is opened once.
#[derive(Debug)]
pub struct Outputs<'a> {
    destinations: Destinations,
    resume: &'a Resume,
    force: bool,
    has_stdout: bool,
}

impl<'a> Outputs<'a> {
    /// Prepares a command for opening its outputs, which may not replace its inputs or its state.
    ///
    /// # Errors
    ///
    /// Returns an error if the state's path cannot be examined.
    pub fn new(force: ForceArgs, input: &InputArgs, resume: &'a Resume) -> anyhow::Result<Self> {
        let mut destinations = Destinations::new(&input.files, force);
        if let Some(path) = resume.path() {
            destinations.claim(path)?;
        }
        Ok(Self { destinations, resume, force: force.force, has_stdout: false })
    }

    /// Opens the output that the arguments name; standard output for `None`. It goes on from a
    /// state, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error like [`open_file`](Self::open_file).
    pub fn open(
        &mut self,
        args: &OutputArgs,
        state: Option<OutputState>,
    ) -> anyhow::Result<Output> {
        self.open_file(args.output.as_deref().unwrap_or(Path::new("-")), state)
    }

    /// Opens the output for a command that may write to its input.
    ///
    /// # Errors
    ///
    /// Returns an error like [`open_file`](Self::open_file), or if there is not one writable input.
    pub fn open_rewrite(
        &mut self,
        args: &RewriteArgs,
        input: &InputArgs,
        state: Option<OutputState>,
    ) -> anyhow::Result<Output> {
        if !args.in_place {
            return self.open(&args.args, state);
        }
        let [path] = &input.files[..] else {
            bail!("{} inputs; expected one with --in-place", input.files.len());
        };
        let name = path.display();
        ensure!(
            self.destinations.input_of(path).is_some(),
            "{name}: not a file, as --in-place needs"
        );
        let is_read_only = fs::metadata(path).is_ok_and(|found| found.permissions().readonly());
        ensure!(self.force || !is_read_only, "{name}: read-only; expected --force to replace it");
        let destination = self.destinations.claim(path)?;
        self.open_destination(path, destination, state)
    }

    /// Opens an output; `-` is standard output. It goes on from a state, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error that names the file if the [rule](crate::destination) refuses it,
    /// if the file cannot be opened, or if the state belongs to another file.
    pub fn open_file(&mut self, path: &Path, state: Option<OutputState>) -> anyhow::Result<Output> {
        // The file that a state names may be replaced.
        let destination = if state.is_some() {
            self.destinations.claim(path)?
        } else {
            self.destinations.get(path)?
        };
        self.open_destination(path, destination, state)
    }

    /// Opens a command's report, if there is one, like [`open_file`](Self::open_file).
    ///
    /// # Errors
    ///
    /// Returns an error also if report and output are both standard output.
    pub fn open_report(
        &mut self,
        path: Option<&PathBuf>,
        state: Option<OutputState>,
    ) -> anyhow::Result<Option<Output>> {
        path.map(|path| self.open_file(path, state)).transpose()
    }

    /// Checks that a file beside the outputs may be created, or was created by the run that saved
    /// the state.
    ///
    /// # Errors
    ///
    /// Returns an error if the rule refuses the path.
    pub fn check(&mut self, path: &Path, is_resumed: bool) -> anyhow::Result<()> {
        if is_resumed {
            self.destinations.claim(path)?
        } else {
            self.destinations.get(path)?
        };
        Ok(())
    }

    fn open_destination(
        &mut self,
        path: &Path,
        destination: Destination,
        state: Option<OutputState>,
    ) -> anyhow::Result<Output> {
        let replaces_input = self.destinations.input_of(path).is_some();
        let mut output = self.open_target(path, destination, state)?;
        output.replaces_input = replaces_input;
        Ok(output)
    }

    fn open_target(
        &mut self,
        path: &Path,
        destination: Destination,
        state: Option<OutputState>,
    ) -> anyhow::Result<Output> {
        let name = || path.display().to_string();
        match destination {
            Destination::File(file) if self.resume.is_enabled() => {
                self.open_part(path, file, state)
            }
            Destination::Stdout if self.resume.is_enabled() => {
                bail!("standard output: not resumable; expected --output FILE")
            }
            Destination::Stream(_) if self.resume.is_enabled() => {
                bail!("{}: not resumable; expected a file", name())
            }
            Destination::File(file) => {
                let file = NewFile::create(&file).with_context(name)?;
                let file = if self.force { file.replacing_any() } else { file };
                Ok(Output::new(Some(path), Target::New(file)))
            }
            Destination::Stdout => {
                let message = "standard output: both games and report; expected --output FILE";
                ensure!(!self.has_stdout, message);
                self.has_stdout = true;
                Ok(Output::new(None, Target::Stdout(stdout().lock())))
            }
            Destination::Stream(stream) => {
                let file = OpenOptions::new().append(true).open(stream).with_context(name)?;
                Ok(Output::new(Some(path), Target::Stream(file)))
            }
        }
    }

    /// Opens a resumable command's incomplete file: the one in the state, or else a new one.
    fn open_part(
        &mut self,
        path: &Path,
        complete: PathBuf,
        state: Option<OutputState>,
    ) -> anyhow::Result<Output> {
        let mut part = complete.as_os_str().to_owned();
        part.push(PART_SUFFIX);
        let part = PathBuf::from(part);
        let name = || part.display().to_string();
        self.check(&part, state.is_some())?;
        let Some(state) = state else {
            let file = File::create(&part).with_context(name)?;
            return Ok(Output::new(Some(path), Target::Part { file, part, path: complete }));
        };
        let is_same = complete.to_string_lossy() == state.path;
        ensure!(is_same, "{}: the state is that of {}", path.display(), state.path);
        let mut file = OpenOptions::new().write(true).open(&part).with_context(name)?;
        let len = file.metadata().with_context(name)?.len();
        ensure!(len >= state.len, "{}: {len} bytes; expected at least {}", name(), state.len);
        file.set_len(state.len).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok(Output::resume(path, Target::Part { file, part, path: complete }, &state))
    }
}
