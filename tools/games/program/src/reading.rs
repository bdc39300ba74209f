//! The loop over all inputs: games in input order, from several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::anyhow;
use indicatif::ProgressBar;
use tabiya_games::filter::TagFilter;
use tabiya_games::{Batch, GameFile, GamesError, ReadOptions, read_stream};
use tabiya_program::files::ending::{Ending, new_bar};
use tabiya_program::verdict::{Failure, Verdict};
use tabiya_program::{message, progress};

use super::errors::{ErrorArgs, Selection};
use super::work::{GameWork, PartFold, PartOutput, Place};
use tabiya_program::files::input::{Input, InputArgs};
use tabiya_program::files::resume::{Resume, ResumePoint};

/// The value for consecutive games in an input.
#[derive(Debug)]
pub struct Part<'a, T> {
    /// The value.
    pub value: T,
    /// The input.
    pub input: &'a Input,
    /// The input's index.
    pub input_index: usize,
    /// The number of games, also those that were not used.
    pub games: u64,
    /// The first game's place.
    pub start: Place,
}

/// A receiver for the values of all parts, in input order.
pub trait PartSink<T> {
    /// Receives a part's value. [`ControlFlow::Break`] ends the command, which is complete then.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn receive(&mut self, part: Part<'_, T>) -> Result<ControlFlow<()>, Failure>;

    /// Returns the number of games in the part that were used, if [`receive`](Self::receive) ended
    /// the command.
    fn games_before_break(&self) -> u64 {
        u64::MAX
    }

    /// Receives an input's damage: the games before it were received.
    ///
    /// The default prints the damage on standard error. Reading goes on after it, or with the next input.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn receive_damage(&mut self, input: &Input, damage: &GamesError) -> Result<(), Failure> {
        message::print_line(&format!("error: {}: {damage}", input.name()));
        Ok(())
    }

    /// Returns the state from which the command can go on, for `--resume`. Outputs must be written.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn save(&mut self) -> Result<serde_json::Value, Failure> {
        Ok(serde_json::Value::Null)
    }
}

/// A sink's last result. A reader only knows whether the sink goes on.
#[derive(Debug, Default)]
pub enum SinkState {
    /// The sink receives more.
    #[default]
    Open,
    /// The command is complete.
    Complete,
    /// The sink has failed.
    Failed(Failure),
}

impl SinkState {
    /// Stores a sink's result, and returns whether the reader goes on.
    pub fn update(&mut self, result: Result<ControlFlow<()>, Failure>) -> ControlFlow<()> {
        *self = match result {
            Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
            Ok(ControlFlow::Break(())) => Self::Complete,
            Err(failure) => Self::Failed(failure),
        };
        ControlFlow::Break(())
    }
}

/// The end of an input.
enum InputEnd {
    /// All games were received.
    Complete,
    /// The input was read as far as possible.
    Damaged(GamesError),
    /// The sink ended the command.
    Stopped,
    /// Ctrl-C ended the command.
    Canceled,
}

/// Reads the games in all inputs, and passes the values from `work` to `sink` in order.
///
/// # Errors
///
/// Returns an error if an input cannot be opened, or an error from `sink`. Damage inside an input
/// is none: see [`PartSink::receive_damage`]. A game with an error is one if the selection says so.
pub fn run<W: GameWork>(
    args: &InputArgs,
    selection: Selection<'_>,
    work: &W,
    sink: &mut impl PartSink<W::Output>,
    resume: &mut Resume,
) -> Result<Ending, Failure> {
    let inputs = resume.inputs(args)?;
    let is_resumed = resume.point != ResumePoint::default();
    let cancel = progress::interrupt_flag();
    let bar = new_bar(args, &inputs);
    let fold = PartFold { selection, work };
    let mut reading = Reading { args, fold, sink, resume, bar, cancel, parts: 0 };
    let result = reading.read_all(&inputs);
    reading.bar.finish_and_clear();
    let is_interrupted = result?;
    let point = &reading.resume.point;
    let has_all_games = !is_resumed && !is_interrupted && point.input == inputs.len();
    let ending = Ending { is_interrupted, has_all_games, totals: point.totals.clone() };
    if let Some(filter) = selection.filter {
        print_notes(args, filter, &ending);
    }
    Ok(ending)
}

/// Prints which names and values in a filter no game has, if all games were read.
pub fn print_notes(args: &InputArgs, filter: &TagFilter, ending: &Ending) {
    if ending.has_all_games && ending.totals.games > 0 && !args.quiet {
        for note in filter.notes() {
            message::print_line(&format!("note: {note}"));
        }
    }
}

/// A command that reads games.
struct Reading<'a, W, S> {
    args: &'a InputArgs,
    fold: PartFold<'a, W>,
    sink: &'a mut S,
    resume: &'a mut Resume,
    bar: ProgressBar,
    cancel: Arc<AtomicBool>,
    /// The number of parts that were received.
    parts: u64,
}

