//! The Polyglot book reader.

use core::iter::FusedIterator;
use core::slice;

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard, Position};

use super::{BookError, Entry};

/// An opening book reader for the Polyglot format, which borrows the book's bytes.
///
/// Books are sorted by key, and a search needs a number of steps logarithmic in their length. The
/// order is not checked. In a book that is not sorted, a search may miss entries, but it never
/// panics and never returns an entry with another key.
///
/// ```
/// use tabiya::polyglot::{Book, Entry};
/// use tabiya::{Board, Move, Square};
///
/// let board = Board::default();
/// let entry = Entry::new(&board, Move::new(Square::E2, Square::E4), 1);
/// let bytes = entry.to_bytes();
/// let book = Book::new(&bytes)?;
/// assert_eq!(book.choose(&board, 0), Some(Move::new(Square::E2, Square::E4)));
/// assert_eq!(book.choose(&board.after(Move::new(Square::E2, Square::E4)), 0), None);
/// # Ok::<(), tabiya::polyglot::BookError>(())
/// ```
#[doc(alias = "opening book")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book<'a> {
    entries: &'a [[u8; Entry::LEN]],
}

impl<'a> Book<'a> {
    /// Creates a reader for a book's bytes. An empty book is valid.
    ///
    /// # Errors
    ///
    /// Returns [`BookError::Length`] if the length is not a multiple of 16 bytes.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, BookError};
    ///
    /// assert_eq!(Book::new(&[0; 32])?.len(), 2);
    /// assert_eq!(Book::new(&[0; 31]), Err(BookError::Length { found: 31 }));
    /// # Ok::<(), BookError>(())
    /// ```
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Result<Self, BookError> {
        match bytes.as_chunks() {
            (entries, []) => Ok(Self { entries }),
            _ => Err(BookError::Length { found: bytes.len() }),
        }
    }

    /// Returns the number of entries.
    ///
    /// ```
    /// use tabiya::polyglot::Book;
    ///
    /// assert_eq!(Book::new(&[0; 48])?.len(), 3);
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[inline]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Tests whether the book has no entries.
    ///
    /// ```
    /// use tabiya::polyglot::Book;
    ///
    /// assert!(Book::new(&[])?.is_empty());
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Tests whether the entries are sorted by key, as the format requires.
    ///
    /// The time is linear in the number of entries.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, Entry};
    ///
    /// let entries = [2, 1].map(|key| Entry { key, bits: 0, weight: 1, learn: 0 });
    /// let bytes = entries.map(Entry::to_bytes).concat();
    /// assert!(!Book::new(&bytes)?.is_sorted());
    /// assert!(Book::new(&bytes[16..])?.is_sorted());
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[must_use = "this only looks"]
    pub fn is_sorted(&self) -> bool {
        self.entries.is_sorted_by_key(|bytes| Entry::from_bytes(bytes).key)
    }

