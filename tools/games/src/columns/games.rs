//! The columns for games.

use std::ops::Range;

use tabiya::PackedPosition;
use tabiya::pgn::{Eval, Termination};

use super::column::{NullableColumn, TextColumn};
use super::error::ColumnError;
use super::options::ColumnOptions;
use crate::findings::Finding;
use crate::{Batch, LinePlace};
use tabiya::pgn::CommentValues;

/// Games as columns.
///
/// The game columns have one row per game, those for plies one per main line move. A game with an
/// error keeps the moves before it. A null move is 0, and each has an error, too.
///
/// | column | row | unit |
/// |---|---|---|
/// | `text_offsets`, `text_lens` | game | bytes of text |
/// | `starts` | game | [`PackedPosition`] |
/// | `tags` | game | UTF-8 |
/// | `terminations`, `results` | game | [`Termination`] |
/// | `move_offsets` | game, and one more | index of a move |
/// | `moves` | ply | [`Move::to_bits`](tabiya::Move::to_bits) |
/// | `clocks`, `elapsed_times` | ply | hundredths of a second |
/// | `evals` | ply | hundredths of a pawn; moves to mate; search depth in plies |
/// | `comments` | ply | UTF-8 |
/// | `texts` | game | bytes of text, as found |
/// | `errors` | game with an error | – |
/// | `findings` | finding | – |
///
/// A row without selected columns needs up to 70 bytes per game and 2 per ply.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameColumns {
    /// Each game's offset in the file's text.
    pub text_offsets: Vec<u64>,
    /// Each game's length, with the white space after it.
    pub text_lens: Vec<u64>,
    /// The start positions. One is missing if its tag pair is invalid.
    pub starts: NullableColumn<[u8; PackedPosition::LEN]>,
    /// The values for the tags in the options, in their order: without escapes, Latin-1 converted.
    pub tags: Vec<TextColumn>,
    /// The termination markers.
    pub terminations: Vec<Option<Termination>>,
    /// The results: the termination marker, else the tag pair `Result`, else `*`.
    pub results: Vec<Termination>,
    /// The index of each game's first move, and the number of all moves.
    pub move_offsets: Vec<i64>,
    /// The main line moves.
    pub moves: Vec<u16>,
    /// The times left, if selected: the first `[%clk]` after each move, else `tl=` in an
    /// [`EngineComment`](tabiya::pgn::EngineComment).
    pub clocks: Option<NullableColumn<u32>>,
    /// The times used, if selected: the first `[%emt]` after each move, else the one in an engine
    /// comment.
    pub elapsed_times: Option<NullableColumn<u32>>,
    /// The evaluations, if selected: the first `[%eval]` after each move, else the one in an engine
    /// comment.
    pub evals: Option<EvalColumns>,
    /// The comments after each move, if selected: with their commands, separated by spaces.
    pub comments: Option<TextColumn>,
    /// The game texts, if selected: as found, with the white space after them.
    pub texts: Option<TextColumn>,
    /// The errors, in game order.
    pub errors: Vec<ColumnError>,
    /// The findings, if selected, in game order.
    pub findings: Option<Vec<GameFinding>>,
    /// The place after the last game, also after those that the filter rejects, if findings are selected.
    pub end_line: LinePlace,
}

/// A finding with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFinding {
    /// The game's index in the columns.
    pub game: usize,
    /// The offset in the file's text.
    pub offset: u64,
    /// The place in the text's lines, relative to the batch's start.
    pub line: LinePlace,
    /// The finding.
    pub finding: Finding,
}

/// The evaluations for plies, positive if White is better. `centipawns` or `mates` has a value, or
/// none has.
///
/// `[%eval]` evaluates the position after the move. The score in an
/// [`EngineComment`](tabiya::pgn::EngineComment) comes from the search that led to the move, so it
/// evaluates the position before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvalColumns {
    /// Hundredths of a pawn.
    pub centipawns: NullableColumn<i32>,
    /// Moves to mate: by White if positive, by Black if negative. `#0` and `#-0` are 0.
    pub mates: NullableColumn<i32>,
    /// Depths in plies, if the comment has one.
    pub depths: NullableColumn<u32>,
}

impl GameColumns {
    /// Creates columns without games.
    #[must_use]
    pub fn new(options: &ColumnOptions) -> Self {
        Self {
            text_offsets: Vec::new(),
            text_lens: Vec::new(),
            starts: NullableColumn::default(),
            tags: vec![TextColumn::default(); options.tags.len()],
            terminations: Vec::new(),
            results: Vec::new(),
            move_offsets: vec![0],
            moves: Vec::new(),
            clocks: options.has_clocks.then(NullableColumn::default),
            elapsed_times: options.has_elapsed_times.then(NullableColumn::default),
            evals: options.has_evals.then(EvalColumns::default),
            comments: options.has_comments.then(TextColumn::default),
            texts: options.has_texts.then(TextColumn::default),
            errors: Vec::new(),
            findings: options.has_findings.then(Vec::new),
            end_line: LinePlace::default(),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text_offsets.len()
    }

    /// Tests whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text_offsets.is_empty()
    }

