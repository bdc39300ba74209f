//! Lemmas about the moves that perft counts without making them: after them, the opponent's king and what depends on it
//! are as before, but for the changes that the sums contain.

use std::array::from_fn;

use tabiya_core::{Black, White};
use tabiya_perft::symbolic::{DeltaChoice, DeltaCountedMoves, WingSquares, delta_counted};

use crate::boards::AnyBoard;
use crate::graph::Bit;
use crate::lemmas::{
    DIRECTIONS, KNIGHTS, Lemma, all_steps, castling_wings, count_lemmas, library_sets, terms,
};
use crate::rules::{Rules, back};
use crate::specification::{
    Board, KNIGHT, KNIGHT_STEPS, PAWN, Place, ROOK, all, any, index, place, step, walk,
};
use crate::sums::library_parts;
use crate::symbols::Symbols;

/// No square.
const NONE: [Bit; 64] = [Bit::ZERO; 64];

/// Any one of the delta-counted moves in a direction, or by a knight step.
struct AnyMove {
    /// The move is one of them.
    is_possible: Bit,
    from: [Bit; 64],
    to: [Bit; 64],
    /// The kind of the piece.
    kind: [Bit; 6],
}

impl AnyMove {
    /// Returns the moves in each direction and by each knight step.
    fn in_every_direction<'a>(
        board: &'a Board,
        moves: &'a DeltaCountedMoves<Symbols>,
    ) -> impl Iterator<Item = Self> + 'a {
        all_steps().zip(moves.by_direction).map(|((direction, length), targets)| {
            Self::new(board, targets.bits(), |to| walk(to, back(direction)).take(length))
        })
    }

    /// Returns a move to one of some targets, by the first piece on the squares behind it.
    fn new<I: Iterator<Item = Place>>(
        board: &Board,
        targets: [Bit; 64],
        behind: impl Fn(Place) -> I,
    ) -> Self {
        let to: [Bit; 64] = from_fn(|_| Bit::input());
        let mut is_possible = any(to);
        let mut before = Bit::ZERO;
        let mut from = NONE;
        for square in 0..64 {
            is_possible = is_possible & (!to[square] | targets[square]) & !(before & to[square]);
            before = before | to[square];
            let mut is_clear = to[square];
            for at in behind(place(square)) {
                from[index(at)] = from[index(at)] | is_clear & !board.is_empty(at);
                is_clear = is_clear & board.is_empty(at);
            }
        }
        let kind = from_fn(|kind| any((0..64).map(|at| from[at] & board.ours[at][kind])));
        Self { is_possible, from, to, kind }
    }

    /// Returns the board after the move.
    fn after(&self, board: &Board) -> Board {
        let mut after = board.clone();
        for square in 0..64 {
            let stays = !self.from[square] & !self.to[square];
            for kind in 0..6 {
                let arrives = self.to[square] & self.kind[kind];
                after.ours[square][kind] = board.ours[square][kind] & stays | arrives;
                after.theirs[square][kind] = board.theirs[square][kind] & !self.to[square];
            }
        }
        after
    }

    /// Tests whether a knight or a pawn attacked a square before the move.
    fn is_left_by_leaper(&self, at: Place, up: i32) -> Bit {
        self.kind[KNIGHT] & reaches(&self.from, &KNIGHT_STEPS, at)
            | self.kind[PAWN] & reaches(&self.from, &[(-1, up), (1, up)], at)
    }

    /// Tests whether the move is a double push to a square.
    fn is_double_push(&self, to: Place, up: i32) -> Bit {
        let from = step(to, (0, -2 * up)).map_or(Bit::ZERO, |from| self.from[index(from)]);
        from & self.to[index(to)] & self.kind[PAWN]
    }
}

/// Tests whether one of some steps leads from a set to a square.
fn reaches(from: &[Bit; 64], steps: &[Place], at: Place) -> Bit {
    any(steps.iter().filter_map(|&there| Some(from[index(step(at, back(there))?)])))
}

