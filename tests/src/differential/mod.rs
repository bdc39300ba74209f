//! The comparison: every generator lists its moves and makes them, and whoever says
//! something else than the legal generator is named, with the FEN.
//!
//! | contestant | what it is | takes no part where |
//! |---|---|---|
//! | [`Mailbox`], [`X88`] | the two slow generators of `tabiya-oracle` | |
//! | [`Late`] | our pseudo-legal moves, tested as they are made | |
//! | [`Cozy`] | cozy-chess, legal, magic bitboards | the halfmove clock is over 100, or a check is impossible in a way that it refuses |
//! | [`Shakmaty`] | shakmaty, legal, magic bitboards | |
//! | [`Owlchess`] | owlchess: cells and bitboards, semilegal moves with a filter | somebody may castle from other squares than those of standard chess, or a clock is at its limit |
//!
//! Each is set up from FEN text and lists its moves by itself. Every successor of every
//! contestant is compared, field by field: see [`Fields`]. What a contestant does
//! differently for a known reason is stated by [`Contestant::expected`] and
//! [`Refusal::Explained`], and has a test of its own in `tests/differences.rs`.

mod campaign;
mod cozy;
mod difference;
mod fields;
mod late;
mod oracles;
mod owlchess;
mod perft;
mod playouts;
mod shakmaty;
mod tally;

use tabiya::{CastlingStyle, EnPassantStyle, Move, Position};

pub use self::cozy::Cozy;
pub use self::owlchess::Owlchess;
pub use self::shakmaty::Shakmaty;
pub use campaign::{Report, run};
pub use difference::{Difference, Disagreement};
pub use fields::Fields;
pub use late::Late;
pub use oracles::{Mailbox, X88};
pub use perft::run_perft;
pub use playouts::{KINDS, Kind, Playout, Playouts};
pub use tally::{Count, Tally};

/// Everyone that the legal generator is compared with.
pub const CONTESTANTS: [&dyn Contestant; 6] = [&Mailbox, &X88, &Late, &Cozy, &Shakmaty, &Owlchess];

/// A generator to compare with.
pub trait Contestant: Sync {
    /// Its name, to be printed.
    fn name(&self) -> &'static str;

    /// Sets up a position.
    ///
    /// # Errors
    ///
    /// [`Refusal`] if the generator does not take it.
    fn set_up(&self, position: &Position) -> Result<Box<dyn Game>, Refusal>;

    /// What our fields are in the generator's conventions.
    fn expected(&self, ours: Fields) -> Fields {
        ours
    }
}

/// A position as a contestant has it.
pub trait Game {
    /// The legal moves in our encoding, in ascending order; one that comes twice is there
    /// twice.
    fn moves(&self) -> Vec<Move>;

    /// What is said about check and the end of the game.
    fn status(&self) -> Status;

    /// The fields after the move of this place in [`moves`](Self::moves).
    fn after(&self, place: usize) -> Fields;
}

/// Whether the side to move is in check, mated or stalemated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Whether the king is attacked.
    pub check: bool,
    /// Whether the king is attacked, and no move is legal.
    pub checkmate: bool,
    /// Whether the king is safe, and no move is legal.
    pub stalemate: bool,
}

/// Why a contestant does not take a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// For a reason that has its test in `tests/differences.rs`: counted as skipped.
    Explained(&'static str),
    /// For any other: a difference.
    Unexplained(String),
}

/// Compares the contestants with the legal generator.
///
/// The tally counts what was compared; its counts are in the order of `contestants`.
///
/// # Errors
///
/// [`Difference`] says who disagrees, and about what.
pub fn compare(
    position: &Position,
    contestants: &[&dyn Contestant],
) -> Result<Tally, Box<Difference>> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable();
    let successors: Vec<_> = moves.iter().map(|&mv| Fields::of(&position.after(mv))).collect();
    let check = position.is_check();
    let ours = Ours {
        status: Status {
            check,
            checkmate: check && moves.is_empty(),
            stalemate: !check && moves.is_empty(),
        },
        moves,
        successors,
    };

    let mut tally = Tally::of_board(&ours, contestants.len());
    let mut disagreements = Vec::new();
    for (contestant, count) in contestants.iter().zip(&mut tally.counts) {
        let game = match contestant.set_up(position) {
            Ok(game) => game,
            Err(Refusal::Explained(_)) => {
                count.skipped += 1;
                continue;
            }
            Err(Refusal::Unexplained(why)) => {
                disagreements.push((contestant.name(), Disagreement::Refused(why)));
                continue;
            }
        };
        match compare_one(&ours, *contestant, &*game) {
            Ok(successors) => {
                count.boards += 1;
                count.successors += successors;
            }
            Err(disagreement) => disagreements.push((contestant.name(), disagreement)),
        }
    }
    if disagreements.is_empty() {
        Ok(tally)
    } else {
        Err(Box::new(Difference { fen: shredder_fen(position), disagreements }))
    }
}

/// What the legal generator says of a position.
struct Ours {
    moves: Vec<Move>,
    successors: Vec<Fields>,
    status: Status,
}

/// Compares one contestant, and answers how many successors it shares.
fn compare_one(
    ours: &Ours,
    contestant: &dyn Contestant,
    game: &dyn Game,
) -> Result<u64, Disagreement> {
    let theirs = game.moves();
    if theirs != ours.moves {
        return Err(Disagreement::of_moves(&ours.moves, &theirs));
    }
    let status = game.status();
    if status != ours.status {
        return Err(Disagreement::Status { ours: ours.status, theirs: status });
    }
    for (place, (&mv, successor)) in ours.moves.iter().zip(&ours.successors).enumerate() {
        let (expected, found) = (contestant.expected(*successor), game.after(place));
        if let Some((field, ours, theirs)) = expected.difference(&found) {
            return Err(Disagreement::Successor { mv, field, ours, theirs });
        }
    }
    Ok(ours.moves.len() as u64)
}

/// The FEN that every generator for Chess960 reads: rights by the files of the rooks, and
/// the en passant square after every double push.
fn shredder_fen(position: &Position) -> String {
    let fen = position.fen().castling(CastlingStyle::Shredder);
    fen.en_passant(EnPassantStyle::Always).to_string()
}

/// Pairs the moves of a library with ours, in the order of ours.
fn paired<M: Copy>(
    moves: impl IntoIterator<Item = M>,
    encode: impl Fn(M) -> Move,
) -> Vec<(Move, M)> {
    let mut pairs: Vec<_> = moves.into_iter().map(|mv| (encode(mv), mv)).collect();
    pairs.sort_unstable_by_key(|&(ours, _)| ours);
    pairs
}

/// The first halves of pairs.
fn first_halves<M>(pairs: &[(Move, M)]) -> Vec<Move> {
    pairs.iter().map(|&(mv, _)| mv).collect()
}
