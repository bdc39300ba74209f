//! Facts about each FEN error: its place in the text, the rule that it breaks, and advice.

use alloc::format;
use alloc::string::{String, ToString};

use tabiya::{
    CastlingErrorKind, ClockErrorKind, Color, EnPassantErrorKind, FenError, FenField, PieceType,
    Rank, Square,
};

/// Facts about a FEN error, from which its explanation is made.
pub(super) struct ErrorFacts {
    /// The error's name if it belongs to no field.
    pub name: Option<&'static str>,
    pub place: Place,
    /// The rule that the FEN breaks.
    pub rule: &'static str,
    /// Advice on how to fix the error, or `None` for an error that this crate does not know.
    pub advice: Option<String>,
}

/// An error's place in the text of a FEN.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// The error's field.
    Field,
    /// The end of this field.
    FieldEnd,
    /// The end of the FEN.
    End,
    /// The text after the sixth field.
    AfterFields,
    /// The placement's rank.
    Rank(Rank),
    /// The first byte in the rank that describes no square.
    UnknownPiece(Rank),
    /// The rank's squares beyond the eighth.
    ExcessSquares(Rank),
    /// The placement's rank beyond the eighth.
    ExcessRank,
    /// All pieces of these types that belong to one player or to both.
    Pieces(Option<Color>, &'static [PieceType]),
    /// The placement's square.
    Square(Square),
    /// The invalid letter in the castling field.
    CastlingLetter(char, CastlingErrorKind),
    /// The pieces that give check.
    Checkers,
}

const SIX_FIELDS: &str = "a FEN has six fields: placement, side to move, castling, en passant, \
                          halfmove clock, fullmove number";
const EIGHT_RANKS: &str =
    "the placement has eight ranks, the eighth first, with slashes between them";
const EIGHT_SQUARES: &str = "each rank describes eight squares";
const ONE_KING: &str = "each player has one king";

impl ErrorFacts {
    fn new(place: Place, rule: &'static str, advice: impl Into<String>) -> Self {
        Self { name: None, place, rule, advice: Some(advice.into()) }
    }

    /// Returns the error's category in reports: its name, or the field.
    pub(super) fn category(&self, error: &FenError) -> String {
        self.name.map_or_else(|| error.field().to_string(), String::from)
    }

