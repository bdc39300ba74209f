//! The Polyglot book writer.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map;
use alloc::vec::Vec;
use core::cmp::Reverse;

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard, IllegalMove};

use super::Entry;

/// A move collector that writes a Polyglot book.
///
/// Equal moves from equal positions become one entry, whose weight is the sum of their weights. The
/// memory is proportional to the number of distinct moves.
///
/// ```
/// use tabiya::polyglot::{Book, BookBuilder};
/// use tabiya::{Board, Square, uci};
///
/// let mut builder = BookBuilder::new();
/// for line in ["e2e4 e7e5", "d2d4 d7d5", "e2e4 c7c5"] {
///     let mut board = Board::default();
///     for text in line.split(' ') {
///         let mv = uci::parse(&board, text)?;
///         builder.add(&board, mv, 1)?;
///         board.make_move(mv);
///     }
/// }
/// let bytes = builder.to_bytes();
/// let moves = Book::new(&bytes)?.moves(&Board::default());
/// let moves: Vec<_> = moves.map(|book_move| (book_move.mv.to(), book_move.weight)).collect();
/// assert_eq!(moves, [(Square::E4, 2), (Square::D4, 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookBuilder {
    /// Weight and learning data by key and move bits.
    moves: BTreeMap<(u64, u16), (u16, u32)>,
}

impl BookBuilder {
    /// Creates an empty builder.
    ///
    /// ```
    /// use tabiya::polyglot::BookBuilder;
    ///
    /// assert!(BookBuilder::new().to_bytes().is_empty());
    /// ```
    pub const fn new() -> Self {
        Self { moves: BTreeMap::new() }
    }

    /// Adds a weight to a move on a board. An entry's weight saturates at 65,535.
    ///
    /// # Errors
    ///
    /// Returns the reason as an [`IllegalMove`] if the move is illegal; the book is unchanged.
    ///
    /// ```
    /// use tabiya::polyglot::BookBuilder;
    /// use tabiya::{Board, Move, Square};
    ///
    /// let (board, mut builder) = (Board::default(), BookBuilder::new());
    /// for weight in [1, 65_534, 1] {
    ///     builder.add(&board, Move::new(Square::E2, Square::E4), weight)?;
    /// }
    /// assert!(builder.add(&board, Move::new(Square::E2, Square::E5), 1).is_err());
    /// let weights: Vec<_> = builder.entries().iter().map(|entry| entry.weight).collect();
    /// assert_eq!(weights, [65_535]);
    /// # Ok::<(), tabiya::IllegalMove>(())
    /// ```
    pub fn add<K: BoardKey>(
        &mut self,
        board: &GenericBoard<K>,
        mv: Move,
        weight: u16,
    ) -> Result<(), IllegalMove> {
        board.why_illegal(mv)?;
        self.add_entry(Entry::new(board, mv, weight));
        Ok(())
    }

    /// Adds an entry, for example from another book. The move is not checked.
    ///
    /// If the builder has an entry with the same key and bits, the weights are added and the entry
    /// keeps its learning data. The two encodings for castling differ in their bits. If you have a
    /// board, you can merge them: [`add`](Self::add) the result of [`Entry::to_move`].
    ///
    /// ```
    /// use tabiya::polyglot::{BookBuilder, Entry};
    ///
    /// let mut builder = BookBuilder::new();
    /// builder.add_entry(Entry { key: 1, bits: 2, weight: 3, learn: 4 });
    /// builder.add_entry(Entry { key: 1, bits: 2, weight: 30, learn: 40 });
    /// assert_eq!(builder.entries(), [Entry { key: 1, bits: 2, weight: 33, learn: 4 }]);
    /// ```
    pub fn add_entry(&mut self, entry: Entry) {
        let Entry { key, bits, weight, learn } = entry;
        match self.moves.entry((key, bits)) {
            btree_map::Entry::Occupied(mut found) => {
                let (sum, _) = found.get_mut();
                *sum = sum.saturating_add(weight);
            }
            btree_map::Entry::Vacant(vacant) => {
                vacant.insert((weight, learn));
            }
        }
    }

    /// Returns the entries in book order: by key, then by descending weight.
    ///
    /// ```
    /// use tabiya::polyglot::{BookBuilder, Entry};
    ///
    /// let entries = [(2, 1), (1, 1), (2, 9)].map(|(key, weight)| {
    ///     Entry { key, bits: weight, weight, learn: 0 }
    /// });
    /// let builder: BookBuilder = entries.into_iter().collect();
    /// assert_eq!(builder.entries(), [entries[1], entries[2], entries[0]]);
    /// ```
    pub fn entries(&self) -> Vec<Entry> {
        let entries = self.moves.iter().map(|(&(key, bits), &(weight, learn))| Entry {
            key,
            bits,
            weight,
            learn,
        });
        let mut entries: Vec<_> = entries.collect();
        entries.sort_unstable_by_key(|entry| (entry.key, Reverse(entry.weight), entry.bits));
        entries
    }

    /// Returns the book's bytes, which [`Book::new`](super::Book::new) reads.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, BookBuilder, Entry};
    ///
    /// let entry = Entry { key: 1, bits: 2, weight: 3, learn: 4 };
    /// let builder: BookBuilder = [entry].into_iter().collect();
    /// assert!(Book::new(&builder.to_bytes())?.entries().eq([entry]));
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries().into_iter().flat_map(Entry::to_bytes).collect()
    }
}

impl Extend<Entry> for BookBuilder {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.add_entry(entry));
    }
}

impl FromIterator<Entry> for BookBuilder {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut builder = Self::new();
        builder.extend(entries);
        builder
    }
}