/// Returns the delta-counted moves on boards where their king may castle with the rook on a file, or not at all.
fn library_moves(any_board: &AnyBoard, rook_file: Option<i32>) -> DeltaCountedMoves<Symbols> {
    let AnyBoard { board, king, boards, .. } = any_board;
    let wings = rook_file.map_or([WingSquares::default(); 2], |rook_file| {
        castling_wings(-board.up, *king, rook_file).1
    });
    if board.up > 0 {
        delta_counted::<Symbols, White>(boards, wings)
    } else {
        delta_counted::<Symbols, Black>(boards, wings)
    }
}

/// Returns the lemmas about boards with their king on a square.
pub fn delta_lemmas(any_board: &AnyBoard) -> Vec<Lemma> {
    lemmas_about(any_board, &library_moves(any_board, None))
}

fn lemmas_about(any_board: &AnyBoard, moves: &DeltaCountedMoves<Symbols>) -> Vec<Lemma> {
    let attacked_once = moves.attacked_once.bits();
    let king_targets = moves.king_targets.bits();
    let ep_capturers = moves.ep_capturers.map(Symbols::bits);
    let mut lemmas = null_move_lemmas(any_board, moves.null_move_replies);
    lemmas.extend([legality_lemma(any_board, moves), coverage_lemma(any_board, moves)]);
    let before = any_board.board.mirrored();
    let before = Rules::on(&before, any_board.king, &NONE, &NONE);
    lemmas.push(Lemma::new("the king's targets are its legal steps", king_targets, |at| {
        before.king_step(at)
    }));
    for mv in AnyMove::in_every_direction(&any_board.board, moves) {
        let is_possible = mv.is_possible;
        let replies = Replies::new(any_board, mv);
        let mut add = |name, difference| {
            lemmas.push(Lemma { name, difference: is_possible & difference });
        };
        add("a delta-counted move gives no check", replies.is_check());
        add("a delta-counted move keeps all pins", replies.changes_pin());
        for difference in replies.king_step_changes(&attacked_once) {
            add("a delta-counted move changes the king's steps as counted", difference);
        }
        let en_passant = replies.changes_en_passant(&ep_capturers);
        add("a delta-counted move allows en passant captures as counted", en_passant);
    }
    lemmas
}

/// Returns the lemma that each delta-counted move is one of the legal moves along its line. All others are made.
fn legality_lemma(any_board: &AnyBoard, moves: &DeltaCountedMoves<Symbols>) -> Lemma {
    let legal = library_sets(any_board, [WingSquares::default(); 2]);
    let up = (0, any_board.board.up);
    let lines = DIRECTIONS.into_iter().chain(KNIGHTS).zip(legal.by_direction);
    let others = lines.zip(moves.by_direction).flat_map(|((direction, targets), counted)| {
        let targets = if direction == up { targets | legal.ep_double_pushes } else { targets };
        (counted & !targets).bits()
    });
    Lemma { name: "delta-counted moves are legal", difference: any(others) }
}

/// Returns the lemma that those about sums cover all delta-counted moves, if the pieces that pins hold are chosen.
fn coverage_lemma(any_board: &AnyBoard, moves: &DeltaCountedMoves<Symbols>) -> Lemma {
    let none = Symbols::new(NONE);
    let DeltaCountedMoves { by_direction, movable, knights, .. } = *moves;
    let choice = DeltaChoice { movable, knights, king_zone: none, moves: [none; 16] };
    let parts = library_parts(&any_board.boards, choice, any_board.board.up);
    let others = by_direction.into_iter().zip(parts.by_direction);
    let others = others.flat_map(|(counted, covered)| (counted & !covered).bits());
    Lemma { name: "the sums are proved for all delta-counted moves", difference: any(others) }
}

/// Returns the lemmas about the replies if no move is made. En passant is none of them.
fn null_move_lemmas(any_board: &AnyBoard, count: Symbols) -> Vec<Lemma> {
    let before = any_board.board.mirrored();
    let mut terms = terms(Rules::on(&before, any_board.king, &NONE, &NONE));
    terms.pop();
    count_lemmas(
        count,
        terms,
        "the replies to a null move are as many sets as they must be",
        "the replies to a null move are the opponent's moves",
    )
}

