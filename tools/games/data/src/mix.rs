//! `tabiya-data mix`: games of several files in random order.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use tabiya_games::data::{Games, MixOptions, Mixer, MixerState};
use tabiya_program::files::finish::finish_outputs;
use tabiya_program::files::input::InputArgs;
use tabiya_program::files::output::{Output, name_error};
use tabiya_program::files::outputs::{OutputArgs, Outputs};
use tabiya_program::files::resume::{Resume, ResumeArgs};
use tabiya_program::number::parse_size;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{message, progress};
use tabiya_units::files::PART_SUFFIX;

use super::formats::{self, Format};
use super::reading::{Reading, Sink};

/// The arguments of `tabiya-data mix`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya-data mix *.binpack -o mixed.binpack --memory 4G\n  \
        tabiya-data mix games.binpack -o part.binpack --parts 4\n\n\
        Games are chains in binpack, and positions in plain text. They are dealt at random into temporary\n\
        files beside the output, as large as the decompressed inputs, and each of these is shuffled.\n\
        With --resume they are beside the state, and stay after an interruption.\n\
        An input error ends its file: the games before it are written, and the exit code is 1.\n\
        With --parts 4, part.binpack stands for part-1.binpack to part-4.binpack.")]
pub struct Arguments {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Read and write this format [default: by the names of the files]
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Deal the games into N files of equal numbers of games
    #[arg(long, value_name = "N", default_value = "1")]
    parts: NonZeroUsize,
    /// Set the seed of the order
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Use at most this memory; 64M is the least
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_size)]
    memory: u64,
    /// Allow the last block or game to be incomplete
    #[arg(long)]
    truncated: bool,
}

impl<F: FnMut() -> io::Result<File>> Sink<Games> for Mixer<F> {
    fn receive(&mut self, games: Games) -> Result<(), Failure> {
        Ok(self.add(&games)?)
    }

    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        Ok(serde_json::to_value(Self::save(self)?)?)
    }
}

/// The most temporary files to begin with, which are all open.
const MAX_FILES: u64 = 128;

/// The least length of a temporary file, which may hold a single game.
const MIN_FILE_LEN: u64 = 8 << 20;

impl Arguments {
    /// Writes the games in random order.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened, or if a file cannot be written.
    pub fn run(&self) -> verdict::Result {
        let format = formats::for_inputs(self.from, &self.input.files)?;
        formats::check_output(self.output.output.as_deref(), format)?;
        let input = InputArgs { are_binary: true, ..self.input.clone() };
        let Self { parts, seed, memory, truncated, .. } = self;
        let options = format!("mix {format:?} {parts} {seed} {memory} {truncated}");
        let (mut resume, state) = Resume::load::<MixerState>(&self.resume, &input, options)?;
        let paths = self.part_paths()?;
        let max_file_len = (self.memory / 4).max(MIN_FILE_LEN);
        let inputs = input.inputs()?;
        let len: u64 = inputs.iter().filter_map(|input| Some(input.identity?.len)).sum();
        let count = len.div_ceil(max_file_len).clamp(1, MAX_FILES);
        let kept = resume.path().map_or_else(Vec::new, |state| kept_paths(state, count));
        let mut opened = self.open_outputs(&input, &paths, &resume, &kept)?;
        let folder = folder_of(&paths[0]);
        let create_file =
            || tempfile::tempfile_in(&folder).map_err(|error| name_error(Some(&folder), &error));
        let dealt = if kept.is_empty() {
            (0..count).map(|_| create_file()).collect::<io::Result<Vec<_>>>()?
        } else {
            open_kept(&kept, state.is_none())?
        };
        let options = MixOptions { format, seed: self.seed, max_file_len };
        let mut mixer = Mixer::new(options, dealt, create_file);
        if let Some(state) = &state {
            mixer.resume(state).context("temporary files of the state")?;
        }
        let cancel = progress::interrupt_flag();
        let reading = Reading {
            args: &input,
            format,
            threads: input.threads.thread_count(),
            allows_truncated: self.truncated,
            replays: false,
            cancel: Arc::clone(&cancel),
        };
        let mut ending = reading.run(&Games::find, &mut mixer, &mut resume)?;
        let summary = summary(mixer.games(), self.parts.get(), mixer.ignored_bytes());
        if !ending.is_interrupted {
            // From here on, a resumed command has only to write.
            if resume.is_enabled() {
                let state = Sink::save(&mut mixer)?;
                resume.save(state)?;
            }
            ending.is_interrupted =
                !self.write(mixer, ending.totals.bytes, &mut opened, &cancel)?;
            if ending.is_interrupted && !self.input.quiet {
                resume.announce();
            }
        }
        finish_outputs(&resume, &ending, opened)?;
        if ending.is_interrupted {
            return Ok(Verdict::Interrupted);
        }
        kept.iter().try_for_each(|path| remove(path))?;
        if !self.input.quiet {
            message::print_line(&summary);
        }
        Ok(Verdict::mismatch_if(ending.totals.damaged > 0))
    }

