//! The cases: each calls one function of the library on 400 positions from real games.

use std::hint::black_box;

use anyhow::{Context, Result};
use clap::ValueEnum;
use tabiya::{Black, Board, Color, MakeObserver, MoveList, Piece, Position, Square, White};

use crate::color::{pawn_sets, pawn_sets_by_value};

/// A call of the library whose instructions are counted.
#[derive(Clone, Copy, Debug, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Case {
    /// Generate the legal moves into a list
    List,
    /// Count the legal moves
    Count,
    /// Copy a position and make a move, without a key
    Make,
    /// The same, with an observer that ignores everything
    MakeObserved,
    /// Copy a board and make a move, with a key
    MakeWithKey,
    /// The same, with an observer that ignores everything
    MakeWithKeyObserved,
    /// Find the checkers of a board
    Checkers,
    /// Test whether a move gives check, for all moves of a board
    CheckInfo,
    /// Test the legality of moves: legal ones, and as many of another board
    IsLegal,
    /// Parse and validate a FEN, with a key
    FenParse,
    /// Find pushes and captures of all pawns as sets, with color as a type
    ColorAsType,
    /// The same with color as a value
    ColorAsValue,
}

impl Case {
    /// Returns all cases.
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// Returns the name in snake case.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns the count's unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::List | Self::Count | Self::ColorAsType | Self::ColorAsValue => "position",
            Self::Checkers => "board",
            Self::FenParse => "FEN",
            _ => "move",
        }
    }

    /// Runs the case and returns how many calls are counted.
    pub fn run(self) -> Result<u64> {
        let positions = positions()?;
        let hashed: Vec<(Board, MoveList)> = positions
            .iter()
            .map(|&position| (Board::from(position), position.legal_moves()))
            .collect();
        let unhashed: Vec<(Position, MoveList)> =
            hashed.iter().map(|(board, moves)| (board.position(), moves.clone())).collect();
        let moves = hashed.iter().map(|(_, moves)| moves.len() as u64).sum();
        Ok(match self {
            Self::List => counted_list(&positions),
            Self::Count => counted_count(&positions),
            Self::Make => counted_make(&unhashed, moves, &mut ()),
            Self::MakeObserved => counted_make(&unhashed, moves, &mut NoOpObserver),
            Self::MakeWithKey => counted_make_with_key(&hashed, moves, &mut ()),
            Self::MakeWithKeyObserved => counted_make_with_key(&hashed, moves, &mut NoOpObserver),
            Self::Checkers => counted_checkers(&hashed),
            Self::CheckInfo => counted_check_info(&hashed, moves),
            Self::IsLegal => counted_is_legal(&hashed),
            Self::FenParse => {
                let fens: Vec<_> = positions.iter().map(Position::to_string).collect();
                counted_fen_parse(&fens)
            }
            Self::ColorAsType => counted_color_as_type(&positions),
            Self::ColorAsValue => counted_color_as_value(&positions),
        })
    }
}

/// Returns the benchmark positions.
fn positions() -> Result<Vec<Position>> {
    let lines = include_str!("../../data/positions.epd").lines();
    lines.map(|line| line.parse().with_context(|| format!("not a position: {line}"))).collect()
}

/// An observer that ignores everything, like `()`, but is another type.
#[derive(Debug)]
struct NoOpObserver;

impl MakeObserver for NoOpObserver {
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
        let info = black_box(board).generator().check_info();
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
    for ((board, moves), (_, other_moves)) in boards.iter().zip(others) {
        for &mv in moves.iter().zip(other_moves).flat_map(|(mv, other)| [mv, other]) {
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
        black_box(pawn_sets_by_value(black_box(position), position.side_to_move()));
    }
    positions.len() as u64
}

#[cfg(test)]
mod tests {
    use tabiya::{Bitboard, PieceType};

    use super::*;

    #[test]
    fn pawn_sets_agree_with_generator() {
        for position in positions().expect("positions") {
            let sets = match position.side_to_move() {
                Color::White => pawn_sets::<White>(&position),
                Color::Black => pawn_sets::<Black>(&position),
            };
            assert_eq!(sets, pawn_sets_by_value(&position, position.side_to_move()), "{position}");
            let targets = sets.into_iter().fold(Bitboard::EMPTY, |all, set| all | set);
            for mv in position.legal_moves() {
                let is_pawn = position.piece_type_on(mv.from()) == Some(PieceType::Pawn);
                assert!(!is_pawn || mv.is_en_passant() || targets.contains(mv.to()), "{position}");
            }
        }
    }

    #[test]
    fn every_case_counts_calls() {
        for case in Case::all() {
            assert!(case.run().expect("a number of calls") >= 400, "{case:?}");
        }
    }
}
