//! The evaluation of one observation: what each edit would have yielded.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::edit::{Edit, EditSet};
use super::observation::{Observation, Reported};
use super::reference::{Board, Kind};
use super::tally::Tally;
use super::walk::{EditSelection, RootMove, Stop, Walker};

/// An observation's counts with active edits, alone and with each varied edit.
#[derive(Debug)]
pub enum Evaluation {
    Total { tally: Tally, reported: u64 },
    Divide(RootCounts),
}

impl Evaluation {
    /// Evaluates an observation. Counts that differ by more than `max_difference` need not be exact.
    pub fn new(
        walker: &mut Walker<'_>,
        observation: &Observation,
        active: EditSet,
        varied: EditSet,
        max_difference: i64,
    ) -> Result<Self, Stop> {
        let root = Board::from(&observation.position);
        let depth = observation.depth;
        let selection = EditSelection::new(active, varied, observation.reported.category());
        Ok(match &observation.reported {
            Reported::Divide(moves) => Self::Divide(RootCounts::new(
                &root,
                walker.divide(&root, depth, &selection)?,
                moves,
            )),
            Reported::Total(reported) | Reported::Category(_, reported) => {
                let tally = walker.tally(&root, depth, &selection, max_difference)?;
                Self::Total { tally, reported: *reported }
            }
        })
    }

    /// Evaluates an observation with one edit, whose tree alone is walked. Returns `None` for a divide.
    pub fn of_single_edit(
        walker: &mut Walker<'_>,
        observation: &Observation,
        edit: Edit,
        right: i64,
    ) -> Result<Option<Self>, Stop> {
        let category = observation.reported.category();
        let reported = observation.reported.total();
        if matches!(observation.reported, Reported::Divide(_)) {
            return Ok(None);
        }
        let root = Board::from(&observation.position);
        let selection = EditSelection::new([edit].into_iter().collect(), EditSet::EMPTY, category);
        let count = walker.count(&root, observation.depth, &selection)?;
        let mut tally = Tally::default();
        tally.right = right;
        tally.add(edit, count - right);
        Ok(Some(Self::Total { tally, reported }))
    }

    /// Tests whether the active edits, with one more if given, yield the reported counts.
    pub fn fits(&self, edit: Option<Edit>) -> bool {
        match self {
            Self::Total { tally, reported } => u64::try_from(tally.with(edit)) == Ok(*reported),
            Self::Divide(counts) => counts.fits(edit),
        }
    }

    /// Returns how many leaves there are with the active edits, and with one more if given.
    pub fn count(&self, edit: Option<Edit>) -> i64 {
        match self {
            Self::Total { tally, .. } => tally.with(edit),
            Self::Divide(counts) => counts.moves.iter().map(|row| row.leaves(edit)).sum(),
        }
    }

    /// Returns the probability that wrong counts of this size fit one of the varied edits by
    /// chance.
    pub fn chance(&self, varied: EditSet) -> f64 {
        let chance = |reported: u64, count: &dyn Fn(Option<Edit>) -> i64| {
            let right = count(None);
            let differences = varied.iter().map(|edit| count(Some(edit)) - right);
            fit_chance(i64::try_from(reported).unwrap_or(i64::MAX) - right, differences)
        };
        match self {
            Self::Total { tally, reported } => chance(*reported, &|edit| tally.with(edit)),
            Self::Divide(counts) => counts
                .moves
                .iter()
                .map(|row| chance(row.reported.unwrap_or(0), &|edit| row.leaves(edit)))
                .product(),
        }
    }
}

/// The counts for the root moves, by their text.
#[derive(Debug)]
pub struct RootCounts {
    moves: Vec<RootRow>,
    /// `true` if a reported move is none that any edit generates.
    has_unknown_move: bool,
}

/// The root moves with the same text.
#[derive(Debug)]
struct RootRow {
    text: String,
    reported: Option<u64>,
    moves: Vec<RootMove>,
}

impl RootRow {
    fn leaves(&self, edit: Option<Edit>) -> i64 {
        self.moves.iter().map(|counts| counts.leaves.with(edit)).sum()
    }

    fn is_generated(&self, edit: Option<Edit>) -> bool {
        self.moves.iter().any(|counts| counts.is_generated.with(edit) > 0)
    }
}

impl RootCounts {
    fn new(root: &Board, root_moves: Vec<RootMove>, reported: &[(String, u64)]) -> Self {
        let mut moves: Vec<RootRow> = Vec::new();
        for counts in root_moves {
            let text =
                move_text(root, &counts, |text| reported.iter().any(|(name, _)| name == text));
            match moves.iter_mut().find(|row| row.text == text) {
                Some(row) => row.moves.push(counts),
                None => moves.push(RootRow { text, reported: None, moves: [counts].into() }),
            }
        }
        let mut has_unknown_move = false;
        for (name, leaves) in reported {
            match moves.iter_mut().find(|row| row.text == *name) {
                Some(row) => row.reported = Some(*leaves),
                None => has_unknown_move = true,
            }
        }
        Self { moves, has_unknown_move }
    }

    /// Tests whether an edit yields exactly the reported moves, with the reported counts.
    fn fits(&self, edit: Option<Edit>) -> bool {
        let fits = |row: &RootRow| match row.reported {
            None => !row.is_generated(edit),
            Some(leaves) => row.is_generated(edit) && u64::try_from(row.leaves(edit)) == Ok(leaves),
        };
        !self.has_unknown_move && self.moves.iter().all(fits)
    }
}

/// Returns a root move's text as the report has it: castling as a king move by two squares or to
/// the rook, promotions with or without their piece.
pub fn move_text(root: &Board, counts: &RootMove, is_reported: impl Fn(&str) -> bool) -> String {
    let candidate = &counts.candidate;
    let text = format!("{}{}", candidate.from, candidate.to);
    let other = match (candidate.kind, candidate.promotion) {
        (Kind::Kingside | Kind::Queenside, _) => {
            let side = candidate.kind.castling_side();
            let squares = side.and_then(|side| root.castling_squares(side, candidate.to));
            squares.map(|squares| format!("{}{}", candidate.from, squares.king_target))
        }
        (_, Some(piece_type)) => {
            let named = format!("{text}{}", piece_type.to_char());
            if is_reported(&named) || !is_reported(&text) {
                return named;
            }
            None
        }
        _ => None,
    };
    // Castling in standard chess is the king's move, unless the report has the rook's square.
    if is_reported(&text) { text } else { other.unwrap_or(text) }
}

/// Returns the probability that a difference of about this size fits a hypothesis by chance. It is
/// the share of the numbers between half and twice the difference that some hypothesis yields.
pub fn fit_chance(difference: i64, counts: impl Iterator<Item = i64>) -> f64 {
    if difference == 0 {
        return 1.0;
    }
    let least = (difference.abs() + 1) / 2;
    let most = difference.abs().saturating_mul(2);
    let is_similar = |count: &i64| {
        count.signum() == difference.signum() && (least..=most).contains(&count.abs())
    };
    let mut distinct = BTreeSet::new();
    // Collecting would sort, and sorting code is among the largest functions in a WebAssembly
    // module.
    counts.filter(is_similar).for_each(|count| {
        distinct.insert(count);
    });
    distinct.len() as f64 / (most - least + 1) as f64
}