    /// Opens the outputs, which are written at the end, and by a resumed command from the start. They may replace neither
    /// the state nor the files that are kept beside it.
    fn open_outputs(
        &self,
        input: &InputArgs,
        paths: &[PathBuf],
        resume: &Resume,
        kept: &[PathBuf],
    ) -> anyhow::Result<Vec<Output>> {
        let unresumable = Resume::none();
        let mut outputs = Outputs::new(self.output.force, input, &unresumable)?;
        resume.path().map_or(Ok(()), |state| outputs.check(state, true))?;
        let is_resumed = resume.is_enabled() && !resume.is_first_save_due();
        kept.iter().try_for_each(|path| outputs.check(path, is_resumed))?;
        paths.iter().map(|path| outputs.open_file(path, None)).collect()
    }

    /// Writes the games to the outputs. Returns `false` after Ctrl-C.
    fn write(
        &self,
        mixer: Mixer<impl FnMut() -> io::Result<File>>,
        len: u64,
        outputs: &mut [Output],
        cancel: &AtomicBool,
    ) -> Result<bool, Failure> {
        let template = "{wide_bar} {bytes} of {total_bytes} written, {eta} left";
        let bar =
            if self.input.quiet { ProgressBar::hidden() } else { progress::new_bar(len, template) };
        let written = mixer.finish(self.parts.get(), |part, bytes| {
            bar.inc(bytes.len() as u64);
            if cancel.load(Relaxed) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            outputs[part].write_all(bytes)
        });
        bar.finish_and_clear();
        match written {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(false),
            written => Ok(written.map(|()| true)?),
        }
    }

    /// Returns the paths of the parts: the output, or with a number before its suffixes.
    fn part_paths(&self) -> anyhow::Result<Vec<PathBuf>> {
        let path = self.output.output.clone().unwrap_or_else(|| PathBuf::from("-"));
        if self.parts.get() == 1 {
            return Ok(vec![path]);
        }
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.filter(|name| *name != "-");
        let name = name.context("--parts: expected --output FILE")?;
        let (stem, suffix) = name
            .split_once('.')
            .map_or((name, String::new()), |(stem, suffix)| (stem, format!(".{suffix}")));
        let paths = (1..=self.parts.get())
            .map(|part| path.with_file_name(format!("{stem}-{part}{suffix}")));
        Ok(paths.collect())
    }
}

/// Returns the paths of the temporary files that a resumable command keeps beside its state.
fn kept_paths(state: &Path, count: u64) -> Vec<PathBuf> {
    let path = |index| {
        let mut path = state.as_os_str().to_owned();
        path.push(format!(".{index:03}{PART_SUFFIX}"));
        PathBuf::from(path)
    };
    (0..count).map(path).collect()
}

/// Opens the temporary files that are kept: new ones, or those of the last run.
fn open_kept(paths: &[PathBuf], are_new: bool) -> io::Result<Vec<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(are_new).truncate(are_new);
    let open = |path: &PathBuf| options.open(path).map_err(|error| name_error(Some(path), &error));
    paths.iter().map(open).collect()
}

fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path).map_err(|error| name_error(Some(path), &error))
}

/// Returns an output's folder, or that of the system for standard output.
fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| folder.is_dir());
    folder.map_or_else(std::env::temp_dir, Path::to_owned)
}

/// Returns a sentence about what was written.
fn summary(games: u64, parts: usize, ignored_bytes: u64) -> String {
    let files = if parts == 1 { "file" } else { "files" };
    let noun = if games == 1 { "game" } else { "games" };
    let ignored = match ignored_bytes {
        0 => String::new(),
        bytes => format!(", {bytes} bytes behind the chains of blocks ignored"),
    };
    format!("{games} {noun} written to {parts} {files}{ignored}")
}
