//! Suggestions for an invalid FEN: advice as text, and a corrected FEN.

use std::ops::Range;

use tabiya::{
    CastlingErrorKind, ClockErrorKind, EnPassantErrorKind, FenError, FenField, FenOptions,
    PieceType,
};

use super::locate::{error_indices, field_index, field_ranges};
use crate::position::{color_name, format_fen};

/// The maximum number of errors that a corrected FEN fixes.
const MAX_FIXES: usize = 12;

/// Returns advice on how to fix an error of a FEN, or `None` for an error that this program does
/// not know.
pub fn advice(error: &FenError) -> Option<String> {
    Some(match error {
        FenError::MissingField(FenField::Placement) => "add the piece placement".into(),
        FenError::MissingField(FenField::SideToMove) => "add the side to move: w or b".into(),
        FenError::MissingField(field) => format!("add the {field}"),
        FenError::TrailingText(_) => "remove the text after the sixth field".into(),
        FenError::UnknownPiece { .. } => {
            "replace the character with a piece letter or a digit from 1 to 8".into()
        }
        FenError::RankTooLong(rank) => format!("shorten rank {rank} to 8 squares"),
        FenError::RankTooShort { rank, squares } => match 8 - squares {
            1 => format!("append '1' (one empty square) to rank {rank}"),
            count => format!("append '{count}' ({count} empty squares) to rank {rank}"),
        },
        FenError::TooFewRanks { found } => match 8 - found {
            1 => "append a rank after a slash".into(),
            count => format!("append {count} ranks, each after a slash"),
        },
        FenError::TooManyRanks => "remove the text after rank 1".into(),
        FenError::KingCount { color, found: 0 } => {
            format!("add a {}", PieceType::King.of(*color).name())
        }
        FenError::KingCount { color, .. } => {
            format!("keep only one {}", PieceType::King.of(*color).name())
        }
        FenError::KingsAdjacent => "move one of the kings".into(),
        FenError::PawnOnBackRank(square) => {
            format!("remove the pawn on {square}, or replace it with the promoted piece")
        }
        FenError::TooManyPawns { color, .. } => {
            format!("keep at most 8 pawns of {}", color_name(*color))
        }
        FenError::TooManyPieces { color, .. } => {
            format!("keep at most 16 pieces of {}", color_name(*color))
        }
        FenError::TooManyPromoted { color, promoted, missing } => {
            format!(
                "remove {} of the promoted pieces or pawns of {}",
                promoted - missing,
                color_name(*color)
            )
        }
        FenError::SideToMove(_) => "write w or b".into(),
        FenError::OpponentInCheck => "give the move to the side in check".into(),
        FenError::Castling { fault, .. } => match fault {
            CastlingErrorKind::UnknownLetter => "use letters of KQkq, files of rooks, or -".into(),
            CastlingErrorKind::KingNotHome | CastlingErrorKind::NoRook => {
                "remove the right, or place king and rook on the back rank".into()
            }
            _ => "remove the letter".into(),
        },
        FenError::EnPassant { fault, .. } => match fault {
            EnPassantErrorKind::NotASquare => "write - or a square like e3".into(),
            _ => "write -, or the square that the last double push crossed".into(),
        },
        FenError::Clock { fault: ClockErrorKind::Zero, .. } => "write 1".into(),
        FenError::Clock { field: FenField::FullmoveNumber, .. } => {
            "write a number from 1 to 65535".into()
        }
        FenError::Clock { .. } => "write a number from 0 to 65535".into(),
        FenError::ImpossibleCheck(_) => {
            "remove a checking piece, or use --allow-impossible-checks".into()
        }
        _ => return None,
    })
}

/// Returns a valid FEN that differs from an invalid one only in its errors, or `None` if a fix is
/// ambiguous.
pub fn suggest_fix(options: FenOptions, fen: &[u8]) -> Option<String> {
    let mut fen = fen.to_vec();
    for _ in 0..MAX_FIXES {
        match options.read(&fen) {
            Ok(position) => return Some(format_fen(&position)),
            Err(error) => fen = fix_error(&fen, &error)?,
        }
    }
    None
}

