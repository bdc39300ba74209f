//! The loop over all inputs: games in the order of the inputs, from several threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::anyhow;
use indicatif::ProgressBar;
use tabiya::pgn::RawGame;
use tabiya_games::filter::TagFilter;
use tabiya_games::findings::{Finding, FindingCounts, findings};
use tabiya_games::{Batch, GameFile, GameFold, GamesError, ReadOptions, TextPosition, read_stream};
use tabiya_program::verdict::{Failure, Verdict};
use tabiya_program::{message, progress};

use super::errors::{ErrorArgs, ErrorPolicy, Selection};
use super::input::{Input, InputArgs};
use super::place::{LinePlace, Totals};
use super::resume::{Resume, ResumePoint};

/// The computation over consecutive games of an input. Several threads run it.
///
/// The rules of [`GameFold`] hold: only effects on `output` count.
pub trait GameWork: Sync {
    /// The value of a part.
    type Output: Send;

    /// `true` if [`Game::line`] and [`Place::line`] are needed.
    const COUNTS_LINES: bool = false;

    /// `false` if games are neither changed nor left out, so that no findings are needed.
    const READS_FINDINGS: bool = true;

    /// `true` if the sink may end the command inside of a part, so that later games do not count.
    const MAY_BREAK: bool = false;

    /// `true` if findings of the export format are needed, too.
    fn is_strict(&self) -> bool {
        false
    }

    /// Creates the value of a part without games.
    fn start(&self) -> Self::Output;

    /// Tests whether a game that the filter accepts is used. Findings of other games do not count.
    fn selects(&self, _game: &RawGame<'_>) -> bool {
        true
    }

    /// Adds a game that is used.
    fn add(&self, output: &mut Self::Output, game: &Game<'_>);

    /// `true` if [`add_rest`](Self::add_rest) is called, with a part of its own.
    const READS_REST: bool = false;

    /// Adds the text after the last game of an input, if it has comments there.
    fn add_rest(&self, output: &mut Self::Output, rest: &[u8]) {
        let _ = (output, rest);
    }
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
    /// The findings in the order of their places, if they are needed.
    pub findings: &'a [Finding],
    /// The number of plies of the main line that could be read, if findings are needed.
    pub plies: usize,
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
    /// The number of games, also those that were not used.
    pub games: u64,
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

    /// Returns the number of games of the part that were used, if [`receive`](Self::receive) ended the command.
    fn games_before_break(&self) -> u64 {
        u64::MAX
    }

    /// Receives damage of an input: the games before it were received.
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
    /// The input was read as far as possible.
    Damaged(GamesError),
    /// The sink ended the command.
    Stopped,
    /// Ctrl-C ended the command.
    Canceled,
}

/// The end of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `true` if Ctrl-C ended the command.
    pub is_interrupted: bool,
    /// `true` if this run has read the games of all inputs.
    pub has_all_games: bool,
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

    /// Returns the result of a command that lacks the moves after errors: a mismatch if there are such games
    /// and the user named no policy for them.
    pub const fn verdict_by_policy(&self, errors: &ErrorArgs) -> Verdict {
        let has_errors = self.totals.findings.games_with_errors > 0;
        self.verdict(has_errors && errors.policy.is_none())
    }
}

/// Reads the games of all inputs, and passes the values of `work` to `sink` in order.
///
/// # Errors
///
/// Returns an error if an input cannot be opened, or an error of `sink`. Damage inside of an input is
/// none: see [`PartSink::receive_damage`]. A game with an error is one if the selection says so.
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

/// Prints which names and values of a filter no game has, if all games were read.
pub fn print_notes(args: &InputArgs, filter: &TagFilter, ending: &Ending) {
    if ending.has_all_games && ending.totals.games > 0 && !args.quiet {
        for note in filter.notes() {
            message::print_line(&format!("note: {note}"));
        }
    }
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
        let stop = self.resume.point.totals.add_findings(found, &input.name(), start, used);
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

/// A fold that counts games, lines and findings, and passes the games that are used to the work.
struct PartFold<'a, W> {
    selection: Selection<'a>,
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
    found: PartFindings,
}

