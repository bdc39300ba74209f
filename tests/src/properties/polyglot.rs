//! Polyglot book properties.

use tabiya::polyglot::{Book, BookBuilder, BookError, Entry};
use tabiya::{Board, Position};

use super::{assert_plain_message, position_and_rest};

/// Checks that bytes are rejected, or are a book whose entries round-trip and whose moves are legal.
///
/// The book is probed for the position in the first line. Its entries are also probed with that
/// position's key, because a fuzzer does not find a key.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_polyglot(bytes: &[u8]) {
    let (position, bytes) = position_and_rest(bytes);
    let book = match Book::new(bytes) {
        Ok(book) => book,
        Err(error) => {
            assert!(!bytes.len().is_multiple_of(Entry::LEN));
            return assert_plain_message(&error);
        }
    };
    assert_eq!(book.len(), bytes.len() / Entry::LEN);
    assert!(book.entries().flat_map(Entry::to_bytes).eq(bytes.iter().copied()));
    check_probes(&book, &position);

    let key = position.polyglot_key();
    let builder: BookBuilder = book.entries().map(|entry| Entry { key, ..entry }).collect();
    let bytes = builder.to_bytes();
    let written = Book::new(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written.find(key).len(), written.len(), "{position:?}");
    check_probes(&written, &position);

    let sorted = book.entries().collect::<BookBuilder>().to_bytes();
    let sorted = Book::new(&sorted).unwrap_or_else(|error| panic!("{error}"));
    assert!(sorted.is_sorted() && sorted.len() <= book.len());
    for entry in book.entries() {
        let is_same = |found: &Entry| found.bits == entry.bits;
        assert_eq!(sorted.find(entry.key).filter(is_same).count(), 1, "{entry:?}");
    }
}

/// Checks a position's moves in a book, sorted or not.
fn check_probes(book: &Book<'_>, position: &Position) {
    let key = position.polyglot_key();
    assert!(book.find(key).all(|entry| entry.key == key), "{position:?}");
    for entry in book.find(key) {
        match entry.to_move(position) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{mv:?} in {position:?}");
                let bits = Entry::move_bits(mv);
                assert_eq!(Entry { bits, ..entry }.to_move(position), Ok(mv), "{position:?}");
            }
            Err(error) => {
                assert!(!matches!(error, BookError::Length { .. }));
                assert_plain_message(&error);
            }
        }
    }
    let moves: Vec<_> = book.moves(position).collect();
    assert!(book.moves(&Board::from(*position)).eq(moves.iter().copied()), "{position:?}");
    let has_weight = moves.iter().any(|book_move| book_move.weight > 0);
    for random in [0, 1, 1 << 63, u64::MAX] {
        let chosen = book.choose(position, random);
        assert_eq!(chosen.is_some(), has_weight, "{position:?}");
        let is_chosen = |mv| moves.iter().any(|found| found.mv == mv && found.weight > 0);
        assert!(chosen.is_none_or(is_chosen), "{position:?}");
    }
}
