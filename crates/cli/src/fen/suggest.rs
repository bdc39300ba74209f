//! What would mend a FEN that is refused.

use tabiya::{
    CastlingErrorKind, ClockErrorKind, EnPassantErrorKind, FenError, FenField, FenOptions,
};

use super::fault::{fields, place, places};
use crate::start::{fen_of, name};

/// How many faults are mended one after the other before we give up.
const TRIES: usize = 12;

/// What to do about a fault, as a person would say it.
pub fn advice(error: &FenError) -> String {
    match error {
        FenError::MissingField(FenField::Placement) => "write where the pieces stand".into(),
        FenError::MissingField(field) => format!("add the field {field}, w or b"),
        FenError::TrailingText(_) => "drop what follows the sixth field".into(),
        FenError::UnknownPiece { .. } => "replace it by the letter of a piece or a gap".into(),
        FenError::RankTooLong(rank) => format!("leave 8 squares in rank {rank}"),
        FenError::RankTooShort { rank, squares } => {
            format!("add a gap of {} to rank {rank}", 8 - squares)
        }
        FenError::TooFewRanks { found } => {
            format!("add ranks, {} of them, each after a slash", 8 - found)
        }
        FenError::TooManyRanks => "drop what follows rank 1".into(),
        FenError::KingCount { color, found: 0 } => format!("give {} a king", name(*color)),
        FenError::KingCount { color, .. } => format!("leave {} one king", name(*color)),
        FenError::KingsAdjacent => "move one of the kings away".into(),
        FenError::PawnOnBackRank(square) => {
            format!("take the pawn off {square}, or write what it has become")
        }
        FenError::TooManyPawns { color, .. } => format!("leave {} eight pawns", name(*color)),
        FenError::TooManyPieces { color, .. } => format!("leave {} sixteen pieces", name(*color)),
        FenError::TooManyPromoted { color, promoted, missing } => {
            format!("take {} of these or of the pawns off {}", promoted - missing, name(*color))
        }
        FenError::SideToMove(_) => "write w or b".into(),
        FenError::OpponentInCheck => "let the side that is in check move".into(),
        FenError::Castling { fault, .. } => match fault {
            CastlingErrorKind::UnknownLetter => "leave KQkq, the files of rooks, or -".into(),
            CastlingErrorKind::KingNotHome | CastlingErrorKind::NoRook => {
                "drop the right, or put king and rook where they castle".into()
            }
            _ => "drop the letter".into(),
        },
        FenError::EnPassant { fault, .. } => match fault {
            EnPassantErrorKind::NotASquare => "write - or a square like e3".into(),
            _ => "write -, or the square that a pawn has just passed".into(),
        },
        FenError::Clock { fault: ClockErrorKind::Zero, .. } => "write 1".into(),
        FenError::Clock { .. } => "write a number from 0 to 65535".into(),
        FenError::ImpossibleCheck(_) => {
            "take a checker off, or let such positions in by --allow-impossible-checks".into()
        }
        _ => "write it as FEN has it".into(),
    }
}

/// A FEN that is accepted and differs from a refused one in the faults alone, if it is clear
/// what it should be.
pub fn suggest_fix(options: FenOptions, fen: &[u8]) -> Option<String> {
    let mut fen = fen.to_vec();
    for _ in 0..TRIES {
        match options.read(&fen) {
            Ok(position) => return Some(fen_of(&position)),
            Err(error) => fen = step(&fen, &error)?,
        }
    }
    None
}

/// The FEN with one fault mended.
fn step(fen: &[u8], error: &FenError) -> Option<Vec<u8>> {
    let place = place(error.field());
    match error {
        FenError::MissingField(FenField::SideToMove) => Some([fen, b" w"].concat()),
        FenError::RankTooShort { squares, .. } => {
            // The gap stands at the end of what is there.
            let start = *places(fen, error).first()?;
            let len = fen[start..].iter().take_while(|byte| !b"/ ".contains(byte)).count();
            let gap = b'0' + 8 - squares;
            let [before, after] = [&fen[..start + len], &fen[start + len..]];
            Some([before, &[gap], after].concat())
        }
        FenError::TooManyRanks | FenError::TrailingText(_) => {
            let start = *places(fen, error).first()? - 1;
            let end = if matches!(error, FenError::TooManyRanks) {
                fields(fen).first()?.end
            } else {
                fen.len()
            };
            Some([&fen[..start], &fen[end..]].concat())
        }
        FenError::OpponentInCheck => {
            let at = fields(fen).get(1)?.start;
            let other = if fen[at] == b'w' { b'b' } else { b'w' };
            Some(replaced(fen, at, at + 1, &[other]))
        }
        FenError::Castling { .. } => {
            let at = *places(fen, error).first()?;
            let field = fields(fen).get(2)?.clone();
            let left: &[u8] = if field.len() == 1 { b"-" } else { b"" };
            Some(replaced(fen, at, at + 1, left))
        }
        FenError::EnPassant { .. } | FenError::Clock { .. } => {
            let field = fields(fen).get(place)?.clone();
            let plain: &[u8] = match error.field() {
                FenField::EnPassant => b"-",
                FenField::HalfmoveClock => b"0",
                _ => b"1",
            };
            Some(replaced(fen, field.start, field.end, plain))
        }
        _ => None,
    }
}

fn replaced(fen: &[u8], start: usize, end: usize, by: &[u8]) -> Vec<u8> {
    [&fen[..start], by, &fen[end..]].concat()
}

#[cfg(test)]
mod tests {
    use tabiya::FenOptions;

    use super::suggest_fix;

    #[track_caller]
    fn check(fen: &str, expected: Option<&str>) {
        assert_eq!(suggest_fix(FenOptions::new(), fen.as_bytes()).as_deref(), expected, "{fen}");
    }

    #[test]
    fn what_is_clear_is_mended() {
        let kings = |rest| format!("4k3/8/8/8/8/8/8/4K3 {rest}");
        check("4k3/8/8/8/8/8/8/4K3", Some(&kings("w - - 0 1")));
        check("4k3/8/8/8/8/8//4K2 w", Some(&kings("w - - 0 1")));
        check("4k3/8/8/8/8/8/8/4K3/8/pp b - - 3 9", Some(&kings("b - - 3 9")));
        check(&kings("w KQxq e3 70000 0 more of it"), Some(&kings("w - - 0 1")));
        check("4k3/8/8/8/8/8/8/4R1K1 w", Some("4k3/8/8/8/8/8/8/4R1K1 b - - 0 1"));
        check("4k3/8/8/8/8/8/8/4K2R w KQ", Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        // What is meant by these, who knows.
        check("", None);
        check("4k3/8/8/8/8/8/8/8 w", None);
        check("4k3/8/x7/8/8/8/8/4K3 w", None);
        check("4k3/8/8/8/8/3n1n2/8/4K3 w", None);
        check("R3k3/8/8/8/8/8/8/r3K3 w", None);
    }
}
