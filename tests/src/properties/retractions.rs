//! The check for retractions of any position.

use tabiya::retrograde::{PriorCastling, Retraction, RetractionOptions};
use tabiya::{EnPassantStyle, Move, PieceType};

use super::position_and_rest;
use crate::retrograde::{check_forward, check_sound};

/// Checks a position's retractions. After the FEN, one byte chooses the options, and two are a retraction, legal or not.
///
/// # Panics
///
/// Panics if a retraction is wrong.
pub fn check_retractions(bytes: &[u8]) {
    let (position, rest) = position_and_rest(bytes);
    let [choice, low, high] = [0, 1, 2].map(|index| rest.get(index).copied().unwrap_or_default());
    let castling = [PriorCastling::None, PriorCastling::Standard, PriorCastling::Any];
    let styles = [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always];
    let castling = castling[usize::from(choice) % 3];
    let style = styles[usize::from(choice) / 3 % 3];
    let options = RetractionOptions::new().castling(castling);
    let allows_impossible_checks = choice & 64 != 0;
    check_sound(&position, &options, style, allows_impossible_checks);
    let widest = options.castling(PriorCastling::Any).allow_impossible_checks(true);
    check_forward(&position, &widest, style);
    let captured = PieceType::from_index(usize::from(high >> 4));
    if let Some(mv) = Move::from_bits(u16::from_le_bytes([low, high])) {
        let retraction = Retraction::new(mv, captured);
        let retractor = position.retractor(&options.en_passant(style));
        let is_listed = retractor.retractions().contains(&retraction);
        assert_eq!(retractor.is_retraction(retraction), is_listed, "{retraction} from {position}");
        assert!(!retraction.to_string().is_empty());
        // Any value may be tried.
        let _ = position.try_before(retraction);
    }
}
