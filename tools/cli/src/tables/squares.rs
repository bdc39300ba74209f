//! Squares on the command line: a list, or the pieces in a FEN.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, anyhow};
use tabiya::{Bitboard, FenOptions, Position, Square};
use tabiya_program::{causes, message, position};

/// A square list like `b1,g1`, at least one.
#[derive(Clone, Copy, Debug)]
pub struct SquareList(pub Bitboard);

impl FromStr for SquareList {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let squares = parse_list(text, "expected a square like c5, or a list like c5,e3")?;
        anyhow::ensure!(squares.any(), "no square; expected one like c5");
        Ok(Self(squares))
    }
}

impl fmt::Display for SquareList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.into_iter().map(|square| square.to_string()).collect();
        f.write_str(&names.join(","))
    }
}

/// The occupied squares, from a list or a FEN.
#[derive(Clone, Copy, Debug)]
pub struct Occupied {
    /// The occupied squares.
    pub squares: Bitboard,
    /// The position in the FEN.
    pub position: Option<Position>,
}

impl FromStr for Occupied {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        if text.contains('/') {
            let warn = |warning| message::print_line(&format!("warning: {warning}"));
            let position = position::read(text, FenOptions::new(), warn);
            let position = position.map_err(|error| anyhow!(causes::join_messages(&error)))?;
            return Ok(Self { squares: position.occupied(), position: Some(position) });
        }
        let squares = parse_list(text, "expected a list like c5,e3 or a FEN")?;
        Ok(Self { squares, position: None })
    }
}

/// Parses squares that commas or spaces separate.
fn parse_list(text: &str, expected: &str) -> anyhow::Result<Bitboard> {
    let names = text.split([',', ' ']).filter(|name| !name.is_empty());
    let squares = names.map(|name| {
        let square = name.parse::<Square>();
        square.with_context(|| format!("invalid square {name:?}; {expected}"))
    });
    squares.collect()
}
