//! Moves whose legality is tested: several per position for the row `is_legal`, one per position for
//! the rows `stream_tt` and `game_tt`.

use anyhow::{Context, Result};
use fastrand::Rng;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position, Role, Square};

use tabiya_benches::positions::FenText;

/// The number of legal moves, and of random ones, per position.
const PAIRS: usize = 8;

/// A legal or illegal move, in the formats that the libraries parse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SampleMove {
    /// The origin square's index; `a1` is 0, `b1` is 1.
    pub(super) from: u8,
    /// The destination square's index; for castling, the rook's square.
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

/// The number of draws after which a move is random, in a stream with few positions.
const MAX_DRAWS: u32 = 100;

/// Draws one move per position, as a transposition table returns them: half of them legal, a
/// quarter random, and a quarter legal in another position, as after a key collision.
///
/// `played` has a legal move for each position; if it is empty, legal moves are drawn. In a
/// position without legal moves, they are random. Returns the moves and how many are legal.
///
/// # Errors
///
/// Returns an error if a text is not a position.
pub(super) fn draw_one_each(
    fens: &[String],
    played: &[SampleMove],
) -> Result<(Vec<SampleMove>, u64)> {
    let positions = fens.iter().map(|fen| parse(fen)).collect::<Result<Vec<_>>>()?;
    let mut random = Rng::with_seed(3);
    let mut drawn = Vec::new();
    let mut legal = 0;
    for (index, position) in positions.iter().enumerate() {
        let moves = position.legal_moves();
        let chosen = random.choice(&moves).copied();
        let sample = match (random.u8(..4), chosen) {
            (0..=1, Some(mv)) => {
                legal += 1;
                played.get(index).cloned().unwrap_or_else(|| legal_sample(mv))
            }
            (2, Some(_)) => collision(position, &positions, &mut random),
            _ => illegal_random_sample(position, &mut random),
        };
        drawn.push(sample);
    }
    Ok((drawn, legal))
}

/// Draws a move that is legal in another position and illegal in this one.
///
/// Moves that a library could read as castling are drawn again, as in [`random_sample`].
fn collision(position: &Chess, positions: &[Chess], random: &mut Rng) -> SampleMove {
    for _ in 0..MAX_DRAWS {
        let other = &positions[random.usize(..positions.len())];
        let Some(mv) = random.choice(other.legal_moves()) else { continue };
        let Some(from) = mv.from().filter(|_| !mv.is_castle()) else { continue };
        let sample = legal_sample(mv);
        if !is_like_castling(position, from, mv.to()) && !is_legal(position, &sample) {
            return sample;
        }
    }
    illegal_random_sample(position, random)
}

fn illegal_random_sample(position: &Chess, random: &mut Rng) -> SampleMove {
    loop {
        let sample = random_sample(position, random);
        if !is_legal(position, &sample) {
            return sample;
        }
    }
}

fn is_legal(position: &Chess, sample: &SampleMove) -> bool {
    position.legal_moves().iter().any(|mv| {
        (mv.from().map(u8::from), u8::from(mv.to())) == (Some(sample.from), sample.to)
            && mv.promotion().map(Role::char) == sample.promotion
    })
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
        let from = Square::new(bits & 63);
        let to = Square::new(bits >> 6 & 63);
        if from == to || is_like_castling(position, from, to) {
            continue;
        }
        let promotion = "nbrq".chars().nth(bits as usize >> 12);
        let uci = format!("{from}{to}{}", promotion.map(String::from).unwrap_or_default());
        let uci_960 = uci.clone();
        return SampleMove { from: from.into(), to: to.into(), promotion, uci, uci_960 };
    }
}

/// Tests whether a library could read a move as castling.
fn is_like_castling(position: &Chess, from: Square, to: Square) -> bool {
    let piece = |square| position.board().role_at(square);
    let files = (from.file() as u8).abs_diff(to.file() as u8);
    piece(from) == Some(Role::King) && (files > 1 || piece(to) == Some(Role::Rook))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_benches::positions::standard_texts;

    #[test]
    fn half_the_samples_and_few_others_are_legal() {
        for (text, samples) in draw(&standard_texts().expect("texts")).expect("positions") {
            let position = parse(&text.fen).expect("a position");
            let moves = position.legal_moves();
            let listed: Vec<_> = moves.into_iter().map(legal_sample).collect();
            let legal = samples.iter().filter(|sample| listed.contains(sample)).count();
            assert_eq!(samples.len(), 2 * PAIRS, "{}", text.fen);
            assert!((PAIRS..PAIRS + 3).contains(&legal), "{}: {legal}", text.fen);
        }
    }
    #[test]
    fn half_the_moves_drawn_per_position_are_legal() {
        let fens: Vec<_> =
            standard_texts().expect("texts").into_iter().map(|text| text.fen).collect();
        let fens: Vec<_> = fens.iter().cycle().take(4_000).cloned().collect();
        let (moves, legal) = draw_one_each(&fens, &[]).expect("positions");
        assert_eq!(moves, draw_one_each(&fens, &[]).expect("positions").0);
        let is_legal = |(fen, sample): &(&String, &SampleMove)| {
            let position = parse(fen).expect("a position");
            position.legal_moves().into_iter().map(legal_sample).any(|mv| mv == **sample)
        };
        assert_eq!(fens.iter().zip(&moves).filter(is_legal).count() as u64, legal);
        assert!((1_850..2_150).contains(&legal), "{legal}");
        // A quarter are random: every fourth of these is a promotion.
        let promotions = moves.iter().filter(|sample| sample.promotion.is_some()).count();
        assert!((200..350).contains(&promotions), "{promotions}");
    }

    #[test]
    fn quarter_are_legal_in_another_position() {
        let pair = ["4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1"];
        let fens: Vec<_> = pair.iter().cycle().take(2_000).map(|&fen| fen.to_owned()).collect();
        let (moves, _) = draw_one_each(&fens, &[]).expect("positions");
        let [rook, knight] = pair.map(|fen| parse(fen).expect("a position"));
        let rook_positions = moves.iter().step_by(2);
        let collisions =
            rook_positions.filter(|sample| is_legal(&knight, sample) && !is_legal(&rook, sample));
        let amount = collisions.count();
        assert!((200..300).contains(&amount), "{amount} of 1000");
    }

    #[test]
    fn played_moves_are_the_legal_half() {
        let fens = vec!["4k3/8/8/8/8/8/8/R3K3 w - - 0 1".to_owned(); 100];
        let played = legal_sample(parse(&fens[0]).expect("a position").legal_moves()[3]);
        let (moves, legal) = draw_one_each(&fens, &vec![played.clone(); 100]).expect("positions");
        assert_eq!(moves.iter().filter(|&sample| *sample == played).count() as u64, legal);
        assert!(draw_one_each(&["8/8/8/8/8/8/8/8 w - - 0 1".to_owned()], &[]).is_err());
        // A mate's moves are random.
        let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".to_owned();
        assert_eq!(draw_one_each(&[mate], &[]).expect("a position").1, 0);
    }
}