/// The findings of a part.
#[derive(Default)]
struct PartFindings {
    /// The counts, with the index of the game after them.
    counts: Vec<(u64, FindingCounts)>,
    first: Option<LocatedFinding>,
    /// The error of the game before which the command ends.
    stop: Option<LocatedFinding>,
}

/// A finding with its place in a part.
struct LocatedFinding {
    finding: Finding,
    game: u64,
    byte: u64,
}

impl LocatedFinding {
    fn new(finding: &Finding, raw: &RawGame<'_>, game: u64) -> Self {
        let byte = (raw.range().start + finding.range.start) as u64;
        Self { finding: finding.clone(), game, byte }
    }

    /// Returns the finding with its place in an input, for a part that begins at `start`.
    fn describe(self, input: &str, start: Place) -> String {
        let game = start.games + self.game + 1;
        let byte = start.position.text_offset + self.byte;
        let Finding { ply, message, .. } = self.finding;
        let ply = ply.map(|ply| format!("ply {ply}, ")).unwrap_or_default();
        format!("{input}: game {game}, {ply}byte {byte}: {message}")
    }
}

impl Totals {
    /// Adds the findings of the first `used` games of a part that begins at `start`, and returns the error that
    /// ends the command.
    fn add_findings(
        &mut self,
        found: PartFindings,
        input: &str,
        start: Place,
        used: u64,
    ) -> Option<String> {
        for (end, counts) in found.counts {
            if end <= used {
                self.findings += counts;
            }
        }
        let describe =
            |found: LocatedFinding| (found.game < used).then(|| found.describe(input, start));
        if self.first_finding.is_none() {
            self.first_finding = found.first.and_then(describe);
        }
        found.stop.and_then(describe)
    }
}

impl PartFindings {
    /// Adds the findings of a game, and returns whether the policy admits it.
    fn admit<W: GameWork>(
        &mut self,
        found: &[Finding],
        raw: &RawGame<'_>,
        game: u64,
        errors: ErrorPolicy,
    ) -> bool {
        let Some(first) = found.first() else { return true };
        if W::MAY_BREAK || self.counts.is_empty() {
            self.counts.push((0, FindingCounts::default()));
        }
        if let Some((end, counts)) = self.counts.last_mut() {
            *end = game + 1;
            counts.add_game(found);
        }
        self.first.get_or_insert_with(|| LocatedFinding::new(first, raw, game));
        let Some(error) = found.iter().find(|finding| finding.ends_main_line) else { return true };
        if errors == ErrorPolicy::Stop {
            self.stop = Some(LocatedFinding::new(error, raw, game));
        }
        errors == ErrorPolicy::Keep
    }
}

impl<W: GameWork> PartFold<'_, W> {
    /// Adds a game that is used.
    fn add_selected(&self, output: &mut PartOutput<W::Output>, raw: RawGame<'_>) {
        let index = output.games;
        let (found, plies) = if W::READS_FINDINGS {
            findings(&raw, self.work.is_strict())
        } else {
            Default::default()
        };
        if output.found.admit::<W>(&found, &raw, index, self.selection.errors) {
            let game = Game { raw, index, line: output.line, findings: &found, plies };
            self.work.add(&mut output.value, &game);
        }
    }
}

impl<W: GameWork> GameFold for PartFold<'_, W> {
    type Output = PartOutput<W::Output>;

    fn start(&self) -> Self::Output {
        PartOutput {
            value: self.work.start(),
            games: 0,
            line: LinePlace::default(),
            found: PartFindings::default(),
        }
    }

    fn add(&self, output: &mut Self::Output, raw: RawGame<'_>) {
        let is_selected = output.found.stop.is_none()
            && self.selection.filter.is_none_or(|filter| filter.matches(&raw))
            && self.work.selects(&raw);
        if is_selected {
            self.add_selected(output, raw);
        }
        output.games += 1;
        if W::COUNTS_LINES {
            output.line = output.line.plus(LinePlace::end_of(raw.bytes()));
        }
    }

    const READS_REST: bool = W::READS_REST;

    fn add_rest(&self, output: &mut Self::Output, rest: &[u8]) {
        self.work.add_rest(&mut output.value, rest);
    }
}
