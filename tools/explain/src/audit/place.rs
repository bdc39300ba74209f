//! The places in which moves are claimed, with the codes of what is wrong there.

use alloc::format;
use alloc::string::{String, ToString};

use tabiya::Bitboard;

use super::finding::{Finding, Severity};
use super::move_word::WordError;

/// A place in which a line has moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    BestMove,
    Ponder,
    Pv,
    CurrentMove,
    Refutation,
    CurrentLine,
    Position,
}

/// An error in a claim: its code, its severity and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    pub code: &'static str,
    pub severity: Severity,
    pub rule: String,
    pub sentence: String,
    pub squares: Bitboard,
}

impl Wrong {
    /// Creates an error without squares.
    pub fn new(code: &'static str, severity: Severity, rule: &str, sentence: &str) -> Self {
        Self {
            code,
            severity,
            rule: rule.to_string(),
            sentence: sentence.to_string(),
            squares: Bitboard::EMPTY,
        }
    }

    /// Creates the finding about a claim of the sender, without a place on the board.
    pub fn into_finding(self, line: u64, claim: &str) -> Finding {
        let Self { code, severity, rule, sentence, squares } = self;
        Finding { severity, sentence, squares, ..Finding::new(line, code, claim.to_string(), rule) }
    }
}

impl Place {
    /// Returns the code for a word that has not the form of a move.
    const fn malformed(self) -> &'static str {
        match self {
            Self::BestMove => "bestmove-malformed",
            Self::Ponder => "ponder-malformed",
            Self::Pv => "pv-malformed",
            Self::Position => "position-malformed",
            _ => self.illegal(),
        }
    }

    /// Returns the code for an illegal move.
    const fn illegal(self) -> &'static str {
        match self {
            Self::BestMove => "bestmove-illegal",
            Self::Ponder => "ponder-illegal",
            Self::Pv => "pv-illegal",
            Self::CurrentMove => "currmove-illegal",
            Self::Refutation => "refutation-illegal",
            Self::CurrentLine => "currline-illegal",
            Self::Position => "position-illegal",
        }
    }

    /// Returns what is wrong with a word that is no legal move.
    pub fn wrong_word(self, word: &[u8], error: WordError) -> Wrong {
        let error_of =
            |code, rule, sentence: &str| Wrong::new(code, Severity::Error, rule, sentence);
        let null = "the word stands for no move, but there are legal moves";
        match error {
            WordError::Malformed => {
                let sentence = "the word is no move of UCI, such as e2e4 or e7e8q";
                error_of(self.malformed(), "-", sentence)
            }
            WordError::Null if word.contains(&0) => error_of(self.malformed(), "-", null),
            WordError::Null => match self {
                Self::BestMove => error_of("bestmove-null", "-", null),
                Self::Pv => Wrong::new("pv-null", Severity::Warning, "-", null),
                _ => error_of(self.illegal(), "null-move", null),
            },
            WordError::Illegal { ended: Some(end), .. } if self != Self::Position => {
                let sentence = format!("the game has ended by {end}");
                match self {
                    Self::Pv if end == "checkmate" => error_of("pv-after-mate", "-", &sentence),
                    Self::Pv => error_of("pv-after-stalemate", "-", &sentence),
                    _ => error_of(self.illegal(), end, &sentence),
                }
            }
            WordError::Illegal { rule, sentence, squares, .. } => {
                Wrong { squares, ..error_of(self.illegal(), &rule, &sentence) }
            }
        }
    }

    /// Returns what is wrong with castling in the notation of the other mode.
    pub fn wrong_notation(self, notation: &str) -> Wrong {
        let sentence = match notation {
            "king-takes-rook" => "the move is written as in Chess960, but UCI_Chess960 is off",
            _ => "the move is written as in standard chess, but UCI_Chess960 is on",
        };
        match self {
            Self::BestMove => Wrong::new("bestmove-notation", Severity::Error, notation, sentence),
            _ => Wrong::new("notation", Severity::Warning, notation, sentence),
        }
    }
}

/// Returns the sentence about a rule by which a game is drawn, or can be claimed as a draw.
pub fn draw_sentence(rule: &str) -> &'static str {
    match rule {
        "threefold" => {
            "the position has occurred three times, so that a draw can be claimed (FIDE 9.2)"
        }
        "fifty-moves" => "a draw can be claimed by the fifty-move rule (FIDE 9.3)",
        "fivefold" => "the position has occurred five times, which ends the game (FIDE 9.6.1)",
        "seventy-five-moves" => "the game has ended by the seventy-five-move rule (FIDE 9.6.2)",
        _ => "neither player can mate, which ends the game (FIDE 5.2.2)",
    }
}
