//! Moves for the row `is_legal`: half of them legal, half drawn at random.

use anyhow::{Context, Result};
use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position, Role, Square};

use crate::positions::FenText;

/// The number of legal moves, and of random ones, per position.
const PAIRS: usize = 8;

/// A legal or illegal move, in the formats that the libraries parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SampleMove {
    /// The index of the origin square; `a1` is 0, `b1` is 1.
    pub(super) from: u8,
    /// The index of the destination square; for castling, that of the rook.
    pub(super) to: u8,
    /// The promotion piece, one of `nbrq`.
    pub(super) promotion: Option<char>,
    /// The UCI text, with castling as in standard chess: `e1g1`.
    pub(super) uci: String,
    /// The UCI text, with castling as in Chess960: `e1h1`.
    pub(super) uci_960: String,
}

/// Draws moves for each position that has a legal move, in random order.
///
/// # Errors
///
/// Returns an error if a text is not a position.
pub(super) fn draw(texts: &[FenText]) -> Result<Vec<(FenText, Vec<SampleMove>)>> {
    let mut random = Rng::with_seed(1);
    let mut drawn = Vec::new();
    for text in texts {
        let position = parse(&text.fen)?;
        let legal: Vec<_> = position.legal_moves().into_iter().map(legal_sample).collect();
        if legal.is_empty() {
            continue;
        }
        let mut samples = Vec::new();
        for _ in 0..PAIRS {
            samples.push(legal[random.usize(..legal.len())].clone());
            samples.push(random_sample(&position, &mut random));
        }
        random.shuffle(&mut samples);
        drawn.push((text.clone(), samples));
    }
    Ok(drawn)
}

fn parse(fen: &str) -> Result<Chess> {
    let fen = Fen::from_ascii(fen.as_bytes()).with_context(|| format!("not a FEN: {fen}"))?;
    Ok(fen.into_position(CastlingMode::Standard)?)
}

fn legal_sample(mv: Move) -> SampleMove {
    SampleMove {
        from: mv.from().map_or(0, u8::from),
        to: mv.to().into(),
        promotion: mv.promotion().map(Role::char),
        uci: mv.to_uci(CastlingMode::Standard).to_string(),
        uci_960: mv.to_uci(CastlingMode::Chess960).to_string(),
    }
}

/// Draws a random move: two squares and one of sixteen kinds, all uniform. Twelve kinds are not a
/// promotion.
///
/// Moves from a square to itself are drawn again. So are moves that a library could read as
/// castling, because libraries have two conventions for it.
fn random_sample(position: &Chess, random: &mut Rng) -> SampleMove {
    loop {
        let bits = u32::from(random.u16(..));
        let (from, to) = (Square::new(bits & 63), Square::new(bits >> 6 & 63));
        let piece = |square| position.board().role_at(square);
        let files = (from.file() as u8).abs_diff(to.file() as u8);
        let is_king = piece(from) == Some(Role::King);
        if from == to || is_king && (files > 1 || piece(to) == Some(Role::Rook)) {
            continue;
        }
        let promotion = "nbrq".chars().nth(bits as usize >> 12);
        let uci = format!("{from}{to}{}", promotion.map(String::from).unwrap_or_default());
        let uci_960 = uci.clone();
        return SampleMove { from: from.into(), to: to.into(), promotion, uci, uci_960 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::standard_texts;

    #[test]
    fn half_of_samples_and_few_others_are_legal() {
        for (text, samples) in draw(&standard_texts().expect("texts")).expect("positions") {
            let position = parse(&text.fen).expect("a position");
            let moves = position.legal_moves();
            let listed: Vec<_> = moves.into_iter().map(legal_sample).collect();
            let legal = samples.iter().filter(|sample| listed.contains(sample)).count();
            assert_eq!(samples.len(), 2 * PAIRS, "{}", text.fen);
            assert!((PAIRS..PAIRS + 3).contains(&legal), "{}: {legal}", text.fen);
        }
    }
}
