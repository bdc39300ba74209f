//! Tests that Polyglot keys and moves agree with shakmaty.

use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya::polyglot::{Book, Entry};
use tabiya::{Board, uci};
use tabiya_tests::playouts::playout;

use crate::san::shakmaty_position;

#[test]
fn book_with_shakmaty_keys_is_read() {
    let mut chess = Chess::default();
    let mut entries = Vec::new();
    let line = ["e2e4", "e7e6", "e4e5", "d7d5", "e5d6", "c7d6"];
    for text in line {
        let mv = text.parse::<UciMove>().expect("a move").to_move(&chess).expect("a legal move");
        let Zobrist64(key) = chess.zobrist_hash(EnPassantMode::Legal);
        let from = u16::from(u8::from(mv.from().expect("an origin")));
        let bits = from << 6 | u16::from(u8::from(mv.to()));
        entries.push(Entry { key, bits, weight: 1, learn: 0 });
        assert_eq!(mv.to_uci(CastlingMode::Standard).to_string(), text);
        chess.play_unchecked(mv);
    }
    entries.sort_unstable();
    let bytes: Vec<u8> = entries.iter().copied().flat_map(Entry::to_bytes).collect();
    let book = Book::new(&bytes).expect("a book");
    let mut board = Board::default();
    for text in line {
        let mv = uci::parse(&board, text).expect("a legal move");
        assert_eq!(book.choose(&board, 0), Some(mv), "{text}");
        board.make_move(mv);
    }
}

#[test]
fn random_game_keys_agree_with_shakmaty() {
    for number in 0..50 {
        playout(Board::default(), 60, number, |board| {
            let Zobrist64(key) =
                shakmaty_position(&board.position()).zobrist_hash(EnPassantMode::PseudoLegal);
            assert_eq!(board.polyglot_key(), key, "{board}");
        });
    }
}
