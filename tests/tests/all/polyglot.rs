//! Tests for Polyglot books: reading, writing, choosing a move, and malformed books.

use std::collections::BTreeMap;

use proptest::prelude::{ProptestConfig, any, prop_assert, prop_assert_eq, proptest};
use tabiya::polyglot::{Book, BookBuilder, BookError, Entry};
use tabiya::{Board, FenOptions, IllegalMove, Move, MoveKind, Square, uci};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;
use tabiya_tests::playouts::playout;
use tabiya_tests::properties::check_polyglot;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the bits for the squares and the promotion code, as the format specifies them.
const fn bits(from: Square, to: Square, promotion: u16) -> u16 {
    promotion << 12 | (from as u16) << 6 | to as u16
}

/// Returns the entry with these bits on a board.
fn entry(board: &Board, bits: u16) -> Entry {
    Entry { key: board.polyglot_key(), bits, weight: 1, learn: 0 }
}

/// Returns the bytes for entries in the given order.
fn bytes(entries: &[Entry]) -> Vec<u8> {
    entries.iter().copied().flat_map(Entry::to_bytes).collect()
}

#[track_caller]
fn read(bytes: &[u8]) -> Book<'_> {
    Book::new(bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// Every move in random games round-trips through a book.
#[test]
fn moves_in_random_games_round_trip() {
    let mut builder = BookBuilder::new();
    let mut expected = BTreeMap::new();
    for number in 0..200 {
        let mut boards = Vec::new();
        playout(Board::default(), 60, number, |board| boards.push(*board));
        for pair in boards.windows(2) {
            let board = &pair[0];
            let mv = *board
                .legal_moves()
                .iter()
                .find(|&&mv| board.after(mv) == pair[1])
                .expect("the move that was played");
            builder.add(board, mv, 3).expect("a legal move");
            let (_, weight) = expected.entry((board.polyglot_key(), mv)).or_insert((*board, 0_u16));
            *weight += 3;
        }
    }
    let bytes = builder.to_bytes();
    let book = read(&bytes);
    assert!(book.is_sorted());
    assert_eq!(book.len(), expected.len());
    for ((key, mv), (board, weight)) in expected {
        assert_eq!(board.polyglot_key(), key);
        let found: Vec<_> = book.moves(&board).filter(|found| found.mv == mv).collect();
        assert_eq!(found.len(), 1, "{mv:?} on {board}");
        assert_eq!((found[0].weight, found[0].learn), (weight, 0), "{mv:?} on {board}");
        let weights: Vec<_> = book.moves(&board).map(|found| found.weight).collect();
        assert!(weights.is_sorted_by(|one, other| one >= other), "{weights:?} on {board}");
        // Every entry is a legal move, so the upper bound is the move count.
        assert_eq!(book.moves(&board).size_hint(), (0, Some(weights.len())), "{board}");
    }
}

/// A test in `lab/differential` compares the file with shakmaty.
#[test]
fn keys_agree_with_recorded_keys() {
    let text = read_text(&data("shakmaty.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let mut count = 0;
    for line in text.lines() {
        let [fen, key, _] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let options = FenOptions::new().allow_impossible_checks(true);
        let position =
            options.read(fen.as_bytes()).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(format!("{:016x}", position.polyglot_key()), key, "{fen}");
        count += 1;
    }
    assert!(count > 200, "{count} positions");
}

/// The keys are from python-chess. A test in `lab/differential` takes shakmaty's.
#[test]
fn book_with_recorded_keys_is_read() {
    use Square::{C7, D5, D6, D7, E2, E4, E5, E6, E7};
    let line = [
        ("e2e4", bits(E2, E4, 0), 0x463b_9618_1691_fc9c),
        ("e7e6", bits(E7, E6, 0), 0x823c_9b50_fd11_4196),
        ("e4e5", bits(E4, E5, 0), 0xf44b_6961_e533_d1c4),
        ("d7d5", bits(D7, D5, 0), 0x9532_7f9c_e12d_f7a0),
        ("e5d6", bits(E5, D6, 0), 0x0cc1_835b_4141_2927),
        ("c7d6", bits(C7, D6, 0), 0xed57_6def_de2f_31d2),
    ];
    let mut entries = line.map(|(_, bits, key)| Entry { key, bits, weight: 1, learn: 0 });
    entries.sort_unstable();
    let bytes = bytes(&entries);
    let book = read(&bytes);
    let mut board = Board::default();
    for (text, _, _) in line {
        let mv = uci::parse(&board, text).expect("a legal move");
        assert_eq!(book.choose(&board, 0), Some(mv), "{text}");
        board.make_move(mv);
    }
}

/// `e1h1` and `e1g1` are the same castling, unless the piece on e1 is not the king.
#[test]
fn castling_is_read_in_both_forms() {
    let both = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let black = board("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    use Square::{A1, A8, C1, C8, E1, E8, G1, G8, H1, H8};
    for (board, from, king_takes_rook, king_move) in
        [(both, E1, H1, G1), (both, E1, A1, C1), (black, E8, H8, G8), (black, E8, A8, C8)]
    {
        let castling = Move::with_kind(from, king_takes_rook, MoveKind::Castling);
        for to in [king_takes_rook, king_move] {
            assert_eq!(entry(&board, bits(from, to, 0)).to_move(&board), Ok(castling), "{to}");
        }
        assert_eq!(Entry::move_bits(castling), bits(from, king_takes_rook, 0));
    }
    let rook = board("1k6/8/8/8/8/8/8/K3R3 w - - 0 1");
    for to in [G1, H1] {
        let mv = entry(&rook, bits(E1, to, 0)).to_move(&rook);
        assert_eq!(mv, Ok(Move::new(E1, to)), "{to}");
    }
    let without_right = board("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    for to in [G1, H1] {
        let mv = Move::with_kind(E1, H1, MoveKind::Castling);
        let reason = IllegalMove::NoCastlingRight(H1);
        let error = Err(BookError::Illegal { mv, reason });
        assert_eq!(entry(&without_right, bits(E1, to, 0)).to_move(&without_right), error);
    }
}

#[test]
fn promotion_codes_agree_with_the_format() {
    let board = board("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let kinds = [
        MoveKind::PromoteToKnight,
        MoveKind::PromoteToBishop,
        MoveKind::PromoteToRook,
        MoveKind::PromoteToQueen,
    ];
    for (code, kind) in (1..).zip(kinds) {
        for to in [Square::A8, Square::B8] {
            let mv = Move::with_kind(Square::A7, to, kind);
            let bits = bits(Square::A7, to, code);
            assert_eq!(entry(&board, bits).to_move(&board), Ok(mv));
            assert_eq!(entry(&board, bits | 1 << 15).to_move(&board), Ok(mv), "bit 15 is ignored");
            assert_eq!(Entry::move_bits(mv), bits);
        }
    }
    for code in 5..8 {
        let unknown = entry(&board, bits(Square::A7, Square::A8, code)).to_move(&board);
        assert_eq!(unknown, Err(BookError::Promotion { code }));
    }
    let missing = entry(&board, bits(Square::A7, Square::A8, 0)).to_move(&board);
    let reason = IllegalMove::MissingPromotion(Square::A8);
    let mv = Move::new(Square::A7, Square::A8);
    assert_eq!(missing, Err(BookError::Illegal { mv, reason }));
}

#[test]
fn en_passant_is_inferred_from_the_board() {
    let with_capture = board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let mv = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
    let stored = Entry::new(&with_capture, mv, 1);
    assert_eq!(stored.bits, bits(Square::E5, Square::D6, 0));
    assert_eq!(stored.to_move(&with_capture), Ok(mv));
    // The format hashes the file for a capture that is pseudo-legal only.
    let pinned = board("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1");
    let push = Entry::new(&pinned, Move::new(Square::E5, Square::E6), 1);
    let bytes = bytes(&[push, entry(&pinned, bits(Square::E5, Square::D6, 0))]);
    let moves: Vec<_> = read(&bytes).moves(&pinned).map(|found| found.mv).collect();
    assert_eq!(moves, [Move::new(Square::E5, Square::E6)]);
    assert_ne!(push.key, pinned.key());
}

#[test]
fn length_other_than_entry_multiple_is_error() {
    for len in 0..64 {
        let bytes = vec![0; len];
        match Book::new(&bytes) {
            Ok(book) => assert_eq!(book.len() * 16, len),
            Err(error) => {
                assert_eq!(error, BookError::Length { found: len });
                assert_ne!(len % 16, 0);
            }
        }
    }
}

/// The weights 5, 0 and 3 are chosen in these proportions over evenly spaced numbers.
#[test]
fn choose_follows_weights() {
    let board = Board::default();
    let moves = ["e2e4", "d2d4", "c2c4"].map(|text| uci::parse(&board, text).expect("legal"));
    let illegal = Entry { weight: 100, ..entry(&board, bits(Square::E2, Square::E5, 0)) };
    let mut entries = vec![illegal];
    entries.extend(moves.iter().zip([5, 0, 3]).map(|(&mv, weight)| Entry::new(&board, mv, weight)));
    let bytes = bytes(&entries);
    let book = read(&bytes);
    let drawn = (0..8).map(|eighth| book.choose(&board, eighth << 61));
    let mut counts = BTreeMap::new();
    drawn.for_each(|mv| *counts.entry(mv).or_insert(0) += 1);
    assert_eq!(counts, BTreeMap::from([(Some(moves[0]), 5), (Some(moves[2]), 3)]));
    let zero: Vec<_> = entries.iter().map(|&entry| Entry { weight: 0, ..entry }).collect();
    assert_eq!(read(&self::bytes(&zero)).choose(&board, 7), None);
}

#[test]
fn unsorted_book_yields_only_entries_with_the_key() {
    let entries = [5, 1, 5, 9, 5, 2].map(|key| Entry { key, bits: 0, weight: 1, learn: 0 });
    let bytes = bytes(&entries);
    let book = read(&bytes);
    assert!(!book.is_sorted());
    for key in 0..10 {
        assert!(book.find(key).all(|entry| entry.key == key));
    }
}

#[test]
fn builder_merges_saturates_and_keeps_learning_data() {
    let first = Entry { key: 7, bits: 1, weight: 65_000, learn: 9 };
    let mut builder: BookBuilder = [first].into_iter().collect();
    builder.extend([Entry { weight: 1_000, learn: 1, ..first }, Entry { bits: 0, ..first }]);
    let merged = Entry { weight: u16::MAX, ..first };
    assert_eq!(builder.entries(), [merged, Entry { bits: 0, ..first }]);
    let board = Board::default();
    let illegal = builder.add(&board, Move::new(Square::E2, Square::E5), 1);
    assert!(illegal.is_err());
    assert_eq!(builder.entries().len(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn arbitrary_books_keep_properties(
        keys in proptest::collection::vec((0..4_u64, any::<u16>(), any::<u16>()), 0..20),
        tail in proptest::collection::vec(any::<u8>(), 0..20),
        fen in "(4k3/8/8/8/8/8/8/4K2R w K - 0 1)?",
    ) {
        let start = Board::default().polyglot_key();
        let entries = keys.iter().map(|&(key, bits, weight)| {
            Entry { key: start.wrapping_add(key), bits, weight, learn: 0 }
        });
        let book = entries.flat_map(Entry::to_bytes).chain(tail.iter().copied());
        let input: Vec<u8> = fen.bytes().chain(*b"\n").chain(book).collect();
        check_polyglot(&input);
    }

    #[test]
    fn entries_of_any_bytes_round_trip(bytes in any::<[u8; 16]>()) {
        let entry = Entry::from_bytes(&bytes);
        prop_assert_eq!(entry.to_bytes(), bytes);
        if let Ok(mv) = entry.to_move(&Board::default()) {
            prop_assert!(Board::default().is_legal(mv));
        }
    }
}
