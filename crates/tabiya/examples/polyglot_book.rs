//! Probing an opening book in the Polyglot format: entries of sixteen bytes, sorted by key.
//!
//! ```console
//! cargo run --release -p tabiya --example polyglot_book -- book.bin "FEN"
//! ```
//!
//! Without arguments, it creates a small book in memory and probes the start position.

use std::error::Error;

use tabiya::prelude::*;
use tabiya::uci;

/// An entry of a book: a position, a move, and the weight of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    key: u64,
    bits: u16,
    weight: u16,
}

impl Entry {
    const SIZE: usize = 16;

    /// Reads key, move and weight in big-endian order, and ignores the four bytes of learning data.
    fn read(bytes: &[u8; Self::SIZE]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = *bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            bits: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }

    fn write(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.bits.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes
    }

    /// Returns the move on a board, or `None` if it is illegal, as after a key collision.
    ///
    /// Polyglot encodes castling like `Move`: as the king's move to the square of its rook.
    fn legal_move(self, board: &Board) -> Option<Move> {
        let square = |shift: u16| {
            let file = File::from_index(usize::from(self.bits >> shift & 7))?;
            let rank = Rank::from_index(usize::from(self.bits >> (shift + 3) & 7))?;
            Some(Square::new(file, rank))
        };
        let (to, from) = (square(0)?, square(6)?);
        let promotion = match self.bits >> 12 & 7 {
            0 => None,
            piece_type => MoveKind::promotion_to(PieceType::from_index(usize::from(piece_type))?),
        };
        let kinds = [MoveKind::Normal, MoveKind::Castling, MoveKind::EnPassant];
        let kinds = promotion.map_or(kinds.to_vec(), |kind| vec![kind]);
        kinds.into_iter().map(|kind| Move::with_kind(from, to, kind)).find(|&mv| board.is_legal(mv))
    }
}

/// Returns the entries of a position by binary search: books are sorted by key.
fn probe(book: &[u8], key: u64) -> Vec<Entry> {
    let (records, _) = book.as_chunks::<{ Entry::SIZE }>();
    let first = records.partition_point(|record| Entry::read(record).key < key);
    let entries = records[first..].iter().map(Entry::read);
    entries.take_while(|entry| entry.key == key).collect()
}

/// Returns a book with a few openings.
fn small_book() -> Result<Vec<u8>, Box<dyn Error>> {
    let lines = ["e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 c7c5 g1f3", "d2d4 d7d5 c2c4", "c2c4 e7e5"];
    let mut entries: Vec<Entry> = Vec::new();
    for line in lines {
        let mut board = Board::default();
        for text in line.split(' ') {
            let mv = uci::parse(&board, text)?;
            let bits = mv.to() as u16 | (mv.from() as u16) << 6;
            let key = board.polyglot_key();
            match entries.iter_mut().find(|entry| entry.key == key && entry.bits == bits) {
                Some(entry) => entry.weight += 1,
                None => entries.push(Entry { key, bits, weight: 1 }),
            }
            board.make_move(mv);
        }
    }
    entries.sort();
    Ok(entries.into_iter().flat_map(Entry::write).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let book = arguments.next().map_or_else(small_book, |path| Ok(std::fs::read(path)?))?;
    let board = match arguments.next() {
        Some(fen) => Board::from_fen(fen)?,
        None => Board::default(),
    };
    println!("{board}\nkey {:016x}", board.polyglot_key());
    let entries = probe(&book, board.polyglot_key());
    let total: u32 = entries.iter().map(|entry| u32::from(entry.weight)).sum();
    for entry in &entries {
        let Some(mv) = entry.legal_move(&board) else { continue };
        let share = 100.0 * f64::from(entry.weight) / f64::from(total.max(1));
        println!("{mv}  {share:.0} %");
    }
    println!("{} entries", entries.len());
    Ok(())
}
