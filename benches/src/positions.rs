//! The positions from real games in `data/positions.epd`.

use anyhow::{Context, Result};
use tabiya::{CastlingStyle, Color, File, Position};

/// The positions, one per line; `data/README.md` names their source.
const LINES: &str = include_str!("../data/positions.epd");

/// A FEN in a form that other libraries parse.
#[derive(Clone, Debug)]
pub struct FenText {
    /// The FEN with all six fields.
    pub fen: String,
    /// `true` for Shredder-FEN, whose castling field contains rook files; some parsers need to know.
    pub is_shredder: bool,
}

impl AsRef<str> for FenText {
    fn as_ref(&self) -> &str {
        &self.fen
    }
}

/// Returns the positions' FENs.
///
/// Castling is written `KQkq` if every castling rook is in a corner, otherwise as rook files. An en
/// passant square is written if an en passant capture is legal.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn texts() -> Result<Vec<FenText>> {
    LINES.lines().map(to_text).collect()
}

/// Returns the FENs of the standard chess positions.
///
/// In these, every player with a castling right has the king on the e-file and the rooks in the
/// corners.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn standard_texts() -> Result<Vec<FenText>> {
    let mut standard = Vec::new();
    for text in texts()? {
        let position = parse(&text.fen)?;
        let rights = position.castling_rights();
        let is_home =
            |color| !rights.has_castling_rights(color) || position.king(color).file() == File::E;
        if !text.is_shredder && [Color::White, Color::Black].into_iter().all(is_home) {
            standard.push(text);
        }
    }
    Ok(standard)
}

/// Returns the positions.
///
/// # Errors
///
/// Returns an error if a line is not a position.
pub fn positions() -> Result<Vec<Position>> {
    texts()?.iter().map(|text| parse(&text.fen)).collect()
}

fn to_text(line: &str) -> Result<FenText> {
    let position = parse(line)?;
    let castling_field = position.fen().castling(CastlingStyle::Shredder).to_string();
    let castling_field = castling_field.split(' ').nth(2).unwrap_or_default();
    let is_corner = |character: char| {
        [File::A, File::H].map(File::to_char).contains(&character.to_ascii_lowercase())
    };
    let is_shredder =
        !castling_field.chars().all(|character| character == '-' || is_corner(character));
    let style = if is_shredder { CastlingStyle::Shredder } else { CastlingStyle::XFen };
    Ok(FenText { fen: position.fen().castling(style).to_string(), is_shredder })
}

fn parse(fen: &str) -> Result<Position> {
    fen.parse().with_context(|| format!("not a position: {fen}"))
}

#[cfg(test)]
mod tests {
    use super::{LINES, positions, standard_texts, texts};

    #[test]
    fn text_on_each_line_parses_to_same_position() {
        let texts = texts().expect("texts");
        let positions = positions().expect("positions");
        assert_eq!(texts.len(), 400);
        for ((line, text), position) in LINES.lines().zip(&texts).zip(&positions) {
            let original: tabiya::Position = line.parse().expect("a position");
            assert!(position.same_position(&original), "{line} became {}", text.fen);
        }
    }

    #[test]
    fn standard_texts_exclude_chess960() {
        assert_eq!(standard_texts().expect("texts").len(), 350);
    }
}
