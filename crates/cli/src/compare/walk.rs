//! The walk down: from a count that differs to the position where the first move does.

use tabiya::{Move, Position};

use super::mistake::{Disagreement, Kind, Mistake};
use super::opponent::{Opponent, Question};
use super::process::Trouble;
use crate::counting::divide;

/// How deep a comparison goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The depth that was asked for.
    pub depth: Option<u8>,
}

/// How deep to go unless told, where that is at most [`NODES`] leaves.
const DEPTH: u8 = 4;
const NODES: u128 = 200_000;

/// Where two generators part.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The moves from the start to the position.
    pub moves: Vec<Move>,
    /// The position.
    pub position: Position,
    /// The depth at which the counts of the start differ first.
    pub depth: u8,
    /// What is wrong there.
    pub wrong: Wrong,
}

/// What is wrong at a position.
#[derive(Clone, Debug)]
pub enum Wrong {
    /// Moves, however the position is set up.
    Moves(Vec<Mistake>),
    /// Moves, but only after the move at this place of [`Finding::moves`] was made: as a
    /// FEN, the position is answered rightly.
    AfterMaking {
        /// The place.
        place: usize,
        /// The moves.
        mistakes: Vec<Mistake>,
    },
    /// The count of one move at depth 1, which is 1.
    Leaf {
        /// Theirs.
        theirs: u128,
    },
    /// A count within the tree: asked about the position itself, it is right.
    Count {
        /// Our count.
        ours: u128,
        /// Theirs.
        theirs: u128,
    },
}

impl Finding {
    /// What the mistake is about.
    pub fn kind(&self) -> Kind {
        match &self.wrong {
            Wrong::Moves(mistakes) => mistakes.first().map_or(Kind::Counting, |first| first.kind),
            Wrong::AfterMaking { .. } => Kind::Making,
            Wrong::Leaf { .. } | Wrong::Count { .. } => Kind::Counting,
        }
    }
}

/// A depth that was compared: the leaves we count, and whether all agree.
pub struct Compared {
    /// The depth.
    pub depth: u8,
    /// Our count.
    pub nodes: u128,
    /// Whether theirs is the same, move for move.
    pub agrees: bool,
}

/// Compares ever deeper, and walks down into the first difference.
///
/// # Errors
///
/// [`Trouble`] if the opponent does not answer.
pub fn compare(
    opponent: &mut Opponent,
    start: &Position,
    limits: Limits,
    mut observer: impl FnMut(Compared),
) -> Result<Option<Finding>, Trouble> {
    for depth in 1..=limits.depth.unwrap_or(DEPTH) {
        let ours: Vec<_> = divide(start, depth).collect();
        let nodes = ours.iter().map(|(_, nodes)| nodes).sum();
        if limits.depth.is_none() && nodes > NODES {
            break;
        }
        let question = Question { start, moves: &[], depth };
        let disagreement = Disagreement::of(start, &ours, &opponent.divide(question)?);
        let agrees = disagreement.is_empty();
        observer(Compared { depth, nodes, agrees });
        if !agrees {
            return walk(opponent, start, depth, disagreement).map(Some);
        }
    }
    Ok(None)
}

fn walk(
    opponent: &mut Opponent,
    start: &Position,
    depth: u8,
    mut disagreement: Disagreement,
) -> Result<Finding, Trouble> {
    let mut moves = Vec::new();
    let mut position = *start;
    let mut left = depth;
    let wrong = loop {
        if !disagreement.mistakes.is_empty() {
            break tried_as_fen(opponent, start, &moves, disagreement.mistakes)?;
        }
        let Some(&(mv, ours, theirs)) = disagreement.counts.first() else {
            unreachable!("a disagreement is about moves or counts");
        };
        moves.push(mv);
        position.make_move(mv);
        left -= 1;
        if left == 0 {
            break Wrong::Leaf { theirs };
        }
        disagreement = ask(opponent, Question { start, moves: &moves, depth: left })?;
        if disagreement.is_empty() {
            break Wrong::Count { ours, theirs };
        }
    };
    Ok(Finding { moves, position, depth, wrong })
}

/// How an answer differs from ours.
fn ask(opponent: &mut Opponent, question: Question<'_>) -> Result<Disagreement, Trouble> {
    let position = question.position();
    let ours: Vec<_> = divide(&position, question.depth).collect();
    Ok(Disagreement::of(&position, &ours, &opponent.divide(question)?))
}

/// Whether the mistakes stay when the position is given as a FEN; if not, after which of the
/// moves they come.
fn tried_as_fen(
    opponent: &mut Opponent,
    start: &Position,
    moves: &[Move],
    mistakes: Vec<Mistake>,
) -> Result<Wrong, Trouble> {
    if !opponent.is_shown_moves() {
        return Ok(Wrong::Moves(mistakes));
    }
    // The fewer moves are made, the fewer can be at fault.
    for place in (0..=moves.len()).rev() {
        let before = moves[..place].iter().fold(*start, |position, &mv| position.after(mv));
        let question = Question { start: &before, moves: &moves[place..], depth: 1 };
        if !ask(opponent, question)?.mistakes.is_empty() {
            return Ok(match place {
                _ if place == moves.len() => Wrong::Moves(mistakes),
                _ => Wrong::AfterMaking { place, mistakes },
            });
        }
    }
    // It answers now this, now that: what it said first is what there is to show.
    Ok(Wrong::Moves(mistakes))
}
