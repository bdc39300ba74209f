//! The loop over all inputs: games in the order of the inputs, from several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::ProgressBar;
use tabiya::pgn::RawGame;
use tabiya_games::filter::TagFilter;
use tabiya_games::{Batch, GameFile, GameFold, GamesError, ReadOptions, TextPosition, read_stream};
use tabiya_program::verdict::{Failure, Verdict};
use tabiya_program::{message, progress};

use super::input::{Input, InputArgs};
use super::place::{LinePlace, Totals};
use super::resume::Resume;

/// The computation over consecutive games of an input. Several threads run it.
///
/// The rules of [`GameFold`] hold: only effects on `output` count.
pub trait GameWork: Sync {
    /// The value of a part.
    type Output: Send;

    /// `true` if [`Game::line`] and [`Place::line`] are needed.
    const COUNTS_LINES: bool = false;

    /// Creates the value of a part without games.
    fn start(&self) -> Self::Output;

    /// Adds a game that the filter accepts.
    fn add(&self, output: &mut Self::Output, game: &Game<'_>);
}

/// A game in a part.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The game. Its range is relative to the start of the part.
    pub raw: RawGame<'a>,
    /// The number of games of the part before it, also those that the filter rejects.
    pub index: u64,
    /// The line of its start, relative to the start of the part.
    pub line: LinePlace,
}

/// A place between two games of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The place in the text.
    pub position: TextPosition,
    /// The number of games before it, also those that the filter rejects.
    pub games: u64,
    /// The line, if lines are counted.
    pub line: LinePlace,
}

/// The value of consecutive games of an input.
#[derive(Debug)]
pub struct Part<'a, T> {
    /// The value.
    pub value: T,
    /// The input.
    pub input: &'a Input,
    /// The index of the input.
    pub input_index: usize,
    /// The place of the first game.
    pub start: Place,
}

/// The receiver of the values of all parts, in the order of the inputs.
pub trait PartSink<T> {
    /// Receives the value of a part. [`ControlFlow::Break`] ends the command, which is complete then.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn receive(&mut self, part: Part<'_, T>) -> Result<ControlFlow<()>, Failure>;

    /// Receives the end of an input, or its damage: the games before it were received.
    ///
    /// The default prints the damage on standard error. The next input is read in any case.
    ///
    /// # Errors
    ///
    /// Returns an error if an output cannot be written.
    fn end_input(&mut self, input: &Input, damage: Option<&GamesError>) -> Result<(), Failure> {
        if let Some(error) = damage {
            message::print_line(&format!("error: {}: {error}", input.name()));
        }
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

/// The last result of a sink. A reader only knows whether the sink goes on.
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
    /// Stores the result of a sink, and returns whether the reader goes on.
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
    /// The games before the damage were received.
    Damaged(GamesError),
    /// The sink ended the command.
    Stopped,
    /// Ctrl-C ended the command.
    Canceled,
}

/// The end of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `true` if Ctrl-C ended the command.
    pub is_interrupted: bool,
    /// The totals.
    pub totals: Totals,
}

impl Ending {
    /// Returns the result of a command: a mismatch if `is_mismatch` is set or an input is damaged.
    pub const fn verdict(&self, is_mismatch: bool) -> Verdict {
        if self.is_interrupted {
            return Verdict::Interrupted;
        }
        Verdict::mismatch_if(is_mismatch || self.totals.damaged > 0)
    }
}

/// Reads the games of all inputs, and passes the values of `work` to `sink` in order.
///
/// # Errors
///
/// Returns an error if an input cannot be opened, or an error of `sink`. Damage inside of an input is
/// none: see [`PartSink::end_input`].
pub fn run<W: GameWork>(
    args: &InputArgs,
    filter: Option<&TagFilter>,
    work: &W,
    sink: &mut impl PartSink<W::Output>,
    resume: &mut Resume,
) -> Result<Ending, Failure> {
    let inputs = resume.inputs(args)?;
    let cancel = progress::interrupt_flag();
    let bar = new_bar(args, &inputs);
    let mut reading =
        Reading { args, fold: PartFold { filter, work }, sink, resume, bar, cancel, parts: 0 };
    let result = reading.read_all(&inputs);
    reading.bar.finish_and_clear();
    let is_interrupted = result?;
    Ok(Ending { is_interrupted, totals: reading.resume.point.totals })
}

/// Creates a progress bar in bytes of the inputs.
fn new_bar(args: &InputArgs, inputs: &[Input]) -> ProgressBar {
    if args.quiet {
        return ProgressBar::hidden();
    }
    let lengths = inputs.iter().map(|input| input.identity.map(|identity| identity.len));
    match lengths.sum::<Option<u64>>() {
        Some(len) => {
            let template = "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
            progress::new_bar(len, template)
        }
        None => progress::new_bar(0, "{spinner} {bytes}, {bytes_per_sec}"),
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
            self.resume.point.totals.damaged += u64::from(damage.is_some());
            let bar = &self.bar;
            let sink = &mut *self.sink;
            bar.suspend(|| sink.end_input(input, damage.as_ref()))?;
            self.resume.leave_input();
            bytes_before += len;
        }
        Ok(false)
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
        let PartOutput { value, games, line } = batch.value;
        let point = &self.resume.point;
        let start = Place { position: batch.start, games: point.games, line: point.line };
        let input_index = point.input;
        let bar = &self.bar;
        let sink = &mut *self.sink;
        let flow = bar.suspend(|| sink.receive(Part { value, input, input_index, start }))?;
        self.resume.advance(end, games, line, batch.len);
        if flow.is_break() {
            return Ok(flow);
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

/// A fold that counts games and lines, and passes the games that match to the work.
struct PartFold<'a, W> {
    filter: Option<&'a TagFilter>,
    work: &'a W,
}

impl<W> Clone for PartFold<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for PartFold<'_, W> {}

/// The value of a part and its counts.
struct PartOutput<T> {
    value: T,
    games: u64,
    line: LinePlace,
}

impl<W: GameWork> GameFold for PartFold<'_, W> {
    type Output = PartOutput<W::Output>;

    fn start(&self) -> Self::Output {
        PartOutput { value: self.work.start(), games: 0, line: LinePlace::default() }
    }

    fn add(&self, output: &mut Self::Output, raw: RawGame<'_>) {
        if self.filter.is_none_or(|filter| filter.matches(&raw)) {
            let game = Game { raw, index: output.games, line: output.line };
            self.work.add(&mut output.value, &game);
        }
        output.games += 1;
        if W::COUNTS_LINES {
            output.line = output.line.plus(LinePlace::end_of(raw.bytes()));
        }
    }
}
