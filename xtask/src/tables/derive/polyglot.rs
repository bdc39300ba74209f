//! Polyglot's 781 numbers, read from the data file and cut into their four tables.

use anyhow::{Context, Result, bail, ensure};

/// The name of the data file.
pub const FILE_NAME: &str = "polyglot_random64.txt";

const TEXT: &str = include_str!("../../../data/polyglot_random64.txt");

/// The keys, in the order of Polyglot's book format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// `[kind of piece][square]`: black pawn, white pawn, black knight, … white king.
    pub pieces: [[u64; 64]; 12],
    /// White king-side, White queen-side, Black king-side, Black queen-side.
    pub castling: [u64; 4],
    /// By file.
    pub en_passant: [u64; 8],
    /// Added when White is to move.
    pub turn: u64,
}

impl Keys {
    /// The keys of the data file.
    ///
    /// # Errors
    /// If the file is malformed.
    pub fn read() -> Result<Self> {
        Self::parse(TEXT)
    }

    /// Reads 781 lines of one number each, `0x` and sixteen hexadecimal digits.
    ///
    /// # Errors
    /// Names the first malformed line, or the number of lines where that is wrong.
    pub fn parse(text: &str) -> Result<Self> {
        let numbers = text
            .lines()
            .zip(1..)
            .map(|(line, number)| key(line).with_context(|| format!("{FILE_NAME}, line {number}")));
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        let [pieces @ .., turn] = numbers.as_slice() else {
            bail!("{FILE_NAME} is empty");
        };
        ensure!(numbers.len() == 781, "{FILE_NAME} holds {} numbers, not 781", numbers.len());
        let (pieces, others) = pieces.split_at(768);
        let (castling, en_passant) = others.split_at(4);
        Ok(Self {
            pieces: std::array::from_fn(|kind| std::array::from_fn(|on| pieces[64 * kind + on])),
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
    let digits =
        digits.with_context(|| format!("`{line}` is not `0x` and sixteen hexadecimal digits"))?;
    Ok(u64::from_str_radix(digits, 16)?)
}
