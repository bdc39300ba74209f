//! The smallest boards on which a wrong rule and the library differ.

use tabiya::{FenOptions, Position};

use crate::boards::AnyBoard;
use crate::lemmas::{Lemma, all_lemmas, castling_lemma};
use crate::solver::Problem;
use crate::specification::{Bug, KING, Place, index, place};
use crate::symbols;

/// The squares of the king that are tried: at home, and in the middle.
const KINGS: [Place; 2] = [(4, 0), (3, 3)];

/// A board on which a lemma is wrong.
pub struct Counterexample {
    /// The name of the lemma.
    pub lemma: &'static str,
    /// The board.
    pub position: Position,
    /// Its FEN, which has the en passant square even if no capture is legal.
    pub fen: String,
}

/// Returns the smaller of the boards that a search with each square of the king finds, with White to move.
pub fn find(bug: Bug) -> Option<Counterexample> {
    let mut found: Option<Counterexample> = None;
    for king in KINGS {
        symbols::clear();
        let board = AnyBoard::new(king, 1, Some(bug));
        let mut statements: Vec<_> =
            all_lemmas(&board).into_iter().map(|lemma| (lemma, None)).collect();
        if king == (4, 0) {
            let files = [0, 7, 1, 2, 3, 5, 6];
            statements.extend(files.map(|file| (castling_lemma(&board, file), Some((file, 0)))));
        }
        for (Lemma { name, difference }, rook) in statements {
            let mut problem = Problem::new(&board.conditions);
            let mut fixed = vec![difference];
            if !problem.can_be_one(&fixed) {
                continue;
            }
            // As many squares as possible are empty.
            for square in (0..64).filter(|&square| square != index(king)) {
                fixed.push(board.board.is_empty(place(square)));
                if !problem.can_be_one(&fixed) {
                    fixed.pop();
                }
            }
            assert!(problem.can_be_one(&fixed), "it was possible before");
            let fen = fen(&board, &mut problem, rook);
            let Ok(position) = FenOptions::new().read(&fen) else { continue };
            let is_smaller = |other: &Counterexample| {
                position.occupied().len() < other.position.occupied().len()
            };
            if found.as_ref().is_none_or(is_smaller) {
                found = Some(Counterexample { lemma: name, position, fen });
            }
            break;
        }
    }
    found
}

/// Writes the board of a solution, with the castling right of one rook.
fn fen(board: &AnyBoard, problem: &mut Problem, rook: Option<Place>) -> String {
    let mut fen = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let square = index((file, rank));
            let sides = [(board.board.ours, "PNBRQK"), (board.board.theirs, "pnbrqk")];
            let piece = sides.into_iter().find_map(|(pieces, letters)| {
                let kind = (0..=KING).find(|&kind| problem.value(pieces[square][kind]))?;
                letters.chars().nth(kind)
            });
            match piece {
                None => empty += 1,
                Some(letter) => {
                    fen.extend((empty > 0).then(|| char::from(b'0' + empty)));
                    fen.push(letter);
                    empty = 0;
                }
            }
        }
        fen.extend((empty > 0).then(|| char::from(b'0' + empty)));
        fen.extend((rank > 0).then_some('/'));
    }
    let rook = rook.filter(|&rook| problem.value(board.rooks[index(rook)]));
    let right = rook.map_or('-', |(file, _)| match file {
        0 => 'Q',
        7 => 'K',
        file => char::from(b'A' + file as u8),
    });
    let ep = (0..64).find(|&square| problem.value(board.ep[square])).map(place);
    let ep = ep.map_or("-".to_owned(), |(file, rank)| {
        [(b'a' + file as u8) as char, (b'1' + rank as u8) as char].iter().collect()
    });
    format!("{fen} w {right} {ep} 0 1")
}
