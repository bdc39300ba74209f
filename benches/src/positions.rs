//! The positions from real games in `data/positions.epd`.

use anyhow::{Context, Result};
use tabiya::{CastlingStyle, Color, File, Position};

/// The positions, one per line; `data/README.md` names their source.
const LINES: &str = include_str!("../data/positions.epd");

/// A position as a text that every library reads.
#[derive(Clone, Debug)]
pub struct Text {
    /// The FEN with all six fields.
    pub fen: String,
    /// `true` if the castling field names files, which some FEN parsers need to know.
    pub shredder: bool,
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.fen
    }
}

/// Returns the positions as texts.
///
/// Castling is written `KQkq` if every castling rook is in a corner, otherwise as rook files. An en
/// passant square is written if an en passant capture is legal.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn texts() -> Result<Vec<Text>> {
    LINES.lines().map(text).collect()
}

/// Returns the texts of the positions of standard chess.
///
/// In these, every player with a castling right has the king on the e-file and the rooks in the
/// corners.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn standard_texts() -> Result<Vec<Text>> {
    let mut standard = Vec::new();
    for text in texts()? {
        let position = read(&text.fen)?;
        let rights = position.castling_rights();
        let is_home =
            |color| !rights.has_castling_rights(color) || position.king(color).file() == File::E;
        if !text.shredder && [Color::White, Color::Black].into_iter().all(is_home) {
            standard.push(text);
        }
    }
    Ok(standard)
}

/// Returns the positions of the texts.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn positions() -> Result<Vec<Position>> {
    texts()?.iter().map(|text| read(&text.fen)).collect()
}

fn text(line: &str) -> Result<Text> {
    let position = read(line)?;
    let castling_field = position.fen().castling(CastlingStyle::Shredder).to_string();
    let castling_field = castling_field.split(' ').nth(2).unwrap_or_default();
    let is_corner =
        |letter: char| [File::A, File::H].map(File::to_char).contains(&letter.to_ascii_lowercase());
    let shredder = !castling_field.chars().all(|letter| letter == '-' || is_corner(letter));
    let style = if shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    Ok(Text { fen: position.fen().castling(style).to_string(), shredder })
}

fn read(fen: &str) -> Result<Position> {
    fen.parse().with_context(|| format!("no position: {fen}"))
}

#[cfg(test)]
mod tests {
    use super::{LINES, positions, standard_texts, texts};

    #[test]
    fn every_line_is_a_position_and_its_text_reads_back() {
        let (texts, positions) = (texts().expect("texts"), positions().expect("positions"));
        assert_eq!(texts.len(), 400);
        for ((line, text), position) in LINES.lines().zip(&texts).zip(&positions) {
            let drawn: tabiya::Position = line.parse().expect("checked by texts()");
            assert!(position.same_position(&drawn), "{line} became {}", text.fen);
        }
    }

    #[test]
    fn most_positions_are_standard() {
        assert_eq!(standard_texts().expect("texts").len(), 350);
    }

    #[test]
    fn other_libraries_read_every_text() {
        for text in texts().expect("texts") {
            let read = cozy_chess::Board::from_fen(&text.fen, text.shredder);
            assert!(read.is_ok(), "{}: {read:?}", text.fen);
        }
    }
}
