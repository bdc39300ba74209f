//! The lemmas: each says that a set of the library equals what the rules say.

#[cfg(test)]
use tabiya::{Bitboard, Position, Square};
use tabiya_core::{Black, CastlingSide, Color, File, White};
#[cfg(test)]
use tabiya_perft::symbolic::Lanes;
use tabiya_perft::symbolic::{SymbolicBoards, SymbolicSets, WingSquares, sets, wing_squares};

use crate::boards::AnyBoard;
use crate::graph::Bit;
use crate::rules::Rules;
use crate::specification::{Place, ROOK, any, index, place};
use crate::symbols::{Symbols, counted};

/// The directions, as the library orders them.
pub const DIRECTIONS: [Place; 8] =
    [(0, 1), (1, 1), (1, 0), (-1, 1), (0, -1), (-1, -1), (-1, 0), (1, -1)];

/// The knight steps, as the library orders them.
pub const KNIGHTS: [Place; 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// Returns the directions, then the knight steps, each with the number of squares that a move can take that way.
pub fn all_steps() -> impl Iterator<Item = (Place, usize)> {
    let lines = DIRECTIONS.into_iter().map(|direction| (direction, 7));
    lines.chain(KNIGHTS.into_iter().map(|jump| (jump, 1)))
}

/// A statement: the bit is 1 on boards where it is wrong.
pub struct Lemma {
    /// The statement.
    pub name: &'static str,
    /// 1 where the sets differ.
    pub difference: Bit,
}

impl Lemma {
    /// Says that a set contains the squares that the rules say.
    pub fn new(name: &'static str, set: [Bit; 64], rule: impl Fn(Place) -> Bit) -> Self {
        let differs = (0..64).map(|square| set[square] ^ rule(place(square)));
        Self { name, difference: any(differs) }
    }
}

/// Returns the sets of the library.
pub fn library_sets(any_board: &AnyBoard, wings: [WingSquares; 2]) -> SymbolicSets<Symbols> {
    let color = if any_board.board.up > 0 { Color::White } else { Color::Black };
    sets_for(color, &any_board.boards, wings)
}

fn sets_for(
    color: Color,
    boards: &SymbolicBoards<Symbols>,
    wings: [WingSquares; 2],
) -> SymbolicSets<Symbols> {
    match color {
        Color::White => sets::<Symbols, White>(boards, wings),
        Color::Black => sets::<Symbols, Black>(boards, wings),
    }
}

/// Returns the number of leaves that perft counts at depth 1, by the sets whose sizes the lemmas prove.
#[cfg(test)]
pub fn leaf_count(position: &Position) -> u64 {
    let set = |set: Bitboard| Symbols::splat(set.0);
    let [ones, twos, fours, _] = position.bitplanes().map(set);
    let us = position.side_to_move();
    let boards = SymbolicBoards {
        bitplanes: [ones, twos, fours],
        us: set(position.colors(us)),
        castling_rooks: set(position.castling_rooks()),
        ep_squares: set(position.ep_square().map_or(Bitboard::EMPTY, Square::bitboard)),
    };
    let mut wings = [WingSquares::default(); 2];
    for (color, wing, rook) in position.castling_rights().iter() {
        if color == us {
            wings[wing as usize] = wing_squares(color, wing, position.king(us).file(), rook);
        }
    }
    let sum = sets_for(us, &boards, wings).count.terms();
    let size = |set: [Bit; 64]| set.into_iter().filter(|&bit| bit == Bit::ONE).count() as u64;
    let sets = sum.sets.into_iter().map(|(set, factor)| factor * size(counted(set)));
    let bits = sum.bits.into_iter().map(|bit| u64::from(bit == Bit::ONE));
    sets.chain(bits).sum()
}

/// Returns the lemmas about boards with a king on a square, without castling.
pub fn all_lemmas(any_board: &AnyBoard) -> Vec<Lemma> {
    let sets = library_sets(any_board, [WingSquares::default(); 2]);
    let rules = Rules::new(any_board);
    let mut lemmas = attack_lemmas(rules, &sets);
    lemmas.extend(move_lemmas(rules, &sets));
    let [number_name, sets_name] = [
        "perft adds as many sets as it must, as often",
        "the sets that perft adds are those of the legal moves",
    ];
    lemmas.extend(count_lemmas(sets.count, terms(rules), number_name, sets_name));
    lemmas
}

fn attack_lemmas(rules: Rules<'_>, sets: &SymbolicSets<Symbols>) -> Vec<Lemma> {
    let danger = sets.danger.bits();
    // Elsewhere, the library may count squares that sliders attack behind the king.
    let near = |at| if rules.is_near_king(at) { rules.is_danger(at) } else { danger[index(at)] };
    let mut lemmas = vec![
        Lemma::new("the king may not enter attacked squares", danger, near),
        Lemma::new(
            "the check mask has the squares that end every check",
            sets.check_mask.bits(),
            |at| rules.ends_every_check(at),
        ),
        Lemma::new("a pinned piece is alone between king and slider", sets.pinned.bits(), |at| {
            rules.is_pinned(at)
        }),
    ];
    lemmas.extend(DIRECTIONS.into_iter().zip(&sets.slider_attacks).map(|(direction, set)| {
        Lemma::new("their sliders attack the squares up to the first piece", set.bits(), |at| {
            rules.is_attacked_from(direction, at)
        })
    }));
    lemmas
}

fn move_lemmas(rules: Rules<'_>, sets: &SymbolicSets<Symbols>) -> Vec<Lemma> {
    let (lines, knights) = sets.by_direction.split_at(8);
    let lines = DIRECTIONS.into_iter().zip(lines).map(|(direction, set)| {
        Lemma::new("moves along a line are the legal ones", set.bits(), |to| {
            rules.line_move(direction, to)
        })
    });
    let knights = KNIGHTS.into_iter().zip(knights).map(|(jump, set)| {
        Lemma::new("knight moves are the legal ones", set.bits(), |to| rules.knight_jump(jump, to))
    });
    let promotions = [0, -1, 1].into_iter().zip(&sets.promotions).map(|(side, set)| {
        Lemma::new("promotions are the legal ones", set.bits(), |to| rules.promotion(side, to))
    });
    let doubles = sets.ep_double_pushes.bits();
    let others = [
        Lemma::new("double pushes beside a pawn are the legal ones", doubles, |to| {
            rules.double_push(to) & rules.is_beside_their_pawn(to)
        }),
        Lemma::new("en passant captures are the legal ones", sets.ep_capturers.bits(), |from| {
            rules.en_passant(from)
        }),
    ];
    lines.chain(knights).chain(promotions).chain(others).collect()
}

/// A rule that tells a set, and how often perft adds its size.
pub type Term<'a> = (u64, Box<dyn Fn(Place) -> Bit + 'a>);

