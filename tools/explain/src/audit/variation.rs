//! The moves of a variation, made one after the other from the position of a search.

use alloc::vec::Vec;

use tabiya::uci::Words;
use tabiya::{Board, Move, Outcome};

use super::castling_mode::CastlingMode;
use super::move_word::{WordError, is_like_a_move, read_word};
use super::root::{Draws, Root};

/// The reason why a move of a variation is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The word is no legal move. The variation ends before it.
    Word(WordError),
    /// The move has the castling notation of the other mode, with the name of its notation.
    Notation(&'static str),
    /// The move is made although the game is drawn, or can be claimed as drawn, by the named rule.
    AfterDraw(&'static str),
}

/// A move of a variation with what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongMove<'a> {
    pub word: &'a [u8],
    /// The number of the move, from 1.
    pub ply: usize,
    /// The position before the move.
    pub board: Board,
    pub problem: Problem,
}

/// A variation that was made.
pub struct Variation<'a> {
    pub wrong: Vec<WrongMove<'a>>,
    /// The position after the legal moves.
    pub end: Board,
    /// The number of legal moves.
    pub len: usize,
    /// The first two moves.
    pub first: [Option<Move>; 2],
    /// `true` if every word is a legal move.
    pub is_legal: bool,
}

impl Variation<'_> {
    /// Returns the end of the game in the last position: the rule, and the player to move.
    pub fn mate_or_stalemate(&self) -> Option<Outcome> {
        match self.end.position().outcome() {
            found @ Some(Outcome::Checkmate { .. } | Outcome::Stalemate) => found,
            _ => None,
        }
    }
}

/// Makes the moves of a variation, up to the first word that is no legal move.
///
/// At most one move after a draw, and one wrong notation, are found: the first of each.
pub fn follow<'a>(root: &Root, words: Words<'a>, mode: CastlingMode) -> Variation<'a> {
    let mut variation =
        Variation { wrong: Vec::new(), end: root.board, len: 0, first: [None; 2], is_legal: true };
    let mut keys = root.keys.clone();
    let mut is_drawn = false;
    let mut has_notation = false;
    for word in words.take_while(|word| is_like_a_move(word)) {
        let board = variation.end;
        let wrong = |problem| WrongMove { word, ply: variation.len + 1, board, problem };
        let read = match read_word(&board, word, mode) {
            Ok(read) => read,
            Err(error) => {
                let found = wrong(Problem::Word(error));
                variation.wrong.push(found);
                variation.is_legal = false;
                break;
            }
        };
        if !is_drawn
            && variation.len > 0
            && let Some(rule) = Draws::of(&board, &keys).new_rule(root.draws)
        {
            is_drawn = true;
            let found = wrong(Problem::AfterDraw(rule));
            variation.wrong.push(found);
        }
        if let Some(notation) = read.wrong_notation.filter(|_| !has_notation) {
            has_notation = true;
            let found = WrongMove {
                word,
                ply: variation.len + 1,
                board,
                problem: Problem::Notation(notation),
            };
            variation.wrong.push(found);
        }
        if let Some(first) = variation.first.get_mut(variation.len) {
            *first = Some(read.mv);
        }
        variation.end.make_move(read.mv);
        keys.push(variation.end.key());
        variation.len += 1;
    }
    variation
}