/// Returns a FEN in which one error is fixed, or `None` if the fix is ambiguous.
fn fix_error(fen: &[u8], error: &FenError) -> Option<Vec<u8>> {
    let index = field_index(error.field());
    match error {
        FenError::MissingField(FenField::SideToMove) => Some([fen, b" w"].concat()),
        FenError::RankTooShort { squares, .. } => {
            // Empty squares are appended to the rank.
            let start = *error_indices(fen, error).first()?;
            let len = fen[start..].iter().take_while(|byte| !b"/ ".contains(byte)).count();
            let empty_squares = b'0' + 8 - squares;
            let [before, after] = [&fen[..start + len], &fen[start + len..]];
            Some([before, &[empty_squares], after].concat())
        }
        FenError::TooManyRanks | FenError::TrailingText(_) => {
            let start = *error_indices(fen, error).first()? - 1;
            let end = if matches!(error, FenError::TooManyRanks) {
                field_ranges(fen).first()?.end
            } else {
                fen.len()
            };
            Some([&fen[..start], &fen[end..]].concat())
        }
        FenError::OpponentInCheck => {
            let start = field_ranges(fen).get(1)?.start;
            let other_side = if fen[start] == b'w' { b'b' } else { b'w' };
            Some(replace_range(fen, start..start + 1, &[other_side]))
        }
        FenError::Castling { .. } => {
            let start = *error_indices(fen, error).first()?;
            let field = field_ranges(fen).get(2)?.clone();
            let replacement: &[u8] = if field.len() == 1 { b"-" } else { b"" };
            Some(replace_range(fen, start..start + 1, replacement))
        }
        FenError::EnPassant { .. } | FenError::Clock { .. } => {
            let field = field_ranges(fen).get(index)?.clone();
            let default: &[u8] = match error.field() {
                FenField::EnPassant => b"-",
                FenField::HalfmoveClock => b"0",
                _ => b"1",
            };
            Some(replace_range(fen, field, default))
        }
        _ => None,
    }
}

fn replace_range(fen: &[u8], range: Range<usize>, replacement: &[u8]) -> Vec<u8> {
    [&fen[..range.start], replacement, &fen[range.end..]].concat()
}

#[cfg(test)]
mod tests {
    use tabiya::FenOptions;

    use super::suggest_fix;

    #[track_caller]
    fn assert_suggestion(fen: &str, expected: Option<&str>) {
        assert_eq!(suggest_fix(FenOptions::new(), fen.as_bytes()).as_deref(), expected, "{fen}");
    }

    #[test]
    fn suggest_fix_returns_none_if_ambiguous() {
        let kings = |rest| format!("4k3/8/8/8/8/8/8/4K3 {rest}");
        assert_suggestion("4k3/8/8/8/8/8/8/4K3", Some(&kings("w - - 0 1")));
        assert_suggestion("4k3/8/8/8/8/8//4K2 w", Some(&kings("w - - 0 1")));
        assert_suggestion("4k3/8/8/8/8/8/8/4K3/8/pp b - - 3 9", Some(&kings("b - - 3 9")));
        assert_suggestion(&kings("w KQxq e3 70000 0 more of it"), Some(&kings("w - - 0 1")));
        assert_suggestion("4k3/8/8/8/8/8/8/4R1K1 w", Some("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"));
        assert_suggestion("4k3/8/8/8/8/8/8/4K2R w KQ", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        // Several fixes are possible.
        assert_suggestion("", None);
        assert_suggestion("4k3/8/8/8/8/8/8/8 w", None);
        assert_suggestion("4k3/8/x7/8/8/8/8/4K3 w", None);
        assert_suggestion("4k3/8/8/8/8/3n1n2/8/4K3 w", None);
        assert_suggestion("R3k3/8/8/8/8/8/8/r3K3 w", None);
    }
}