/// Returns the sets whose sizes perft adds, in its order. A promotion is added four times: once as a step.
pub fn terms(rules: Rules<'_>) -> Vec<Term<'_>> {
    let mut terms: Vec<Term<'_>> = Vec::new();
    for side in [0, -1, 1] {
        terms.push((3, Box::new(move |to| rules.promotion(side, to))));
    }
    terms.push((1, Box::new(move |to| rules.pawn_step(0, to))));
    terms.push((1, Box::new(move |to| rules.double_push(to))));
    for side in [-1, 1] {
        terms.push((1, Box::new(move |to| rules.pawn_step(side, to))));
    }
    terms.push((1, Box::new(move |to| rules.king_step(to))));
    for direction in DIRECTIONS {
        terms.push((1, Box::new(move |to| rules.slide(direction, to))));
    }
    for jump in (0..4).flat_map(|axis| [KNIGHTS[axis], KNIGHTS[axis + 4]]) {
        terms.push((1, Box::new(move |to| rules.knight_jump(jump, to))));
    }
    terms.push((1, Box::new(move |from| rules.en_passant(from))));
    terms
}

/// Returns the lemmas that a count adds the sizes of some sets.
pub fn count_lemmas(
    counted_moves: Symbols,
    expected: Vec<Term<'_>>,
    number_name: &'static str,
    sets_name: &'static str,
) -> Vec<Lemma> {
    let mut added = counted_moves.terms().sets;
    added.sort_unstable();
    let is_right = added.iter().map(|term| term.1).eq(expected.iter().map(|term| term.0));
    let mut lemmas = vec![Lemma { name: number_name, difference: Bit::constant(!is_right) }];
    lemmas.extend(
        added
            .iter()
            .zip(expected)
            .map(|(&(set, _), (_, rule))| Lemma::new(sets_name, counted(set), rule)),
    );
    lemmas
}

/// Returns the castling squares for a king and a rook, whose pawns step by `up` ranks, and the wing.
pub fn castling_wings(up: i32, king: Place, rook_file: i32) -> (CastlingSide, [WingSquares; 2]) {
    let color = if up > 0 { Color::White } else { Color::Black };
    let is_king_side = rook_file > king.0;
    let wing = if is_king_side { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    let [king_file, file] = [king.0, rook_file].map(|file| File::ALL[file as usize]);
    let mut wings = [WingSquares::default(); 2];
    wings[wing as usize] = wing_squares(color, wing, king_file, file);
    (wing, wings)
}

/// Returns the lemma about castling with a king and a rook on their files.
pub fn castling_lemma(any_board: &AnyBoard, rook_file: i32) -> Lemma {
    let AnyBoard { board, king, rooks, .. } = any_board;
    let (wing, wings) = castling_wings(board.up, *king, rook_file);
    let sets = library_sets(any_board, wings);

    let rook = (rook_file, king.1);
    let is_legal = Rules::new(any_board).castling(rook);
    // A right belongs to a rook of ours on that square.
    let is_position = !rooks[index(rook)] | board.ours[index(rook)][ROOK];
    let name = "castling is legal as the rules say";
    let differs = Lemma::new(name, sets.castling[wing as usize].bits(), |_| is_legal).difference;
    let added = sets.count.terms().bits[wing as usize] ^ is_legal;
    Lemma { name, difference: is_position & (differs | added) }
}
