//! The cases: a square of a king, its color, and what is proved about it.

use crate::boards::AnyBoard;
use crate::deltas::{castling_delta_lemmas, delta_lemmas};
use crate::lemmas::{Lemma, all_lemmas, castling_lemma};
use crate::specification::place;
use crate::sums::sum_lemmas;
use crate::symbols;

/// All boards with a king on a square, or all moves to a square.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub subject: Subject,
    pub square: usize,
    /// The rank step of the pawns of the side to move.
    pub up: i32,
}

/// The subject of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The legal moves of the side whose king is on the square.
    Moves,
    /// The opponent's king on the square, and its pins, after the moves that perft counts without making them.
    DeltaCounting,
    /// The opponent's castling with a rook on a file, after such moves.
    DeltaCastling(i32),
    /// The change in the number of replies by such moves to the square.
    Sums,
}

/// Returns the cases, which cover all boards.
pub fn all_cases() -> impl Iterator<Item = Case> + Send {
    (0..64).flat_map(|square| {
        [1, -1].into_iter().flat_map(move |up| {
            let castling = rook_files(square, -up).map(Subject::DeltaCastling);
            let subjects = [Subject::Moves, Subject::DeltaCounting, Subject::Sums];
            subjects.into_iter().chain(castling).map(move |subject| Case { subject, square, up })
        })
    })
}

impl Case {
    /// Tests whether the problems share so little that each has a solver of its own.
    pub fn has_small_problems(self) -> bool {
        self.subject == Subject::Sums
    }

    /// Returns the boards of the case and all lemmas about them. Removes the symbols of other cases in this thread.
    pub fn lemmas(self) -> (AnyBoard, Vec<Lemma>) {
        let Self { subject, square, up } = self;
        symbols::clear();
        let king = place(square);
        match subject {
            Subject::Moves => {
                let board = AnyBoard::new(king, up, None);
                let castling = rook_files(square, up).map(|file| castling_lemma(&board, file));
                let lemmas = all_lemmas(&board).into_iter().chain(castling).collect();
                (board, lemmas)
            }
            Subject::DeltaCounting => {
                let board = AnyBoard::with_their_king(king, up);
                let lemmas = delta_lemmas(&board);
                (board, lemmas)
            }
            Subject::DeltaCastling(rook_file) => {
                let board = AnyBoard::with_their_king(king, up);
                let lemmas = castling_delta_lemmas(&board, rook_file);
                (board, lemmas)
            }
            Subject::Sums => {
                let board = AnyBoard::with_any_kings(up);
                let lemmas = sum_lemmas(&board, place(square));
                (board, lemmas)
            }
        }
    }
}

/// Returns the files of rooks with which a king may castle, if its pawns step by `up` ranks. There is one on either side of
/// the king.
fn rook_files(king: usize, up: i32) -> impl Iterator<Item = i32> {
    let (king_file, rank) = place(king);
    let is_home = rank == if up > 0 { 0 } else { 7 };
    let may_castle = is_home && (1..7).contains(&king_file);
    (0..8).filter(move |&file| may_castle && file != king_file)
}
