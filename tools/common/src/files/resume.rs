//! An interrupted command's state: a file from which the next run goes on.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::message;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tabiya_games::{LinePlace, TextPosition};
use tabiya_units::files::NewFile;

use super::input::{FileIdentity, Input, InputArgs};
use super::totals::Totals;

/// The interval between two saves.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// The format's version.
const VERSION: u32 = 2;

/// The argument that makes a command resumable.
#[derive(Args, Clone, Debug)]
pub struct ResumeArgs {
    /// Save the state to this file, and go on from it in the next run
    #[arg(long, value_name = "STATE")]
    pub resume: Option<PathBuf>,
}

/// The place at which a command goes on, and its totals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResumePoint {
    /// The input's index.
    pub input: usize,
    /// The place in the input's text.
    pub position: TextPosition,
    /// The number of games in the input before the place.
    pub games: u64,
    /// The line at the place, if lines are counted.
    pub line: LinePlace,
    /// `true` if the input is damaged before the place.
    pub is_damaged: bool,
    /// The totals.
    pub totals: Totals,
}

/// The file's contents.
#[derive(Serialize, Deserialize)]
struct State {
    version: u32,
    /// The command's options that determine its result.
    command: String,
    files: Vec<SavedInput>,
    input: usize,
    frame_offset: u64,
    offset_in_frame: u64,
    text_offset: u64,
    games: u64,
    line: LinePlace,
    is_damaged: bool,
    totals: Totals,
    sink: serde_json::Value,
}

/// An input in the file.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct SavedInput {
    path: String,
    identity: Option<FileIdentity>,
}

impl SavedInput {
    fn new(input: &Input) -> Self {
        Self { path: input.path.display().to_string(), identity: input.identity }
    }
}

/// The state that a command saves, if the arguments demand it.
#[derive(Debug)]
pub struct Resume {
    /// The place up to which games were received.
    pub point: ResumePoint,
    file: Option<PathBuf>,
    command: String,
    inputs: Option<Vec<Input>>,
    is_resumed: bool,
    last_save: Instant,
}

impl Resume {
    /// Returns the state for a command that cannot be resumed.
    pub fn none() -> Self {
        Self {
            point: ResumePoint::default(),
            file: None,
            command: String::new(),
            inputs: None,
            is_resumed: false,
            last_save: Instant::now(),
        }
    }