    /// Returns the range of a game's moves.
    ///
    /// # Panics
    ///
    /// Panics if there is no such game.
    #[must_use]
    pub fn plies(&self, game: usize) -> Range<usize> {
        self.move_offsets[game] as usize..self.move_offsets[game + 1] as usize
    }

    /// Appends a range of games from columns that have the same options.
    ///
    /// # Panics
    ///
    /// Panics if the range ends after the last game, or if the options differ.
    pub fn extend_from(&mut self, other: &Self, games: Range<usize>) {
        let first = self.len();
        let start = games.start;
        let plies = other.move_offsets[start] as usize..other.move_offsets[games.end] as usize;
        let shift = self.moves.len() as i64 - plies.start as i64;
        let ends = &other.move_offsets[start + 1..=games.end];
        self.move_offsets.extend(ends.iter().map(|end| end + shift));
        self.moves.extend_from_slice(&other.moves[plies.clone()]);
        extend_texts(self.comments.as_mut(), other.comments.as_ref(), &plies);
        extend_texts(self.texts.as_mut(), other.texts.as_ref(), &games);
        self.extend_plies(other, plies);
        self.text_offsets.extend_from_slice(&other.text_offsets[games.clone()]);
        self.text_lens.extend_from_slice(&other.text_lens[games.clone()]);
        self.starts.extend_from(&other.starts, games.clone());
        assert_eq!(self.tags.len(), other.tags.len(), "columns of different options");
        for (column, other) in self.tags.iter_mut().zip(&other.tags) {
            column.extend_from(other, games.clone());
        }
        self.terminations.extend_from_slice(&other.terminations[games.clone()]);
        self.results.extend_from_slice(&other.results[games.clone()]);
        let index = |game: usize| other.errors.partition_point(|error| error.game < game);
        let errors = other.errors[index(start)..index(games.end)].iter().cloned();
        self.errors
            .extend(errors.map(|error| ColumnError { game: error.game - start + first, ..error }));
        if let (Some(findings), Some(other)) = (&mut self.findings, &other.findings) {
            let index = |game: usize| other.partition_point(|finding| finding.game < game);
            let others = other[index(start)..index(games.end)].iter().cloned();
            findings.extend(
                others.map(|found| GameFinding { game: found.game - start + first, ..found }),
            );
        }
    }

    /// Appends the comment values.
    fn extend_plies(&mut self, other: &Self, plies: Range<usize>) {
        fn extend<T: Copy>(
            column: Option<&mut NullableColumn<T>>,
            other: Option<&NullableColumn<T>>,
            plies: &Range<usize>,
        ) {
            assert_eq!(column.is_some(), other.is_some(), "columns of different options");
            if let (Some(column), Some(other)) = (column, other) {
                column.extend_from(other, plies.clone());
            }
        }
        extend(self.clocks.as_mut(), other.clocks.as_ref(), &plies);
        extend(self.elapsed_times.as_mut(), other.elapsed_times.as_ref(), &plies);
        let evals = &mut self.evals;
        let others = &other.evals;
        let centipawns = evals.as_mut().map(|evals| &mut evals.centipawns);
        extend(centipawns, others.as_ref().map(|evals| &evals.centipawns), &plies);
        let mates = evals.as_mut().map(|evals| &mut evals.mates);
        extend(mates, others.as_ref().map(|evals| &evals.mates), &plies);
        let depths = evals.as_mut().map(|evals| &mut evals.depths);
        extend(depths, others.as_ref().map(|evals| &evals.depths), &plies);
    }

    /// Appends the values in the comments after a move.
    pub(super) fn push_values(&mut self, values: &CommentValues) {
        if let Some(clocks) = &mut self.clocks {
            clocks.push(values.clock(), 0);
        }
        if let Some(times) = &mut self.elapsed_times {
            times.push(values.time_spent(), 0);
        }
        if let Some(evals) = &mut self.evals {
            let (centipawns, mate) = match values.eval() {
                Some(Eval::Centipawns(value)) => (Some(value), None),
                Some(Eval::Mate(moves)) => (None, Some(moves)),
                _ => (None, None),
            };
            evals.centipawns.push(centipawns, 0);
            evals.mates.push(mate, 0);
            evals.depths.push(values.depth(), 0);
        }
    }

    /// Ends a game after its moves and its columns were appended.
    pub(super) fn end_game(&mut self, range: Range<usize>) {
        self.move_offsets.push(self.moves.len() as i64);
        self.text_offsets.push(range.start as u64);
        self.text_lens.push(range.len() as u64);
    }
}

fn extend_texts(column: Option<&mut TextColumn>, other: Option<&TextColumn>, range: &Range<usize>) {
    assert_eq!(column.is_some(), other.is_some(), "columns of different options");
    if let (Some(column), Some(other)) = (column, other) {
        column.extend_from(other, range.clone());
    }
}

impl Batch<GameColumns> {
    /// Returns the columns, with offsets in the file's text.
    #[must_use]
    pub fn into_columns(self) -> GameColumns {
        let mut columns = self.value;
        let start = self.start.text_offset;
        let errors = columns.errors.iter_mut().map(|error| &mut error.offset);
        let findings = columns.findings.iter_mut().flatten().map(|finding| &mut finding.offset);
        for offset in columns.text_offsets.iter_mut().chain(errors).chain(findings) {
            *offset = offset.saturating_add(start);
        }
        columns
    }
}