/// Returns the lemmas about their castling with the rook on a file.
pub fn castling_delta_lemmas(any_board: &AnyBoard, rook_file: i32) -> Vec<Lemma> {
    castling_lemmas_about(any_board, rook_file, &library_moves(any_board, Some(rook_file)))
}

fn castling_lemmas_about(
    any_board: &AnyBoard,
    rook_file: i32,
    moves: &DeltaCountedMoves<Symbols>,
) -> Vec<Lemma> {
    let rook = (rook_file, any_board.king.1);
    // A right belongs to a rook of theirs on that square.
    let is_position = !any_board.rooks[index(rook)] | any_board.board.theirs[index(rook)][ROOK];
    let attacked_once = moves.attacked_once.bits();
    let moves = AnyMove::in_every_direction(&any_board.board, moves);
    let mut lemmas = Vec::new();
    for mv in moves {
        let is_possible = mv.is_possible & is_position;
        let replies = Replies::new(any_board, mv);
        let mut add = |name, difference| {
            lemmas.push(Lemma { name, difference: is_possible & difference });
        };
        for difference in replies.castling_changes(rook) {
            add("a delta-counted move keeps castling possible or impossible", difference);
        }
        add(
            "no knight or pawn leaves the path of castling",
            replies.frees_far_squares(&attacked_once),
        );
    }
    lemmas
}

/// The opponent's boards without a move of ours, and after one.
struct Replies<'a> {
    any_board: &'a AnyBoard,
    mv: AnyMove,
    before: Board,
    after: Board,
    ep: [Bit; 64],
    rooks: [Bit; 64],
}

impl<'a> Replies<'a> {
    fn new(any_board: &'a AnyBoard, mv: AnyMove) -> Self {
        let AnyBoard { board, rooks, .. } = any_board;
        let up = board.up;
        let before = board.mirrored();
        let after = mv.after(board).mirrored();
        let ep = from_fn(|square| {
            step(place(square), (0, up)).map_or(Bit::ZERO, |to| mv.is_double_push(to, up))
        });
        let rooks = from_fn(|square| rooks[square] & !mv.to[square]);
        Self { any_board, mv, before, after, ep, rooks }
    }

    /// Returns the rules before and after the move.
    const fn rules(&self) -> [Rules<'_>; 2] {
        let AnyBoard { king, rooks, .. } = self.any_board;
        let before = Rules::on(&self.before, *king, &NONE, rooks);
        let after = Rules::on(&self.after, *king, &self.ep, &self.rooks);
        [before, after]
    }

    fn is_check(&self) -> Bit {
        self.after.is_attacked(self.any_board.king)
    }

    fn changes_pin(&self) -> Bit {
        let [before, after] = self.rules();
        let others = (0..64).map(place).filter(|&at| at != self.any_board.king);
        any(others.map(|at| !self.mv.to[index(at)] & (before.is_pinned(at) ^ after.is_pinned(at))))
    }

    /// The king may enter squares that a knight or a pawn alone attacked before it left, and no squares that a knight
    /// attacks where it has arrived. All other steps are as before.
    fn king_step_changes(&self, attacked_once: &[Bit; 64]) -> Vec<Bit> {
        let Self { any_board, mv, .. } = self;
        let [before, after] = self.rules();
        let up = any_board.board.up;
        let near = (0..64).map(place).filter(|&at| before.is_near_king(at));
        let changes = near.map(|at| {
            let is_free = attacked_once[index(at)] & mv.is_left_by_leaper(at, up);
            let is_denied = mv.kind[KNIGHT] & reaches(&mv.to, &KNIGHT_STEPS, at);
            (before.king_step(at) | is_free) & !is_denied ^ after.king_step(at)
        });
        changes.collect()
    }

