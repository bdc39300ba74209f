//! Properties of retractions: moves forward are retractions, and retractions lead forward.

use std::collections::HashSet;

use tabiya::retrograde::{Pocket, PriorCastling, Retraction, RetractionOptions};
use tabiya::{CastlingStyle, Color, EnPassantStyle, FenOptions, PieceType, Position, Setup};

/// Returns the options of a policy such as `castling=any,ep=legal,checks=possible`.
pub fn options(policy: &str) -> RetractionOptions {
    let castling = match () {
        () if policy.contains("castling=none") => PriorCastling::None,
        () if policy.contains("castling=standard") => PriorCastling::Standard,
        () => PriorCastling::Any,
    };
    let is_always = policy.contains("ep=always");
    let style = if is_always { EnPassantStyle::Always } else { EnPassantStyle::Legal };
    let options = RetractionOptions::new().castling(castling).en_passant(style);
    let options = options.allow_impossible_checks(policy.contains("checks=any"));
    let [white, black] = pockets(policy);
    options.pocket_of(Color::White, white).pocket_of(Color::Black, black)
}

/// Returns the pockets of White and of Black. In a policy, `white=PNBRQ2` stands for the pieces that may return, and the
/// number of promotions that may be retracted.
#[must_use]
pub fn pockets(policy: &str) -> [Pocket; 2] {
    ["white=", "black="].map(|name| {
        let Some((_, text)) = policy.split_once(name) else { return Pocket::UNLIMITED };
        let text = text.split(',').next().unwrap_or_default();
        let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = text[letters.len()..].parse().unwrap_or(0);
        let types = letters.bytes().filter_map(PieceType::from_ascii);
        let empty = Pocket::EMPTY.with_unpromotions(number);
        types.fold(empty, |pocket, piece| pocket.with(piece, pocket.count(piece) + 1))
    })
}

/// Returns a position with the en passant square that a FEN in a style has.
#[must_use]
pub fn in_style(position: &Position, style: EnPassantStyle) -> Position {
    let has_square = position.ep_square().is_none()
        || match style {
            EnPassantStyle::Always => true,
            EnPassantStyle::PseudoLegal => position.pseudo_legal_ep_square().is_some(),
            EnPassantStyle::Legal => position.legal_ep_square().is_some(),
        };
    if has_square {
        return *position;
    }
    let options = FenOptions::new().allow_impossible_checks(true);
    options.check(&Setup::from(position).with_ep_square(None)).unwrap_or(*position)
}

/// Tests whether positions are equal, clocks aside.
fn is_same(position: &Position, other: &Position) -> bool {
    position.same_position(other) && position.ep_square() == other.ep_square()
}

/// Checks that each legal move of a position is a retraction of the position after it, which leads back. Returns the
/// number of moves.
///
/// # Panics
///
/// Panics if a move is not found.
pub fn check_forward(
    position: &Position,
    options: &RetractionOptions,
    style: EnPassantStyle,
) -> u64 {
    let before = in_style(position, style);
    let moves = before.legal_moves();
    for &mv in &moves {
        let info = before.generator().move_info(mv);
        let captured = if mv.is_en_passant() { Some(PieceType::Pawn) } else { info.captured };
        let retraction = Retraction::new(mv, captured);
        let after = in_style(&before.after(mv), style);
        let retractor = after.retractor(&options.en_passant(style));
        assert!(retractor.is_retraction(retraction), "{retraction} from {after}, after {before}");
        let is_prior = retractor
            .prior_states(retraction)
            .any(|prior| is_same(&retractor.before_with(retraction, prior), &before));
        assert!(is_prior, "{retraction} from {after} does not lead to {before}");
    }
    moves.len() as u64
}

/// Checks that the retractions of a position lead forward: each earlier position is valid, the move is legal there and
/// leads to the position, and no pair comes twice. Returns their number.
///
/// # Panics
///
/// Panics if a retraction is wrong.
pub fn check_sound(
    position: &Position,
    options: &RetractionOptions,
    style: EnPassantStyle,
    allows_impossible_checks: bool,
) -> u64 {
    let options = &options.en_passant(style).allow_impossible_checks(allows_impossible_checks);
    let position = &in_style(position, style);
    let retractor = position.retractor(options);
    let list = retractor.retractions();
    assert_eq!(list.len(), retractor.retraction_count(), "{position}");
    assert_eq!(!list.is_empty(), retractor.has_retraction(), "{position}");
    let distinct: HashSet<_> = list.iter().collect();
    assert_eq!(distinct.len(), list.len(), "{position}");
    let reader = FenOptions::new().allow_impossible_checks(allows_impossible_checks);
    let mut fens = HashSet::new();
    for (retraction, before) in retractor.predecessors() {
        let fen = before.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always);
        let fen = fen.to_string();
        let read = reader.read(&fen);
        assert_eq!(read, Ok(before), "{retraction} from {position}: {fen}");
        let mv = retraction.mv();
        assert!(before.is_legal(mv), "{retraction} from {position}: {fen}");
        let after = in_style(&before.after(mv), style);
        assert!(is_same(&after, position), "{retraction} from {position}: {fen}");
        let is_unused = style == EnPassantStyle::Legal && before.ep_square().is_some();
        assert!(!is_unused || before.legal_ep_square().is_some(), "{retraction}: {fen}");
        assert!(fens.insert((retraction, fen)), "{retraction} from {position} comes twice");
    }
    fens.len() as u64
}
