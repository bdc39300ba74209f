//! The edits of the diagnosis: for each one that changes the legal moves, a board with few pieces on which the count of
//! the proved sets refutes it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

use anyhow::{Result, ensure};
use tabiya::{
    CastlingRights, CastlingSide, Color, EnPassantStyle, File, Piece, PieceType, Position, Rank,
    Setup, Square,
};
use tabiya_explain::diagnosis::{Edit, LeafCounts, Limits};
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::random::SplitMix;
use tabiya_suites::suite::all_positions;

/// The number of random boards, in parts with seeds of their own.
const PARTS: u64 = 40;
const BOARDS_PER_PART: usize = 50_000;

/// The beginnings of codes of edits that concern the position after a move, or a hash table. With them, the legal moves
/// of every position are the same.
const LATER_EFFECTS: [&str; 10] = [
    "castling-rook-stays",
    "castling-right-kept",
    "castling-right-lost",
    "castling-rook-move-loses",
    "promotion-becomes",
    "en-passant-by-piece",
    "en-passant-square-kept",
    "en-passant-square-not-set",
    "en-passant-square-after-push",
    "hash-key",
];

/// Tests whether an edit changes the legal moves of some position.
pub fn changes_moves(edit: Edit) -> bool {
    let code = edit.code();
    !LATER_EFFECTS.iter().any(|beginning| code.starts_with(beginning))
}

/// Returns the edits with which a position has another number of legal moves.
pub fn refuted_edits(position: &Position) -> BTreeSet<Edit> {
    let counts = LeafCounts::new(position, 1, Limits::default(), &mut || true);
    let counts = counts.expect("one ply is within the limits");
    Edit::all().filter(|&edit| counts.with(edit) != counts.right()).collect()
}

/// A number of pieces, a clock and a FEN, by which boards are ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    pieces: usize,
    clock: u16,
    fen: String,
}

impl Size {
    fn new(position: &Position) -> Self {
        let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
        Self { pieces: position.occupied().len(), clock: position.halfmove_clock(), fen }
    }
}

/// The smallest board that is known for each edit.
#[derive(Default)]
struct Smallest(BTreeMap<Edit, (Size, Position)>);

impl Smallest {
    fn insert(&mut self, position: &Position, edits: &BTreeSet<Edit>) {
        let size = Size::new(position);
        for &edit in edits {
            let entry = self.0.entry(edit).or_insert_with(|| (size.clone(), *position));
            if size < entry.0 {
                *entry = (size.clone(), *position);
            }
        }
    }
}

/// Returns boards on which the edits that change legal moves are refuted, each by one of the smallest boards that were
/// found for it. A board comes with the edits that no board before it refutes.
pub fn find_boards() -> Result<Vec<(String, Vec<Edit>)>> {
    let smallest = Mutex::new(Smallest::default());
    let insert = |position: &Position| {
        let edits = refuted_edits(position);
        smallest.lock().unwrap_or_else(|error| error.into_inner()).insert(position, &edits);
    };
    parallel_for_each(all_positions()?.iter(), cpu_count(), insert);
    parallel_for_each(0..PARTS, cpu_count(), |seed| {
        let mut random = SplitMix(seed);
        (0..BOARDS_PER_PART).filter_map(|_| random_position(&mut random)).for_each(|p| insert(&p));
    });
    let smallest = smallest.into_inner().unwrap_or_else(|error| error.into_inner());
    for edit in Edit::all() {
        let is_refuted = smallest.0.contains_key(&edit);
        ensure!(is_refuted == changes_moves(edit), "{edit}: a board refutes it: {is_refuted}");
    }
    Ok(cover(&smallest))
}

/// Chooses boards until each edit is refuted by a board that is as small as its smallest one, first those that refute
/// most edits.
fn cover(smallest: &Smallest) -> Vec<(String, Vec<Edit>)> {
    let boards: BTreeMap<&Size, &Position> =
        smallest.0.values().map(|(size, position)| (size, position)).collect();
    let mut rows: Vec<(&Size, BTreeSet<Edit>)> = boards
        .into_iter()
        .map(|(size, position)| {
            let is_small = |edit: &Edit| size.pieces <= smallest.0[edit].0.pieces;
            (size, refuted_edits(position).into_iter().filter(is_small).collect())
        })
        .collect();
    let mut chosen = Vec::new();
    while let Some(best) = (0..rows.len()).max_by_key(|&index| rows[index].1.len()) {
        let (size, edits) = rows.swap_remove(best);
        if edits.is_empty() {
            break;
        }
        rows.iter_mut().for_each(|(_, others)| others.retain(|edit| !edits.contains(edit)));
        chosen.push((size.fen.clone(), edits.into_iter().collect()));
    }
    chosen
}

/// Returns a random position with up to nine pieces, sometimes with a castling right, an en passant square, or a clock
/// at fifty moves.
fn random_position(random: &mut SplitMix) -> Option<Position> {
    let us = Color::ALL[random.below(2)];
    let clock = if random.below(16) == 0 { 100 } else { 0 };
    let mut setup = Setup::default().with_side_to_move(us).with_halfmove_clock(clock);
    if random.below(4) == 0 {
        let (side, file) = [(CastlingSide::KingSide, File::H), (CastlingSide::QueenSide, File::A)]
            [random.below(2)];
        let home = |file| Square::new(file, Rank::First.relative_to(us));
        setup = setup
            .with(PieceType::King.of(us), home(File::E))
            .with(PieceType::Rook.of(us), home(file))
            .with_castling_rights(CastlingRights::NONE.with(us, side, file));
    } else {
        setup = setup.with(PieceType::King.of(us), Square::ALL[random.below(64)]);
    }
    setup = setup.with(PieceType::King.of(!us), Square::ALL[random.below(64)]);
    if random.below(4) == 0 {
        let file = random.below(8);
        let on = |file: usize, rank: Rank| Square::new(File::ALL[file], rank.relative_to(us));
        setup = setup
            .with(PieceType::Pawn.of(!us), on(file, Rank::Fifth))
            .with(PieceType::Pawn.of(us), on(file ^ 1, Rank::Fifth))
            .with_ep_square(Some(on(file, Rank::Sixth)));
    }
    for _ in 0..random.below(5) {
        let square = Square::ALL[random.below(64)];
        if setup.piece_on(square).is_none() {
            setup = setup.with(Piece::ALL[random.below(12)], square);
        }
    }
    setup.position().ok()
}

#[cfg(test)]
mod tests {
    use tabiya_suites::data;
    use tabiya_suites::suite::load;

    use super::*;
    use crate::lemmas::leaf_count;
    use crate::symbols;

    /// The sets that perft counts have the right sizes on the boards, and other sizes by each edit.
    #[test]
    fn edits_are_refuted_by_boards_in_suite() {
        let rows = load(&data("perft/counterexamples.epd")).expect("the suite");
        let mut refuted = BTreeSet::new();
        for row in &rows {
            let position = row.position().expect("a position");
            symbols::clear();
            assert_eq!(leaf_count(&position), row.counts[0].1, "{position}");
            refuted.extend(refuted_edits(&position));
        }
        let expected: BTreeSet<_> = Edit::all().filter(|&edit| changes_moves(edit)).collect();
        assert_eq!(refuted, expected);
    }
}
