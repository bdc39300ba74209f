//! Advice on how to fix an invalid FEN, and the rule that it breaks, as text.

use alloc::format;
use alloc::string::String;

use tabiya::{
    CastlingErrorKind, ClockErrorKind, EnPassantErrorKind, FenError, FenField, PieceType,
};

/// Returns advice on how to fix an error of a FEN, or `None` for an error that this crate does not
/// know.
pub(super) fn advice(error: &FenError) -> Option<String> {
    Some(match error {
        FenError::Empty => "write a FEN, such as that of the start position".into(),
        FenError::MissingField(FenField::SideToMove) => "add the side to move: w or b".into(),
        FenError::MissingField(field) => format!("add the {field}"),
        FenError::TrailingText(_) => "remove the text after the sixth field".into(),
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
            "remove a checking piece, or allow impossible checks".into()
        }
        _ => return placement_advice(error),
    })
}

/// Returns advice on how to fix an error of the placement.
fn placement_advice(error: &FenError) -> Option<String> {
    Some(match error {
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
            format!("keep at most 8 pawns of {}", color.name())
        }
        FenError::TooManyPieces { color, .. } => {
            format!("keep at most 16 pieces of {}", color.name())
        }
        FenError::TooManyPromoted { color, promoted, missing } => {
            format!(
                "remove {} of the promoted pieces or pawns of {}",
                promoted - missing,
                color.name()
            )
        }
        _ => return None,
    })
}

/// Returns the rule that a FEN with this error breaks.
pub(super) const fn rule(error: &FenError) -> &'static str {
    match error {
        FenError::Empty | FenError::MissingField(_) | FenError::TrailingText(_) => {
            "a FEN has six fields: placement, side to move, castling, en passant, halfmove clock, \
             fullmove number"
        }
        FenError::UnknownPiece { .. } => {
            "a rank consists of the piece letters PNBRQK and pnbrqk, and of digits for empty squares"
        }
        FenError::RankTooLong(_) | FenError::RankTooShort { .. } => {
            "each rank describes eight squares"
        }
        FenError::TooFewRanks { .. } | FenError::TooManyRanks => {
            "the placement has eight ranks, the eighth first, with slashes between them"
        }
        FenError::KingCount { .. } => "each player has one king",
        FenError::KingsAdjacent => "the kings are never adjacent",
        FenError::PawnOnBackRank(_) => "no pawn is on rank 1 or 8",
        FenError::TooManyPawns { .. } => "each player has at most eight pawns",
        FenError::TooManyPieces { .. } => "each player has at most sixteen pieces",
        FenError::TooManyPromoted { .. } => {
            "pieces beyond those of the start position need promoted pawns"
        }
        FenError::SideToMove(_) => "the side to move is w or b",
        FenError::OpponentInCheck => "the side that is not to move is never in check",
        FenError::Castling { .. } => {
            "a castling right needs king and rook on the back rank, the rook on the side of the right"
        }
        FenError::EnPassant { .. } => {
            "the en passant square is the one that the last double push crossed"
        }
        FenError::Clock { field: FenField::FullmoveNumber, .. } => {
            "the fullmove number is from 1 to 65535"
        }
        FenError::Clock { .. } => "the halfmove clock is from 0 to 65535",
        FenError::ImpossibleCheck(_) => "the last move can have given all checks",
        _ => "the position can occur in a game",
    }
}