    /// Returns an iterator over all entries, in the book's order.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, Entry};
    ///
    /// let entry = Entry { key: 1, bits: 2, weight: 3, learn: 4 };
    /// let bytes = entry.to_bytes();
    /// assert!(Book::new(&bytes)?.entries().eq([entry]));
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[inline]
    pub fn entries(&self) -> Entries<'a> {
        Entries(self.entries.iter())
    }

    /// Returns an iterator over a key's entries, found by binary search.
    ///
    /// The entries may be illegal on the key's board: [`Entry::to_move`] returns the reason.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, Entry};
    ///
    /// let entries = [1, 5, 5, 9].map(|key| Entry { key, bits: 0, weight: 1, learn: 0 });
    /// let bytes = entries.map(Entry::to_bytes).concat();
    /// let book = Book::new(&bytes)?;
    /// assert_eq!([4, 5, 9].map(|key| book.find(key).len()), [0, 2, 1]);
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[doc(alias = "probe")]
    #[inline]
    pub fn find(&self, key: u64) -> Entries<'a> {
        let key_of = |bytes: &[u8; Entry::LEN]| Entry::from_bytes(bytes).key;
        let first = self.entries.partition_point(|bytes| key_of(bytes) < key);
        let from_first = &self.entries[first..];
        // Not a second binary search: in an unsorted book, it would include other keys.
        let len = from_first.iter().take_while(|bytes| key_of(bytes) == key).count();
        Entries(from_first[..len].iter())
    }

    /// Returns an iterator over the moves in the book that are legal on a board, in the book's order.
    ///
    /// Entries whose move is illegal on the board are skipped; see [`find`](Self::find).
    ///
    /// ```
    /// use tabiya::polyglot::{Book, Entry};
    /// use tabiya::{Board, Move, Square};
    ///
    /// let board = Board::default();
    /// let moves = [(Square::E2, Square::E4), (Square::E2, Square::E5), (Square::D2, Square::D4)];
    /// let entries = moves.map(|(from, to)| Entry::new(&board, Move::new(from, to), 7));
    /// let bytes = entries.map(Entry::to_bytes).concat();
    /// let book = Book::new(&bytes)?;
    /// let targets: Vec<_> = book.moves(&board).map(|book_move| book_move.mv.to()).collect();
    /// assert_eq!(targets, [Square::E4, Square::D4]); // e2e5 is illegal
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[inline]
    pub fn moves<K: BoardKey>(&self, board: &GenericBoard<K>) -> BookMoves<'a> {
        BookMoves { entries: self.find(board.polyglot_key()), position: board.position() }
    }

    /// Returns a legal move on a board, selected by the caller's random number.
    ///
    /// If `random` is uniform over all values, a move's probability is its weight divided by the
    /// sum of the weights. Returns `None` if no legal move on the board has a weight above 0.
    ///
    /// ```
    /// use tabiya::polyglot::{Book, Entry};
    /// use tabiya::{Board, Move, Square};
    ///
    /// let board = Board::default();
    /// let (e4, d4) = (Move::new(Square::E2, Square::E4), Move::new(Square::D2, Square::D4));
    /// let entries = [Entry::new(&board, e4, 2), Entry::new(&board, d4, 1)];
    /// let bytes = entries.map(Entry::to_bytes).concat();
    /// let book = Book::new(&bytes)?;
    /// assert_eq!(book.choose(&board, 0), Some(e4));
    /// assert_eq!(book.choose(&board, u64::MAX / 2), Some(e4));
    /// assert_eq!(book.choose(&board, u64::MAX), Some(d4));
    /// # Ok::<(), tabiya::polyglot::BookError>(())
    /// ```
    #[must_use = "the book is not changed"]
    pub fn choose<K: BoardKey>(&self, board: &GenericBoard<K>, random: u64) -> Option<Move> {
        let moves = self.moves(board);
        let total: u64 = moves.clone().map(|book_move| u64::from(book_move.weight)).sum();
        // The product of a number below 2⁶⁴ and the total, divided by 2⁶⁴, is below the total.
        let mut rest = ((u128::from(random) * u128::from(total)) >> 64) as u64;
        for BookMove { mv, weight, .. } in moves {
            match rest.checked_sub(weight.into()) {
                Some(less) => rest = less,
                None => return Some(mv),
            }
        }
        None
    }
}

/// A legal move from a [`Book`], with its weight and learning data.
///
/// ```
/// use tabiya::polyglot::{Book, BookMove, Entry};
/// use tabiya::{Board, Move, Square};
///
/// let (board, mv) = (Board::default(), Move::new(Square::C2, Square::C4));
/// let bytes = Entry { learn: 9, ..Entry::new(&board, mv, 5) }.to_bytes();
/// let expected = BookMove { mv, weight: 5, learn: 9 };
/// assert!(Book::new(&bytes)?.moves(&board).eq([expected]));
/// # Ok::<(), tabiya::polyglot::BookError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move, legal on the board.
    pub mv: Move,
    /// The move's weight, relative to the other moves on the board.
    pub weight: u16,
    /// The entry's learning data.
    pub learn: u32,
}

/// An iterator over entries in a [`Book`], returned by [`Book::entries`] and [`Book::find`].
///
/// ```
/// use tabiya::polyglot::Book;
///
/// let mut entries = Book::new(&[0; 64])?.entries();
/// assert_eq!(entries.len(), 4);
/// assert_eq!(entries.next_back().map(|entry| entry.key), Some(0));
/// assert_eq!(entries.len(), 3);
/// # Ok::<(), tabiya::polyglot::BookError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Entries<'a>(slice::Iter<'a, [u8; Entry::LEN]>);

impl Iterator for Entries<'_> {
    type Item = Entry;

    #[inline]
    fn next(&mut self) -> Option<Entry> {
        self.0.next().map(Entry::from_bytes)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Entries<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Entry> {
        self.0.next_back().map(Entry::from_bytes)
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl FusedIterator for Entries<'_> {}

/// An iterator over a board's legal moves in a [`Book`], returned by [`Book::moves`].
///
/// ```
/// use tabiya::Board;
/// use tabiya::polyglot::Book;
///
/// assert_eq!(Book::new(&[])?.moves(&Board::default()).next(), None);
/// # Ok::<(), tabiya::polyglot::BookError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BookMoves<'a> {
    entries: Entries<'a>,
    position: Position,
}

impl Iterator for BookMoves<'_> {
    type Item = BookMove;

    #[inline]
    fn next(&mut self) -> Option<BookMove> {
        let position = &self.position;
        self.entries.find_map(|entry| {
            let mv = entry.to_move(position).ok()?;
            Some(BookMove { mv, weight: entry.weight, learn: entry.learn })
        })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.entries.len()))
    }
}

impl FusedIterator for BookMoves<'_> {}
