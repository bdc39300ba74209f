//! Polyglot's 781 random numbers, parsed from the data file and split into tables.

use anyhow::{Context, Result, bail, ensure};

/// The name of the data file.
pub const FILE_NAME: &str = "polyglot_random64.txt";

const TEXT: &str = include_str!("../../../data/polyglot_random64.txt");

/// The Zobrist keys, in the order that Polyglot's book format uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The piece keys, `[piece][square]`: black pawn, white pawn, black knight, … white king.
    pub pieces: [[u64; 64]; 12],
    /// The castling keys: White kingside, White queenside, Black kingside, Black queenside.
    pub castling: [u64; 4],
    /// The en passant keys, by file.
    pub en_passant: [u64; 8],
    /// The key for White to move.
    pub turn: u64,
}

impl Keys {
    /// Returns the keys in the data file.
    ///
    /// # Errors
    /// Returns an error if the file is malformed.
    pub fn read() -> Result<Self> {
        Self::parse(TEXT)
    }

    /// Parses 781 lines with one number each: `0x` and sixteen hexadecimal digits.
    ///
    /// # Errors
    /// Returns an error with the first malformed line, or if the number of lines is wrong.
    pub fn parse(text: &str) -> Result<Self> {
        let numbers = text
            .lines()
            .zip(1..)
            .map(|(line, number)| key(line).with_context(|| format!("{FILE_NAME}, line {number}")));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        let [pieces @ .., turn] = numbers.as_slice() else {
            bail!("{FILE_NAME}: empty file");
        };
        ensure!(numbers.len() == 781, "{FILE_NAME}: {} numbers; expected 781", numbers.len());
        let (pieces, others) = pieces.split_at(768);
        let (castling, en_passant) = others.split_at(4);
        Ok(Self {
            pieces: std::array::from_fn(|piece| {
                std::array::from_fn(|square| pieces[64 * piece + square])
            }),
            castling: castling.try_into()?,
            en_passant: en_passant.try_into()?,
            turn: *turn,
        })
    }
}

fn key(line: &str) -> Result<u64> {
    let digits = line.strip_prefix("0x").filter(|digits| {
        digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    let digits = digits
        .with_context(|| format!("`{line}`: expected `0x` and sixteen hexadecimal digits"))?;
    Ok(u64::from_str_radix(digits, 16)?)
}