    /// Reads the last run's state, if there is one, with its sink's state.
    ///
    /// `options` are the options that determine the result, without files and threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the state cannot be read, if it belongs to another command, or if an
    /// input is not a regular file or has changed.
    pub fn load<T: DeserializeOwned>(
        args: &ResumeArgs,
        input_args: &InputArgs,
        options: String,
    ) -> anyhow::Result<(Self, Option<T>)> {
        let Some(path) = &args.resume else { return Ok((Self::none(), None)) };
        let inputs = input_args.inputs()?;
        for input in &inputs {
            let name = input.name();
            ensure!(input.identity.is_some(), "{name}: stream; expected a file with --resume");
        }
        let mut resume = Self::none();
        (resume.file, resume.command) = (Some(path.clone()), options);
        let name = || path.display().to_string();
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                resume.inputs = Some(inputs);
                return Ok((resume, None));
            }
            Err(error) => return Err(error).with_context(name),
        };
        let state: State = serde_json::from_slice(&text)
            .map_err(|error| anyhow!("{}: damaged state: {error}", name()))?;
        resume.check(&state, &inputs).with_context(name)?;
        resume.inputs = Some(inputs);
        let State { frame_offset, offset_in_frame, text_offset, .. } = state;
        resume.is_resumed = true;
        resume.point = ResumePoint {
            input: state.input,
            position: TextPosition { frame_offset, offset_in_frame, text_offset },
            games: state.games,
            line: state.line,
            is_damaged: state.is_damaged,
            totals: state.totals,
        };
        let sink = serde_json::from_value(state.sink)
            .map_err(|error| anyhow!("{}: damaged state: {error}", name()))?;
        Ok((resume, Some(sink)))
    }

    fn check(&self, state: &State, inputs: &[Input]) -> anyhow::Result<()> {
        ensure!(state.version == VERSION, "state of another version; expected {VERSION}");
        ensure!(state.command == self.command, "state of another command or other options");
        let files: Vec<_> = inputs.iter().map(SavedInput::new).collect();
        ensure!(files.len() == state.files.len(), "state of other files");
        for (file, old) in files.iter().zip(&state.files) {
            ensure!(file.path == old.path, "state of other files: {}", old.path);
            ensure!(file.identity == old.identity, "{} has changed since", old.path);
        }
        ensure!(state.input <= inputs.len(), "damaged state: no input {}", state.input);
        Ok(())
    }

    /// Returns the state's path, if it is saved.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Tests whether the state is to be saved before any work, so that a killed command leaves no output
    /// that no state names.
    pub const fn is_first_save_due(&self) -> bool {
        self.is_enabled() && !self.is_resumed
    }

    /// Tests whether the state is saved.
    pub const fn is_enabled(&self) -> bool {
        self.file.is_some()
    }

    /// Returns the inputs.
    ///
    /// # Errors
    ///
    /// Returns an error like [`InputArgs::inputs`].
    pub fn inputs(&mut self, args: &InputArgs) -> anyhow::Result<Vec<Input>> {
        match &self.inputs {
            Some(inputs) => Ok(inputs.clone()),
            None => args.inputs(),
        }
    }

    /// Moves to an input's start, unless the last run ended inside that input.
    pub fn enter_input(&mut self, index: usize) {
        if self.point.input != index {
            let totals = std::mem::take(&mut self.point.totals);
            self.point = ResumePoint { input: index, totals, ..ResumePoint::default() };
        }
    }

    /// Moves behind an input.
    pub fn leave_input(&mut self) {
        self.enter_input(self.point.input + 1);
    }

    /// Counts the input as damaged.
    pub const fn count_damage(&mut self) {
        if !self.point.is_damaged {
            self.point.is_damaged = true;
            self.point.totals.damaged += 1;
        }
    }

    /// Moves behind the games in a part.
    pub const fn advance(&mut self, end: TextPosition, games: u64, line: LinePlace, len: u64) {
        self.point.position = end;
        self.point.games += games;
        self.point.line = self.point.line.plus(line);
        self.point.totals.games += games;
        self.point.totals.bytes += len;
    }

    /// Tests whether the state shall be saved now.
    pub fn is_due(&self) -> bool {
        self.is_enabled() && self.last_save.elapsed() >= SAVE_INTERVAL
    }

    /// Saves the state.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn save(&mut self, sink: serde_json::Value) -> anyhow::Result<()> {
        let (Some(path), Some(inputs)) = (&self.file, &self.inputs) else { return Ok(()) };
        let ResumePoint { input, position, games, line, is_damaged, totals } = self.point.clone();
        let TextPosition { frame_offset, offset_in_frame, text_offset } = position;
        let state = State {
            version: VERSION,
            command: self.command.clone(),
            files: inputs.iter().map(SavedInput::new).collect(),
            input,
            frame_offset,
            offset_in_frame,
            text_offset,
            games,
            line,
            is_damaged,
            totals,
            sink,
        };
        write_file(path, &state).with_context(|| path.display().to_string())?;
        self.last_save = Instant::now();
        Ok(())
    }

    /// Prints how to go on after a signal.
    pub fn announce(&self) {
        if let Some(path) = &self.file {
            let path = path.display();
            message::print_line(&format!("interrupted; repeat the command to go on from {path}"));
        }
    }

    /// Removes the state file after a complete command.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be removed.
    pub fn finish(&self) -> anyhow::Result<()> {
        let Some(path) = &self.file else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(error).with_context(|| path.display().to_string())
            }
            _ => Ok(()),
        }
    }
}

fn write_file(path: &Path, state: &State) -> anyhow::Result<()> {
    let mut file = NewFile::create(path)?;
    file.file().write_all(&serde_json::to_vec(state)?)?;
    Ok(file.commit()?)
}
