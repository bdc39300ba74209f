//! What is counted: each case calls one function of the library on all of the real positions.

use std::hint::black_box;

use anyhow::{Context, Result};
use clap::ValueEnum;
use tabiya::{Black, Board, Color, MakeObserver, MoveList, Piece, Position, Square, White};

use crate::color::{pawn_sets, pawn_sets_of};

/// A function of the library, and how it is called.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Case {
    /// The legal moves written to a list
    List,
    /// The number of legal moves
    Count,
    /// A copy and a move on it, without a key
    Make,
    /// The same, told to an observer that ignores everything
    MakeObserved,
    /// A copy and a move on it, with a key
    MakeWithKey,
    /// The same, told to an observer that ignores everything
    MakeWithKeyObserved,
    /// The checkers of a board
    Checkers,
    /// Does a move give check? Asked of all moves of a board
    CheckInfo,
    /// Is a move legal? Legal ones, and as many that another position has
    IsLegal,
    /// A FEN read and checked, with a key
    FenParse,
    /// The steps and captures of all pawns, as sets, with colour as a type
    ColorAsType,
    /// The same with colour as a value
    ColorAsValue,
}

impl Case {
    /// All of them.
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// The name in words joined by underscores.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// What one call is about.
    pub fn unit(self) -> &'static str {
        match self {
            Self::List | Self::Count | Self::ColorAsType | Self::ColorAsValue => "a position",
            Self::Checkers => "a board",
            Self::FenParse => "a FEN",
            _ => "a move",
        }
    }

    /// Runs the case; answers how many calls were counted.
    pub fn run(self) -> Result<u64> {
        let positions = positions()?;
        let with_moves: Vec<(Board, MoveList)> = positions
            .iter()
            .map(|&position| (Board::from(position), position.legal_moves()))
            .collect();
        let keyless: Vec<(Position, MoveList)> =
            with_moves.iter().map(|(board, moves)| (board.position(), moves.clone())).collect();
        let moves = with_moves.iter().map(|(_, moves)| moves.len() as u64).sum();
        Ok(match self {
            Self::List => counted_list(&positions),
            Self::Count => counted_count(&positions),
            Self::Make => counted_make(&keyless, moves, &mut ()),
            Self::MakeObserved => counted_make(&keyless, moves, &mut Ignores),
            Self::MakeWithKey => counted_make_with_key(&with_moves, moves, &mut ()),
            Self::MakeWithKeyObserved => counted_make_with_key(&with_moves, moves, &mut Ignores),
            Self::Checkers => counted_checkers(&with_moves),
            Self::CheckInfo => counted_check_info(&with_moves, moves),
            Self::IsLegal => counted_is_legal(&with_moves),
            Self::FenParse => {
                let fens: Vec<_> = positions.iter().map(Position::to_string).collect();
                counted_fen_parse(&fens)
            }
            Self::ColorAsType => counted_color_as_type(&positions),
            Self::ColorAsValue => counted_color_as_value(&positions),
        })
    }
}

/// Real positions, those of the benches.
fn positions() -> Result<Vec<Position>> {
    let lines = include_str!("../../data/positions.epd").lines();
    lines.map(|line| line.parse().with_context(|| format!("no position: {line}"))).collect()
}

/// An observer that ignores everything, but is not `()`.
#[derive(Debug)]
struct Ignores;

impl MakeObserver for Ignores {
    fn removed(&mut self, _: Piece, _: Square) {}
    fn placed(&mut self, _: Piece, _: Square) {}
}

#[inline(never)]
fn counted_list(positions: &[Position]) -> u64 {
    let mut list = MoveList::new();
    for position in positions {
        list.clear();
        black_box(position).legal_moves_into(&mut list);
        black_box(&list);
    }
    positions.len() as u64
}

#[inline(never)]
fn counted_count(positions: &[Position]) -> u64 {
    for position in positions {
        black_box(black_box(position).legal_move_count());
    }
    positions.len() as u64
}

#[inline(never)]
fn counted_make(
    positions: &[(Position, MoveList)],
    moves: u64,
    observer: &mut impl MakeObserver,
) -> u64 {
    for (position, moves) in positions {
        for &mv in moves {
            let mut after = *black_box(position);
            after.make_move_observed(mv, observer);
            black_box(after);
        }
    }
    moves
}

#[inline(never)]
fn counted_make_with_key(
    boards: &[(Board, MoveList)],
    moves: u64,
    observer: &mut impl MakeObserver,
) -> u64 {
    for (board, moves) in boards {
        for &mv in moves {
            let mut after = *black_box(board);
            after.make_move_observed(mv, observer);
            black_box(after);
        }
    }
    moves
}

#[inline(never)]
fn counted_checkers(boards: &[(Board, MoveList)]) -> u64 {
    for (board, _) in boards {
        black_box(black_box(board).checkers());
    }
    boards.len() as u64
}

#[inline(never)]
fn counted_check_info(boards: &[(Board, MoveList)], moves: u64) -> u64 {
    for (board, moves) in boards {
        let info = black_box(board).check_info();
        for &mv in moves {
            black_box(info.gives_check(mv));
        }
    }
    moves
}

#[inline(never)]
fn counted_is_legal(boards: &[(Board, MoveList)]) -> u64 {
    let mut calls = 0;
    let others = boards.iter().cycle().skip(1);
    for ((board, moves), (_, foreign)) in boards.iter().zip(others) {
        for &mv in moves.iter().zip(foreign).flat_map(|(own, foreign)| [own, foreign]) {
            black_box(black_box(board).is_legal(mv));
            calls += 1;
        }
    }
    calls
}

#[inline(never)]
fn counted_fen_parse(fens: &[String]) -> u64 {
    for fen in fens {
        let _ = black_box(Board::from_fen(black_box(fen)));
    }
    fens.len() as u64
}

#[inline(never)]
fn counted_color_as_type(positions: &[Position]) -> u64 {
    for position in positions {
        let sets = match black_box(position).side_to_move() {
            Color::White => pawn_sets::<White>(position),
            Color::Black => pawn_sets::<Black>(position),
        };
        black_box(sets);
    }
    positions.len() as u64
}

#[inline(never)]
fn counted_color_as_value(positions: &[Position]) -> u64 {
    for position in positions {
        black_box(pawn_sets_of(black_box(position), position.side_to_move()));
    }
    positions.len() as u64
}

#[cfg(test)]
mod tests {
    use tabiya::{Bitboard, PieceType};

    use super::*;

    #[test]
    fn both_ways_to_say_color_agree_with_the_generator() {
        for position in positions().expect("positions") {
            let typed = match position.side_to_move() {
                Color::White => pawn_sets::<White>(&position),
                Color::Black => pawn_sets::<Black>(&position),
            };
            assert_eq!(typed, pawn_sets_of(&position, position.side_to_move()), "{position}");
            let targets = typed.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
            for mv in position.legal_moves() {
                let is_pawn = position.piece_type_on(mv.from()) == Some(PieceType::Pawn);
                assert!(!is_pawn || mv.is_en_passant() || targets.contains(mv.to()), "{position}");
            }
        }
    }

    #[test]
    fn every_case_runs() {
        for case in Case::all() {
            assert!(case.run().expect("a case") >= 400, "{case:?}");
        }
    }
}
