//! The search for the first mismatch: a descent into the first root move whose count differs.

use tabiya::perft::divide;
use tabiya::{Move, Position};
use tabiya_explain::divide::{Category, Comparison, Divide, WrongCount, WrongMove};

use super::generator::{Generator, Query};
use super::process::EngineError;

/// The options for comparing generators.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// The comparison's maximum depth. By default it is [`DEFAULT_DEPTH`], or less above
    /// [`MAX_NODES`] leaves.
    pub depth: Option<u8>,
}

const DEFAULT_DEPTH: u8 = 4;
const MAX_NODES: u128 = 200_000;

/// The first mismatch below a start position.
#[derive(Clone, Debug)]
pub struct FirstMismatch {
    /// The moves from the start position to the mismatch.
    pub moves: Vec<Move>,
    /// The mismatch's position.
    pub position: Position,
    /// The least depth at which the counts at the start differ.
    pub depth: u8,
    /// The difference between the generators at the position.
    pub difference: Difference,
    /// The generator's reply at the start and at the least depth.
    pub root_reply: Divide,
    /// The last wrong reply below the start, with its depth.
    pub last_reply: Option<(u8, Divide)>,
}

/// The difference at the position where a [`FirstMismatch`] is.
#[derive(Clone, Debug)]
pub enum Difference {
    /// The difference for a generator that lists wrong moves.
    Moves(Vec<WrongMove>),
    /// The difference for a generator that lists wrong moves only if the generator makes a move
    /// itself. The moves are right if the position is given as a FEN.
    AfterMaking {
        /// The index in [`FirstMismatch::moves`] at which the generator makes a move wrongly.
        index: usize,
        /// The wrong moves after the move.
        moves: Vec<WrongMove>,
    },
    /// The difference for a generator whose count for a move at depth 1 is not 1.
    Leaf {
        /// The leaf count from the generator under test.
        theirs: u128,
    },
    /// The difference for a generator whose count for the last move is wrong within the tree, but
    /// right if the position after the move is queried.
    Count {
        /// The correct leaf count.
        ours: u128,
        /// The leaf count from the generator under test.
        theirs: u128,
    },
}

impl FirstMismatch {
    /// Returns the last query below a start whose reply is wrong, and the reply.
    pub fn last_wrong_query<'a>(&'a self, start: &'a Position) -> (Query<'a>, &'a Divide) {
        let (depth, reply) = match &self.last_reply {
            Some((depth, reply)) => (*depth, reply),
            None => (self.depth, &self.root_reply),
        };
        // The descent makes a move per ply. A wrong count of the last move is part of the reply
        // before it.
        let moves = &self.moves[..usize::from(self.depth - depth)];
        (Query { start, moves, depth }, reply)
    }

    /// Returns the mismatch's category, from its first wrong move or count.
    pub fn category(&self) -> Category {
        match &self.difference {
            Difference::Moves(moves) => {
                moves.first().map_or(Category::Counting, |first| first.category)
            }
            Difference::AfterMaking { .. } => Category::Making,
            Difference::Leaf { .. } | Difference::Count { .. } => Category::Counting,
        }
    }
}

/// The result from comparing generators at a depth.
pub struct DepthResult {
    /// The comparison's depth.
    pub depth: u8,
    /// The correct number of leaves.
    pub nodes: u128,
    /// `true` if each root move's count is right.
    pub agrees: bool,
}

/// Compares a generator's counts at increasing depths, and descends into the first mismatch.
///
/// # Errors
///
/// Returns an [`EngineError`] if the generator fails.
pub fn compare(
    generator: &mut Generator,
    start: &Position,
    options: CompareOptions,
    mut observer: impl FnMut(DepthResult),
) -> Result<Option<FirstMismatch>, EngineError> {
    for depth in 1..=options.depth.unwrap_or(DEFAULT_DEPTH) {
        let correct: Vec<_> = divide(start, depth).collect();
        let nodes = correct.iter().map(|(_, nodes)| nodes).sum();
        if options.depth.is_none() && nodes > MAX_NODES {
            break;
        }
        let query = Query { start, moves: &[], depth };
        let reply = generator.divide(query)?;
        let mismatches = Comparison::new(start, &correct, &reply);
        let agrees = mismatches.rows_agree();
        observer(DepthResult { depth, nodes, agrees });
        if !agrees {
            return descend(generator, start, depth, reply, mismatches).map(Some);
        }
    }
    Ok(None)
}

fn descend(
    generator: &mut Generator,
    start: &Position,
    depth: u8,
    root_reply: Divide,
    mut mismatches: Comparison,
) -> Result<FirstMismatch, EngineError> {
    let mut moves = Vec::new();
    let mut last_reply = None;
    let mut position = *start;
    let mut remaining_depth = depth;
    let difference = loop {
        if !mismatches.moves.is_empty() {
            break classify_wrong_moves(generator, start, &moves, mismatches.moves)?;
        }
        let Some(&WrongCount { mv, expected: ours, found: theirs, .. }) = mismatches.counts.first()
        else {
            unreachable!("mismatches are moves or counts");
        };
        moves.push(mv);
        position.make_move(mv);
        remaining_depth -= 1;
        if remaining_depth == 0 {
            break Difference::Leaf { theirs };
        }
        let query = Query { start, moves: &moves, depth: remaining_depth };
        let reply;
        (reply, mismatches) = query_mismatches(generator, query)?;
        if mismatches.rows_agree() {
            break Difference::Count { ours, theirs };
        }
        last_reply = Some((remaining_depth, reply));
    };
    Ok(FirstMismatch { moves, position, depth, difference, root_reply, last_reply })
}

/// Returns the reply to a query and its mismatches.
fn query_mismatches(
    generator: &mut Generator,
    query: Query<'_>,
) -> Result<(Divide, Comparison), EngineError> {
    let position = query.position();
    let correct: Vec<_> = divide(&position, query.depth).collect();
    let reply = generator.divide(query)?;
    let mismatches = Comparison::new(&position, &correct, &reply);
    Ok((reply, mismatches))
}

/// Queries the position of the mismatch as a FEN. If the moves are right then, finds the move after
/// which they are wrong.
fn classify_wrong_moves(
    generator: &mut Generator,
    start: &Position,
    moves: &[Move],
    wrong_moves: Vec<WrongMove>,
) -> Result<Difference, EngineError> {
    if !generator.has_moves_input() {
        return Ok(Difference::Moves(wrong_moves));
    }
    // From the last move backwards, so that the shortest sequence is found.
    for index in (0..=moves.len()).rev() {
        let before = moves[..index].iter().fold(*start, |position, &mv| position.after(mv));
        let query = Query { start: &before, moves: &moves[index..], depth: 1 };
        if !query_mismatches(generator, query)?.1.moves.is_empty() {
            return Ok(match index {
                _ if index == moves.len() => Difference::Moves(wrong_moves),
                _ => Difference::AfterMaking { index, moves: wrong_moves },
            });
        }
    }
    // The replies vary, so the first one is reported.
    Ok(Difference::Moves(wrong_moves))
}
