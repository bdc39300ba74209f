//! Solves endings by retractions: KQK, KRK and KPK, and KBNK on demand.
//!
//! Run it with `cargo run --release -p tabiya --features retrograde --example retrograde_endings`, and
//! `-- KBNK` for the ending with four men, which takes minutes.
//!
//! A position in which Black is mated is lost in 0 moves. Each position from which White can reach a lost one is won; the
//! retractions of the lost one list them. A position is lost if every move of Black leads to a won one: its moves are
//! counted down, once for each retraction that arrives there. Captures lead to other endings, and are never counted
//! down, so that a position in which Black can capture is drawn.

use std::collections::HashMap;
use std::env;

use tabiya::prelude::*;
use tabiya::retrograde::{Pocket, PriorCastling, RetractionOptions};
use tabiya::{CastlingRights, FenOptions, Position, Setup};

/// The knowledge of a position: not valid, the moves that are left to Black, or the moves to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Invalid,
    /// Not decided; for Black, with the number of moves that are not known to lose.
    Open(u8),
    /// White mates in this number of moves.
    Decided(u8),
}

/// The positions of an ending, by side to move and squares.
struct Ending {
    men: Vec<PieceType>,
    entries: [Vec<Entry>; 2],
}

/// The numbers of a solved ending.
#[derive(Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The positions that White to move wins, by moves to mate from 1.
    pub won: Vec<usize>,
    /// The positions that Black to move loses, by moves to mate from 0.
    pub lost: Vec<usize>,
}

impl Ending {
    /// Returns the ending with each position open.
    fn new(men: &[PieceType]) -> Self {
        let len = 64_usize.pow(men.len() as u32 + 2);
        let mut ending =
            Self { men: men.to_vec(), entries: [(); 2].map(|()| vec![Entry::Invalid; len]) };
        for color in Color::ALL {
            for index in 0..len {
                if let Some(position) = ending.position(index, color) {
                    let moves = position.legal_move_count() as u8;
                    ending.entries[color as usize][index] = Entry::Open(moves);
                }
            }
        }
        ending
    }

    /// Returns the position of an index, if it is valid.
    fn position(&self, index: usize, side_to_move: Color) -> Option<Position> {
        let square = |place: usize| Square::from_index(index >> (6 * place) & 63);
        let empty = Square::ALL.into_iter().fold(Setup::default(), Setup::without);
        let mut setup =
            empty.with_castling_rights(CastlingRights::default()).with_side_to_move(side_to_move);
        let men = self.men.iter().map(|man| man.of(Color::White));
        let men = [Piece::WhiteKing, Piece::BlackKing].into_iter().chain(men);
        for (place, man) in men.enumerate() {
            let square = square(place)?;
            let is_outer = matches!(square.rank(), Rank::First | Rank::Eighth);
            if setup.piece_on(square).is_some() || man.piece_type() == PieceType::Pawn && is_outer {
                return None;
            }
            setup = setup.with(man, square);
        }
        FenOptions::new().allow_impossible_checks(true).check(&setup).ok()
    }

    /// Returns a position's index. No ending here has two equal men.
    fn index(&self, position: &Position) -> Option<usize> {
        let kings = Color::ALL.map(|color| position.king(color) as usize);
        let mut index = kings[0] | kings[1] << 6;
        for (place, &man) in self.men.iter().enumerate() {
            let square = position.colored_pieces(Color::White, man).first()?;
            index |= (square as usize) << (6 * (place + 2));
        }
        Some(index)
    }

    fn entry(&mut self, position: &Position) -> Option<&mut Entry> {
        let index = self.index(position)?;
        self.entries[position.side_to_move() as usize].get_mut(index)
    }
}

/// Solves endings together: a pawn may promote to a piece of another one.
pub fn solve(endings: &[&str]) -> HashMap<String, Numbers> {
    let types = |name: &str| -> Vec<_> {
        let men = name.bytes().filter_map(PieceType::from_ascii);
        men.filter(|&man| man != PieceType::King).collect()
    };
    let mut solved: Vec<_> = endings.iter().map(|name| Ending::new(&types(name))).collect();
    // No capture, but promotions.
    let pocket = Pocket::EMPTY.with_unpromotions(1);
    let options = RetractionOptions::new()
        .castling(PriorCastling::None)
        .allow_impossible_checks(true)
        .pocket(pocket);

    let mut last: Vec<(usize, usize)> = Vec::new();
    for (number, ending) in solved.iter_mut().enumerate() {
        for index in 0..ending.entries[1].len() {
            if ending.entries[1][index] == Entry::Open(0)
                && ending.position(index, Color::Black).is_some_and(|position| position.is_check())
            {
                ending.entries[1][index] = Entry::Decided(0);
                last.push((number, index));
            }
        }
    }
    let mut moves = 0;
    while !last.is_empty() {
        moves += 1;
        let won = step(&mut solved, &last, Color::Black, &options, |_| Some(Entry::Decided(moves)));
        last = step(&mut solved, &won, Color::White, &options, |left| {
            Some(if left == 1 { Entry::Decided(moves) } else { Entry::Open(left - 1) })
        });
    }
    let numbers = |ending: &Ending, color: Color| {
        let mut counts = Vec::new();
        for entry in &ending.entries[color as usize] {
            if let Entry::Decided(moves) = entry {
                let moves = usize::from(*moves);
                counts.resize(counts.len().max(moves + 1), 0);
                counts[moves] += 1;
            }
        }
        counts
    };
    let names = endings.iter().map(|name| (*name).to_owned());
    names
        .zip(&solved)
        .map(|(name, ending)| {
            let won = numbers(ending, Color::White).into_iter().skip(1).collect();
            (name, Numbers { won, lost: numbers(ending, Color::Black) })
        })
        .collect()
}

/// Changes the open positions before given ones, once for each retraction. Returns those that are decided now.
fn step(
    endings: &mut [Ending],
    positions: &[(usize, usize)],
    side_to_move: Color,
    options: &RetractionOptions,
    change: impl Fn(u8) -> Option<Entry>,
) -> Vec<(usize, usize)> {
    let mut decided = Vec::new();
    for &(number, index) in positions {
        let Some(position) = endings[number].position(index, side_to_move) else { continue };
        let retractor = position.retractor(options);
        for &retraction in &retractor.retractions() {
            let before = retractor.before(retraction);
            for (number, ending) in endings.iter_mut().enumerate() {
                let count = before.occupied().len();
                if count != ending.men.len() + 2 {
                    continue;
                }
                let Some(index) = ending.index(&before) else { continue };
                let Some(entry) = ending.entry(&before) else { continue };
                if let Entry::Open(left) = *entry
                    && let Some(changed) = change(left)
                {
                    *entry = changed;
                    if matches!(changed, Entry::Decided(_)) {
                        decided.push((number, index));
                    }
                }
            }
        }
    }
    decided
}

fn main() {
    let names: Vec<_> = env::args().skip(1).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let names = if names.is_empty() { vec!["KQK", "KRK", "KBK", "KNK", "KPK"] } else { names };
    let solved = solve(&names);
    for name in names {
        let Numbers { won, lost } = &solved[name];
        let [wins, losses] = [won, lost].map(|counts| counts.iter().sum::<usize>());
        println!("{name}: {wins} won, {losses} lost, the longest mate in {}", won.len());
    }
}
