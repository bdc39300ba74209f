//! Results from different libraries as text, so that they can be compared.

use std::num::{NonZeroU16, NonZeroU32};

use tabiya::uci::{self, CastlingNotation};

/// A type whose values have the same text in all libraries.
pub trait Value {
    /// Returns the value's text.
    fn value(&self) -> String;
}

macro_rules! from_display {
    ($($type:ty),* $(,)?) => {$(
        impl Value for $type {
            fn value(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

macro_rules! from_function {
    ($($type:ty: $function:expr;)*) => {$(
        impl Value for $type {
            fn value(&self) -> String {
                let function: fn(&Self) -> String = $function;
                function(self)
            }
        }
    )*};
}

from_display! {
    bool, char, i32, u8, u16, u32, u64, u128, usize, str, String, NonZeroU16, NonZeroU32,
    tabiya::Square, tabiya::File, tabiya::Rank, tabiya::Piece, tabiya::PieceType,
    tabiya::CastlingSide, tabiya::Fen, tabiya::san::San, uci::Uci,
    cozy_chess::Square, cozy_chess::File, cozy_chess::Rank, cozy_chess::Piece,
    cozy_chess::Move,
    chess::Square, chess::ChessMove,
    shakmaty::Square, shakmaty::File, shakmaty::Rank, shakmaty::fen::Fen, shakmaty::san::SanPlus,
    shakmaty::uci::UciMove,
}

from_function! {
    tabiya::Bitboard: |set| format!("{:#018x}", set.0);
    cozy_chess::BitBoard: |set| format!("{:#018x}", set.0);
    chess::BitBoard: |set| format!("{:#018x}", set.0);
    shakmaty::Bitboard: |set| format!("{:#018x}", set.0);
    tabiya::Color: |color| color.to_char().to_string();
    cozy_chess::Color: |color| color.to_string();
    chess::Color: |color| ["w", "b"][color.to_index()].to_owned();
    shakmaty::Color: |color| color.char().to_string();
    chess::Piece: |piece| format!("{piece}");
    chess::File: |file| char::from(b"abcdefgh"[file.to_index()]).to_string();
    chess::Rank: |rank| (rank.to_index() + 1).to_string();
    shakmaty::Role: |role| role.char().to_string();
    shakmaty::Piece: |piece| piece.char().to_string();
    shakmaty::CastlingSide: |side| if side.is_king_side() { "kingside" } else { "queenside" }.to_owned();
    shakmaty::Chess: |position| {
        let fen = shakmaty::fen::Fen::from_position(position, shakmaty::EnPassantMode::Legal);
        without_ep_square(&fen.to_string())
    };
    shakmaty::Move: |mv| mv.to_uci(shakmaty::CastlingMode::Chess960).to_string();
    tabiya::Move: |&mv| uci::display(mv, CastlingNotation::KingTakesRook).to_string();
    tabiya::Board: |board| without_ep_square(&board.to_string());
    tabiya::Position: |position| without_ep_square(&position.to_string());
    cozy_chess::Board: |board| without_ep_square(&board.to_string());
    (): |_| String::new();
}

/// Removes the en passant square from a FEN: libraries set it by different rules.
fn without_ep_square(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let [placement, side, castling, _, clocks @ ..] = &fields[..] else {
        panic!("not a FEN: {fen}")
    };
    [&[*placement, *side, *castling], clocks].concat().join(" ")
}

/// Errors have different texts, so that only their existence is compared.
impl<T: Value, E> Value for Result<T, E> {
    fn value(&self) -> String {
        self.as_ref().map_or("error".to_owned(), T::value)
    }
}

impl<T: Value + ?Sized> Value for &T {
    fn value(&self) -> String {
        (**self).value()
    }
}

impl<T: Value> Value for Option<T> {
    fn value(&self) -> String {
        self.as_ref().map_or("none".to_owned(), T::value)
    }
}

impl<A: Value, B: Value> Value for (A, B) {
    fn value(&self) -> String {
        format!("({}, {})", self.0.value(), self.1.value())
    }
}

/// Lists are in order.
impl<T: Value, const N: usize> Value for [T; N] {
    fn value(&self) -> String {
        self.each_ref().map(T::value).join(" ")
    }
}

/// Collections are sorted: libraries generate moves in different orders.
impl<T: Value> Value for Vec<T> {
    fn value(&self) -> String {
        let mut values: Vec<String> = self.iter().map(T::value).collect();
        values.sort();
        values.join(" ")
    }
}

impl Value for tabiya::MoveList {
    fn value(&self) -> String {
        self.iter().copied().collect::<Vec<_>>().value()
    }
}

impl Value for shakmaty::MoveList {
    fn value(&self) -> String {
        self.iter().copied().collect::<Vec<_>>().value()
    }
}
