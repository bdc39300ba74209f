//! The work on the games in a part, and their findings.

use tabiya::pgn::RawGame;
use tabiya_games::findings::{ContentOptions, Finding, FindingCounts, GameContents};
use tabiya_games::{GameFold, LinePlace, TextPosition};

use super::errors::{ErrorPolicy, Selection};
use tabiya_program::files::totals::Totals;

/// The computation over consecutive games in an input. Several threads run it.
///
/// The rules for [`GameFold`] hold: only effects on `output` count.
pub trait GameWork: Sync {
    /// A part's value.
    type Output: Send;

    /// `true` if [`Game::line`] and [`Place::line`] are needed.
    const COUNTS_LINES: bool = false;

    /// `false` if games are neither changed nor left out, so that no findings are needed. [`Game::contents`] is
    /// empty then.
    const READS_CONTENTS: bool = true;

    /// `true` if the sink may end the command inside a part, so that later games do not count.
    const MAY_BREAK: bool = false;

    /// Returns the options with which games are read.
    fn needed_contents(&self) -> ContentOptions {
        ContentOptions::default()
    }

    /// Creates the value for a part without games.
    fn start(&self) -> Self::Output;

    /// Tests whether a game that the filter accepts is used. Findings in other games do not count.
    fn selects(&self, _game: &RawGame<'_>) -> bool {
        true
    }

    /// Adds a game that is used.
    fn add(&self, output: &mut Self::Output, game: &Game<'_>);

    /// `true` if [`add_rest`](Self::add_rest) is called, with a separate part.
    const READS_REST: bool = false;

    /// Adds the text after an input's last game, if it has comments there.
    fn add_rest(&self, output: &mut Self::Output, rest: &[u8]) {
        let _ = (output, rest);
    }
}

/// A game in a part.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    /// The game. Its range is relative to the part's start.
    pub raw: RawGame<'a>,
    /// The number of games in the part before it, also those that the filter rejects.
    pub index: u64,
    /// The line where it starts, relative to the part's start.
    pub line: LinePlace,
    /// The moves and findings, if they are needed.
    pub contents: &'a GameContents,
}

/// A place between two games in an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The place in the text.
    pub position: TextPosition,
    /// The number of games before it, also those that the filter rejects.
    pub games: u64,
    /// The line, if lines are counted.
    pub line: LinePlace,
}

/// A fold that counts games, lines and findings, and passes the games that are used to the work.
pub struct PartFold<'a, W> {
    /// The games that are used.
    pub selection: Selection<'a>,
    /// The work on them.
    pub work: &'a W,
}

impl<W> Clone for PartFold<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for PartFold<'_, W> {}

/// A part's value and its counts.
pub struct PartOutput<T> {
    /// The work's value.
    pub value: T,
    /// The number of games, also those that were not used.
    pub games: u64,
    /// The end's line, relative to the start.
    pub line: LinePlace,
    /// The findings in the games that were used.
    pub found: PartFindings,
}

/// A part's findings.
#[derive(Debug, Default)]
pub struct PartFindings {
    /// The counts, with the index of the game after them.
    counts: Vec<(u64, FindingCounts)>,
    first: Option<LocatedFinding>,
    /// The error in the game before which the command ends.
    stop: Option<LocatedFinding>,
}

/// A finding with its place in a part.
#[derive(Debug)]
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

impl PartFindings {
    /// Adds the findings in the first `used` games in a part that begins at `start` to the totals, and returns
    /// the error that ends the command.
    pub fn add_to(
        self,
        totals: &mut Totals,
        input: &str,
        start: Place,
        used: u64,
    ) -> Option<String> {
        for (end, counts) in self.counts {
            if end <= used {
                totals.findings += counts;
            }
        }
        let describe =
            |found: LocatedFinding| (found.game < used).then(|| found.describe(input, start));
        if totals.first_finding.is_none() {
            totals.first_finding = self.first.and_then(describe);
        }
        self.stop.and_then(describe)
    }

    /// Adds a game's findings, and returns whether the policy admits it.
    fn admit<W: GameWork>(
        &mut self,
        contents: &GameContents,
        raw: &RawGame<'_>,
        game: u64,
        errors: ErrorPolicy,
    ) -> bool {
        let Some(first) = contents.findings.first() else { return true };
        if W::MAY_BREAK || self.counts.is_empty() {
            self.counts.push((0, FindingCounts::default()));
        }
        if let Some((end, counts)) = self.counts.last_mut() {
            *end = game + 1;
            counts.add_game(&contents.findings);
        }
        self.first.get_or_insert_with(|| LocatedFinding::new(first, raw, game));
        let Some(error) = contents.error() else { return true };
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
        let contents = if W::READS_CONTENTS {
            GameContents::read_with(&raw, self.work.needed_contents())
        } else {
            GameContents::default()
        };
        if output.found.admit::<W>(&contents, &raw, index, self.selection.errors) {
            let game = Game { raw, index, line: output.line, contents: &contents };
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
