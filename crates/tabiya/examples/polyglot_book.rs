//! Probing an opening book in the Polyglot format.
//!
//! ```console
//! cargo run --release -p tabiya --features polyglot --example polyglot_book -- book.bin "FEN"
//! ```
//!
//! Without arguments, it creates a small book in memory and probes the start position.

use std::error::Error;

use tabiya::polyglot::{Book, BookBuilder};
use tabiya::prelude::*;
use tabiya::uci::{self, CastlingNotation};

/// Returns a book with a few openings.
fn small_book() -> Result<Vec<u8>, Box<dyn Error>> {
    let lines = ["e2e4 e7e5 g1f3 b8c6 f1b5", "e2e4 c7c5 g1f3", "d2d4 d7d5 c2c4", "c2c4 e7e5"];
    let mut builder = BookBuilder::new();
    for line in lines {
        let mut board = Board::default();
        for text in line.split(' ') {
            let mv = uci::parse(&board, text)?;
            builder.add(&board, mv, 1)?;
            board.make_move(mv);
        }
    }
    Ok(builder.to_bytes())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let bytes = arguments.next().map_or_else(small_book, |path| Ok(std::fs::read(path)?))?;
    let board = match arguments.next() {
        Some(fen) => Board::from_fen(fen)?,
        None => Board::default(),
    };
    let book = Book::new(&bytes)?;
    println!("{board}\nkey {:016x}", board.polyglot_key());
    let total: u32 = book.moves(&board).map(|book_move| u32::from(book_move.weight)).sum();
    for book_move in book.moves(&board) {
        let share = 100.0 * f64::from(book_move.weight) / f64::from(total.max(1));
        let mv = uci::display(book_move.mv, CastlingNotation::KingMove);
        println!("{mv}  {share:.0} %");
    }
    // Entries that are illegal on the board, for example after a key collision, have a reason.
    for entry in book.find(board.polyglot_key()) {
        if let Err(error) = entry.to_move(&board) {
            println!("skipped: {error}");
        }
    }
    println!("{} entries", book.len());
    Ok(())
}