    /// The pawns beside a double push that capture it en passant are those that are counted.
    fn changes_en_passant(&self, capturers: &[[Bit; 64]; 2]) -> Bit {
        let [_, after] = self.rules();
        let up = self.any_board.board.up;
        any((0..64).map(place).map(|at| {
            // The first set captures from the east, the second one from the west.
            let captures = [-1, 1].into_iter().zip(capturers).filter_map(|(side, capturers)| {
                let pushed = step(at, (side, 0))?;
                Some(self.mv.is_double_push(pushed, up) & capturers[index(at)])
            });
            any(captures) ^ after.en_passant(at)
        }))
    }

    /// The sums count squares that a knight or a pawn alone attacked. They are all beside the king.
    fn frees_far_squares(&self, attacked_once: &[Bit; 64]) -> Bit {
        let [before, _] = self.rules();
        let far = (0..64).map(place).filter(|&at| !before.is_near_king(at));
        let up = self.any_board.board.up;
        any(far.map(|at| attacked_once[index(at)] & self.mv.is_left_by_leaper(at, up)))
    }

    /// Castling was possible and a condition is not met any more, or the reverse.
    fn castling_changes(&self, rook: Place) -> impl Iterator<Item = Bit> {
        let [before, after] = self.rules().map(|rules| rules.castling_conditions(rook));
        let [was_possible, is_possible] = [all(before.clone()), all(after.clone())];
        let lost = after.into_iter().map(move |holds| was_possible & !holds);
        lost.chain(before.into_iter().map(move |held| is_possible & !held))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::solver::Problem;
    use crate::symbols;

    /// Returns the names of those lemmas that are wrong on some board.
    fn wrong_lemmas(any_board: &AnyBoard, lemmas: Vec<Lemma>) -> BTreeSet<&'static str> {
        let mut problem = Problem::new(&any_board.conditions);
        let mut wrong = BTreeSet::new();
        for Lemma { name, difference } in lemmas {
            if !wrong.contains(name) && problem.can_be_one(&[difference]) {
                wrong.insert(name);
            }
        }
        wrong
    }

    fn king_on(king: Place) -> (AnyBoard, DeltaCountedMoves<Symbols>) {
        symbols::clear();
        let board = AnyBoard::with_their_king(king, 1);
        let moves = library_moves(&board, None);
        (board, moves)
    }

    /// Returns moves by any piece to any square without one of ours.
    fn any_moves(any_board: &AnyBoard) -> [Symbols; 16] {
        [Symbols::new(from_fn(|square| !any_board.board.is_ours(place(square)))); 16]
    }

    #[test]
    fn lemmas_are_wrong_about_moves_that_must_be_made() {
        let (board, mut moves) = king_on((0, 3));
        moves.by_direction = any_moves(&board);
        let lemmas = lemmas_about(&board, &moves);
        let about_moves = lemmas.into_iter().filter(|lemma| lemma.name.starts_with("a delta"));
        let wrong = wrong_lemmas(&board, about_moves.collect());
        assert_eq!(wrong.len(), 4, "{wrong:?}");
    }

    #[test]
    fn lemmas_are_wrong_without_numbers() {
        let (board, mut moves) = king_on((0, 3));
        let none = Symbols::new(NONE);
        moves.attacked_once = none;
        moves.ep_capturers = [none; 2];
        let mut lemmas = lemmas_about(&board, &moves);
        lemmas.retain(|lemma| lemma.name.ends_with("as counted"));
        // The first moves are those to the north.
        lemmas.truncate(8);
        assert_eq!(wrong_lemmas(&board, lemmas).len(), 2);
    }

    #[test]
    fn castling_lemmas_are_wrong_about_moves_that_must_be_made() {
        let (board, mut moves) = king_on((4, 7));
        moves.by_direction = any_moves(&board);
        let wrong = wrong_lemmas(&board, castling_lemmas_about(&board, 7, &moves));
        assert_eq!(wrong.len(), 1, "{wrong:?}");
    }
}
