//! Moves of which it is asked whether they are legal: half of them are, half are drawn.

use anyhow::Result;
use fastrand::Rng;
use tabiya::{Move, MoveKind, PieceType, Position};

use crate::positions::Text;

/// How many legal moves, and how many drawn ones, are asked about in each position.
const PAIRS: usize = 8;

/// A move, legal or not.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// As we hold it, castling as king takes rook.
    pub(super) mv: Move,
    /// As UCI has it in standard chess, castling by the square the king goes to.
    pub(super) uci: String,
}

/// Questions about each position that has a legal move, in an order without a pattern.
///
/// # Errors
///
/// If a text is no position.
pub(super) fn draw(texts: &[Text]) -> Result<Vec<(Text, Vec<Question>)>> {
    let mut random = Rng::with_seed(1);
    let mut asked = Vec::new();
    for text in texts {
        let position: Position = text.fen.parse()?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            continue;
        }
        let mut moves = Vec::new();
        for _ in 0..PAIRS {
            moves.push(legal[random.usize(..legal.len())]);
            moves.push(any_move(&position, &legal, &mut random));
        }
        random.shuffle(&mut moves);
        asked.push((text.clone(), moves.into_iter().map(question).collect()));
    }
    Ok(asked)
}

/// Two squares and sixteen kinds, all uniform; twelve of the kinds are no promotion.
///
/// Libraries write castling in two ways, so what one of them could take for castling is
/// drawn again, as is a move that goes nowhere. What is legal gets the kind it has.
fn any_move(position: &Position, legal: &[Move], random: &mut Rng) -> Move {
    loop {
        let bits = random.u16(..);
        let kind = match bits >> 12 {
            0 => MoveKind::PromoteToKnight,
            1 => MoveKind::PromoteToBishop,
            2 => MoveKind::PromoteToRook,
            3 => MoveKind::PromoteToQueen,
            _ => MoveKind::Normal,
        };
        let Some(mv) = Move::from_bits(bits & 0xfff | (kind as u16) << 12) else { continue };
        let is_king = position.piece_type_on(mv.from()) == Some(PieceType::King);
        let steps = mv.from().file().index().abs_diff(mv.to().file().index());
        if is_king && (steps > 1 || position.piece_type_on(mv.to()) == Some(PieceType::Rook)) {
            continue;
        }
        let same = |other: &&Move| {
            (other.from(), other.to(), other.promotion()) == (mv.from(), mv.to(), mv.promotion())
        };
        return legal.iter().find(same).copied().unwrap_or(mv);
    }
}

fn question(mv: Move) -> Question {
    let uci = match mv.castling_targets() {
        Some((king, _)) => format!("{}{king}", mv.from()),
        None => mv.to_string(),
    };
    Question { mv, uci }
}

#[cfg(test)]
mod tests {
    use super::{PAIRS, draw};
    use crate::positions::standard_texts;
    use tabiya::Position;

    #[test]
    fn half_of_the_moves_are_legal_and_few_of_the_others() {
        for (text, questions) in draw(&standard_texts().expect("texts")).expect("positions") {
            let position: Position = text.fen.parse().expect("read by draw()");
            let legal = questions.iter().filter(|question| position.is_legal(question.mv)).count();
            assert_eq!(questions.len(), 2 * PAIRS, "{}", text.fen);
            assert!((PAIRS..PAIRS + 3).contains(&legal), "{}: {legal}", text.fen);
        }
    }
}