    fn with_name(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Returns an error's facts.
    pub(super) fn of(error: &FenError) -> Self {
        match *error {
            FenError::Empty => {
                let advice = "write a FEN, such as that of the start position";
                Self::new(Place::End, SIX_FIELDS, advice).with_name("empty FEN")
            }
            FenError::MissingField(FenField::SideToMove) => {
                Self::new(Place::End, SIX_FIELDS, "add the side to move: w or b")
            }
            FenError::MissingField(field) => {
                Self::new(Place::End, SIX_FIELDS, format!("add the {field}"))
            }
            FenError::TrailingText(_) => {
                let advice = "remove the text after the sixth field, or end EPD operations with ;";
                Self::new(Place::AfterFields, SIX_FIELDS, advice).with_name("trailing text")
            }
            FenError::SideToMove(_) => {
                Self::new(Place::Field, "the side to move is w or b", "write w or b")
            }
            FenError::OpponentInCheck => Self::new(
                Place::Field,
                "the side that is not to move is never in check",
                "give the move to the side in check",
            ),
            FenError::Castling { found, fault } => castling_facts(found, fault),
            FenError::EnPassant { fault, .. } => Self::new(
                Place::Field,
                "the en passant square is the one that the last double push crossed",
                match fault {
                    EnPassantErrorKind::NotASquare => "write - or a square like e3",
                    _ => "write -, or the square that the last double push crossed",
                },
            ),
            FenError::Clock { field, fault, .. } => clock_facts(field, fault),
            FenError::ImpossibleCheck(_) => Self::new(
                Place::Checkers,
                "the last move can have given all checks",
                "remove a checking piece, or allow impossible checks",
            )
            .with_name("impossible check"),
            _ => rank_facts(error),
        }
    }
}

fn castling_facts(found: char, fault: CastlingErrorKind) -> ErrorFacts {
    ErrorFacts::new(
        Place::CastlingLetter(found, fault),
        "a castling right needs king and rook on the back rank, the rook on the side of the right",
        match fault {
            CastlingErrorKind::UnknownLetter => "use letters of KQkq, files of rooks, or -",
            CastlingErrorKind::KingNotHome | CastlingErrorKind::NoRook => {
                "remove the right, or place king and rook on the back rank"
            }
            _ => "remove the letter",
        },
    )
}

fn clock_facts(field: FenField, fault: ClockErrorKind) -> ErrorFacts {
    let (rule, advice) = match field {
        FenField::FullmoveNumber => {
            ("the fullmove number is from 1 to 65535", "write a number from 1 to 65535")
        }
        _ => ("the halfmove clock is from 0 to 65535", "write a number from 0 to 65535"),
    };
    let advice = match fault {
        ClockErrorKind::Zero => "write 1".into(),
        ClockErrorKind::NotDigits => format!("{advice}, or end EPD operations with ;"),
        _ => String::from(advice),
    };
    ErrorFacts::new(Place::Field, rule, advice)
}

/// Returns facts about an error in the placement's ranks or pieces.
fn rank_facts(error: &FenError) -> ErrorFacts {
    match *error {
        FenError::UnknownPiece { rank, .. } => ErrorFacts::new(
            Place::UnknownPiece(rank),
            "a rank consists of the piece letters PNBRQK and pnbrqk, and of digits for empty squares",
            "replace the character with a piece letter or a digit from 1 to 8",
        ),
        FenError::RankTooLong(rank) => ErrorFacts::new(
            Place::ExcessSquares(rank),
            EIGHT_SQUARES,
            format!("shorten rank {rank} to 8 squares"),
        ),
        FenError::RankTooShort { rank, squares } => ErrorFacts::new(
            Place::Rank(rank),
            EIGHT_SQUARES,
            match 8 - squares {
                1 => format!("append '1' (one empty square) to rank {rank}"),
                count => format!("append '{count}' ({count} empty squares) to rank {rank}"),
            },
        ),
        FenError::TooFewRanks { found } => ErrorFacts::new(
            Place::FieldEnd,
            EIGHT_RANKS,
            match 8 - found {
                1 => "append a rank after a slash".into(),
                count => format!("append {count} ranks, each after a slash"),
            },
        ),
        FenError::TooManyRanks => {
            ErrorFacts::new(Place::ExcessRank, EIGHT_RANKS, "remove the text after rank 1")
        }
        _ => piece_facts(error),
    }
}

fn piece_facts(error: &FenError) -> ErrorFacts {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    match *error {
        FenError::KingCount { color, found: 0 } => {
            ErrorFacts::new(Place::Field, ONE_KING, format!("add a {}", King.of(color).name()))
        }
        FenError::KingCount { color, .. } => ErrorFacts::new(
            Place::Pieces(Some(color), &[King]),
            ONE_KING,
            format!("keep only one {}", King.of(color).name()),
        ),
        FenError::KingsAdjacent => ErrorFacts::new(
            Place::Pieces(None, &[King]),
            "the kings are never adjacent",
            "move one of the kings",
        ),
        FenError::PawnOnBackRank(square) => ErrorFacts::new(
            Place::Square(square),
            "no pawn is on rank 1 or 8",
            format!("remove the pawn on {square}, or replace it with the promoted piece"),
        ),
        FenError::TooManyPawns { color, .. } => ErrorFacts::new(
            Place::Pieces(Some(color), &[Pawn]),
            "each player has at most eight pawns",
            format!("keep at most 8 pawns of {}", color.name()),
        ),
        FenError::TooManyPieces { color, .. } => ErrorFacts::new(
            Place::Pieces(Some(color), &PieceType::ALL),
            "each player has at most sixteen pieces",
            format!("keep at most 16 pieces of {}", color.name()),
        ),
        FenError::TooManyPromoted { color, promoted, missing } => {
            let count = promoted.count() - missing;
            ErrorFacts::new(
                Place::Pieces(Some(color), &[Knight, Bishop, Rook, Queen]),
                "pieces beyond those of the start position need promoted pawns",
                format!("remove {count} of the promoted pieces or pawns of {}", color.name()),
            )
        }
        // An error that this crate does not know.
        _ => ErrorFacts {
            name: None,
            place: Place::Field,
            rule: "the position can occur in a game",
            advice: None,
        },
    }
}
