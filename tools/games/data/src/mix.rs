//! `tabiya-data mix`: games of several files in random order.

use std::cell::RefCell;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
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

/// The temporary files that games are dealt to: nameless ones, or files beside the state, from which a resumed
/// command goes on.
struct DealtFiles {
    folder: PathBuf,
    /// The state's path.
    state: Option<PathBuf>,
    is_resumed: bool,
    paths: Vec<PathBuf>,
}

impl DealtFiles {
    /// Opens the next file.
    fn open(&mut self) -> io::Result<File> {
        let Some(state) = &self.state else { return tempfile::tempfile_in(&self.folder) };
        let mut path = state.as_os_str().to_owned();
        path.push(format!(".{:03}{PART_SUFFIX}", self.paths.len()));
        self.paths.push(PathBuf::from(path));
        let path = &self.paths[self.paths.len() - 1];
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(!self.is_resumed).truncate(!self.is_resumed);
        options.open(path).map_err(|error| name_error(Some(path), &error))
    }

    /// Leaves the files that were opened as they are; others are nameless from now on.
    fn finish_opening(&mut self) {
        self.state = None;
    }

    fn remove(&self) {
        for path in &self.paths {
            let _ = fs::remove_file(path);
        }
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
        let mut opened = self.open_outputs(&input, &paths)?;
        let folder = paths[0].parent().filter(|folder| folder.is_dir());
        let folder = folder.map_or_else(std::env::temp_dir, Path::to_owned);
        let max_file_len = (self.memory / 4).max(MIN_FILE_LEN);
        let inputs = input.inputs()?;
        let len: u64 = inputs.iter().filter_map(|input| Some(input.identity?.len)).sum();
        let files = len.div_ceil(max_file_len).clamp(1, MAX_FILES) as usize;
        let options = MixOptions { format, seed: self.seed, files, max_file_len };
        let dealt = RefCell::new(DealtFiles {
            folder,
            state: resume.path().map(Path::to_owned),
            is_resumed: state.is_some(),
            paths: Vec::new(),
        });
        let mixer = Mixer::new(options, || dealt.borrow_mut().open());
        let mut mixer = mixer.with_context(|| dealt.borrow().folder.display().to_string())?;
        dealt.borrow_mut().finish_opening();
        if let Some(state) = &state {
            mixer.resume(state).context("temporary files of the state")?;
        }
        let threads = input.threads.thread_count();
        let allows_truncated = self.truncated;
        let cancel = progress::interrupt_flag();
        let reading =
            Reading { args: &input, format, threads, allows_truncated, replays: false, cancel };
        let mut ending = reading.run(&Games::find, &mut mixer, &mut resume)?;
        let summary = summary(mixer.games(), self.parts.get(), mixer.ignored_bytes());
        if !ending.is_interrupted {
            // From here on, a resumed command has only to write.
            if resume.is_enabled() {
                let state = Sink::save(&mut mixer)?;
                resume.save(state)?;
            }
            ending.is_interrupted = !self.write(mixer, ending.totals.bytes, &mut opened)?;
            if ending.is_interrupted && !self.input.quiet {
                resume.announce();
            }
        }
        finish_outputs(&resume, &ending, opened)?;
        if ending.is_interrupted {
            return Ok(Verdict::Interrupted);
        }
        dealt.borrow().remove();
        if !self.input.quiet {
            message::print_line(&summary);
        }
        Ok(Verdict::mismatch_if(ending.totals.damaged > 0))
    }

    /// Opens the outputs, which are written at the end, and again from the start by a resumed command.
    fn open_outputs(&self, input: &InputArgs, paths: &[PathBuf]) -> anyhow::Result<Vec<Output>> {
        let unresumable = Resume::none();
        let mut outputs = Outputs::new(self.output.force, input, &unresumable)?;
        paths.iter().map(|path| outputs.open_file(path, None)).collect()
    }

    /// Writes the games to the outputs. Returns `false` after Ctrl-C.
    fn write(
        &self,
        mixer: Mixer<impl FnMut() -> io::Result<File>>,
        len: u64,
        outputs: &mut [Output],
    ) -> Result<bool, Failure> {
        let cancel = progress::interrupt_flag();
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