impl<W: GameWork, S: PartSink<W::Output>> Reading<'_, W, S> {
    /// Reads the inputs from the place on where the last run ended. Returns `true` after Ctrl-C.
    fn read_all(&mut self, inputs: &[Input]) -> Result<bool, Failure> {
        if self.resume.is_first_save_due() {
            let state = self.sink.save()?;
            self.resume.save(state)?;
        }
        let first = self.resume.point.input;
        let lengths = inputs.iter().map(|input| input.identity.map_or(0, |identity| identity.len));
        let mut bytes_before = lengths.clone().take(first).sum::<u64>();
        self.bar.set_position(bytes_before + self.resume.point.position.frame_offset);
        self.bar.reset_eta();
        for (index, (input, len)) in inputs.iter().zip(lengths).enumerate().skip(first) {
            self.resume.enter_input(index);
            let damage = match self.read_input(input, bytes_before)? {
                InputEnd::Complete => None,
                InputEnd::Damaged(error) => Some(error),
                InputEnd::Stopped => return Ok(false),
                InputEnd::Canceled => {
                    let state = self.sink.save()?;
                    self.resume.save(state)?;
                    if !self.args.quiet {
                        self.resume.announce();
                    }
                    return Ok(true);
                }
            };
            // A part has delivered damage that does not end the reading.
            if let Some(error) = damage.filter(|error| !error.is_damage()) {
                self.receive_damage(input, &error)?;
            }
            self.resume.leave_input();
            bytes_before += len;
        }
        Ok(false)
    }

    fn receive_damage(&mut self, input: &Input, damage: &GamesError) -> Result<(), Failure> {
        self.resume.count_damage();
        let bar = &self.bar;
        let sink = &mut *self.sink;
        bar.suspend(|| sink.receive_damage(input, damage))
    }

    fn read_input(&mut self, input: &Input, bytes_before: u64) -> Result<InputEnd, Failure> {
        let cancel = Arc::clone(&self.cancel);
        let mut options = ReadOptions {
            workers: self.args.threads.thread_count(),
            cancel: Some(&cancel),
            ..ReadOptions::default()
        };
        if self.args.division.chunk_len > 0 {
            options.chunk_len = self.args.division.chunk_len;
        }
        let start = self.resume.point.position;
        let fold = self.fold;
        let mut state = SinkState::Open;
        let sink = |batch: Batch<PartOutput<W::Output>>| {
            self.bar.set_position(bytes_before + batch.compressed_end);
            state.update(self.receive(input, batch))
        };
        let result = match input.identity {
            Some(_) => GameFile::open(&input.path)
                .and_then(|file| file.read_from(start, &options, &fold, sink)),
            None => input
                .open_stream()
                .map_err(GamesError::from)
                .and_then(|stream| read_stream(stream, &options, &fold, sink)),
        };
        match (state, result) {
            (SinkState::Failed(failure), _) => Err(failure),
            (SinkState::Complete, _) => Ok(InputEnd::Stopped),
            // The last part may have been received before the flag was seen.
            (SinkState::Open, _) if self.cancel.load(Relaxed) => Ok(InputEnd::Canceled),
            (SinkState::Open, Ok(_)) => Ok(InputEnd::Complete),
            (SinkState::Open, Err(error)) => Ok(InputEnd::Damaged(error)),
        }
    }

    /// Passes a part to the sink, and saves the state from time to time.
    fn receive(
        &mut self,
        input: &Input,
        batch: Batch<PartOutput<W::Output>>,
    ) -> Result<ControlFlow<()>, Failure> {
        let end = batch.end();
        for damage in &batch.damage {
            self.receive_damage(input, damage)?;
        }
        let PartOutput { value, games, line, found } = batch.value;
        let point = &self.resume.point;
        let start = Place { position: batch.start, games: point.games, line: point.line };
        let input_index = point.input;
        let bar = &self.bar;
        let sink = &mut *self.sink;
        let flow =
            bar.suspend(|| sink.receive(Part { value, input, input_index, games, start }))?;
        let used = if flow.is_break() { sink.games_before_break() } else { u64::MAX };
        let totals = &mut self.resume.point.totals;
        let stop = found.add_to(totals, &input.name(), start, used);
        self.resume.advance(end, games, line, batch.len);
        if flow.is_break() {
            return Ok(flow);
        }
        if let Some(stop) = stop {
            return Err(anyhow!("{stop}; --errors skip leaves out such games").into());
        }
        if self.resume.is_due() {
            let state = self.sink.save()?;
            self.resume.save(state)?;
        }
        self.parts += 1;
        if self.args.division.max_parts == Some(self.parts) {
            self.cancel.store(true, Relaxed);
        }
        Ok(flow)
    }
}

/// Returns the result of a command that lacks the moves after errors: a mismatch if there are
/// such games and the user named no policy for them.
pub const fn verdict_by_policy(ending: &Ending, errors: &ErrorArgs) -> Verdict {
    let has_errors = ending.totals.findings.games_with_errors > 0;
    ending.verdict(has_errors && errors.policy.is_none())
}
