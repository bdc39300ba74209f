//! Random training data, as entries of this library and of sfbinpack.
#![forbid(unsafe_code)]

use std::io::Cursor;

use sfbinpack::chess::coords::Square as TheirSquare;
use sfbinpack::chess::r#move::{Move as TheirMove, MoveType};
use sfbinpack::chess::piece::Piece as TheirPiece;
use sfbinpack::chess::position::Position as TheirPosition;
use sfbinpack::{
    CompressedTrainingDataEntryReader, CompressedTrainingDataEntryWriter, TrainingDataEntry,
};
use tabiya::binpack::{Entry, MARK};
use tabiya::{Color, Move, MoveKind, PieceType, Position};

/// Kinds of random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Games from the start position, without gaps and marks.
    Games,
    /// Games from positions rich in castling, promotions and en passant, with marks and extreme scores.
    Special,
    /// The same starts, with many captures, promotions and castling, in short games.
    Rules,
    /// Games in which one entry of eight is left out.
    Gaps,
}

impl Mix {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Games, Self::Special, Self::Rules, Self::Gaps];

    fn start(self, random: &mut fastrand::Rng) -> Position {
        const SPECIAL: [&str; 6] = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1",
            "r3k3/1P6/8/8/8/8/6p1/4K2R w Kq - 0 1",
            "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        ];
        match self {
            Self::Games | Self::Gaps => Position::START,
            _ => Position::from_fen(SPECIAL[random.usize(..SPECIAL.len())]).expect("a valid FEN"),
        }
    }

    fn choose(self, position: &Position, random: &mut fastrand::Rng) -> Option<Move> {
        let moves = position.legal_moves();
        let special: Vec<_> = moves
            .iter()
            .filter(|mv| position.is_capture(**mv) || mv.is_promotion() || mv.is_castling())
            .collect();
        if self == Self::Rules && !special.is_empty() && random.bool() {
            return Some(*special[random.usize(..special.len())]);
        }
        (!moves.is_empty()).then(|| moves[random.usize(..moves.len())])
    }
}

/// Returns entries of random games, at least `count`.
#[must_use]
pub fn entries(mix: Mix, count: usize, seed: u64) -> Vec<Entry> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut entries = Vec::new();
    while entries.len() < count {
        let mut position = mix.start(&mut random).with_legal_ep_square();
        let winner = [None, Some(Color::White), Some(Color::Black)][random.usize(..3)];
        let max_plies = if mix == Mix::Rules { 16 } else { random.usize(20..300) };
        let mut eval = random.i16(-50..50);
        for ply in 0..max_plies as u16 {
            let Some(mv) = mix.choose(&position, &mut random) else { break };
            eval = eval.saturating_add(random.i16(-40..40)).clamp(-31_990, 31_990);
            let mut score = if position.side_to_move().is_white() { eval } else { -eval };
            if mix != Mix::Games && random.usize(..20) == 0 {
                score = [MARK, i16::MIN, i16::MAX, random.i16(..)][random.usize(..4)];
            }
            if mix != Mix::Gaps || random.usize(..8) > 0 {
                entries.push(Entry { position, mv: Some(mv), score, ply, winner });
            }
            position = position.after(mv).with_legal_ep_square();
            // Clocks of sfbinpack continue with 0 after 255.
            if position.halfmove_clock() > 255 {
                break;
            }
        }
    }
    entries
}

/// Returns an entry in the types of sfbinpack.
#[must_use]
pub fn to_theirs(entry: &Entry) -> TrainingDataEntry {
    let us = entry.position.side_to_move();
    TrainingDataEntry {
        pos: TheirPosition::from_fen(&entry.position.to_string()).expect("a valid FEN"),
        mv: entry.mv.map_or(TheirMove::null(), |mv| move_to_theirs(mv, us)),
        score: entry.score,
        ply: entry.ply,
        result: entry.winner.map_or(0, |winner| if winner == us { 1 } else { -1 }),
    }
}

fn move_to_theirs(mv: Move, us: Color) -> TheirMove {
    let kind = match mv.kind() {
        MoveKind::Normal => MoveType::Normal,
        MoveKind::EnPassant => MoveType::EnPassant,
        MoveKind::Castling => MoveType::Castle,
        _ => MoveType::Promotion,
    };
    let piece = match mv.promotion().map(|piece_type| (piece_type, us)) {
        None => TheirPiece::none(),
        Some((PieceType::Knight, Color::White)) => TheirPiece::WHITE_KNIGHT,
        Some((PieceType::Bishop, Color::White)) => TheirPiece::WHITE_BISHOP,
        Some((PieceType::Rook, Color::White)) => TheirPiece::WHITE_ROOK,
        Some((_, Color::White)) => TheirPiece::WHITE_QUEEN,
        Some((PieceType::Knight, Color::Black)) => TheirPiece::BLACK_KNIGHT,
        Some((PieceType::Bishop, Color::Black)) => TheirPiece::BLACK_BISHOP,
        Some((PieceType::Rook, Color::Black)) => TheirPiece::BLACK_ROOK,
        Some((_, Color::Black)) => TheirPiece::BLACK_QUEEN,
    };
    let square = |square| TheirSquare::new(square as u32);
    TheirMove::new(square(mv.from()), square(mv.to()), kind, piece)
}

/// Returns the bytes that sfbinpack writes.
#[must_use]
pub fn write_theirs(entries: &[TrainingDataEntry]) -> Vec<u8> {
    let mut writer = CompressedTrainingDataEntryWriter::new_in_memory().expect("a writer");
    for entry in entries {
        writer.write_entry(entry).expect("an entry that can be written");
    }
    writer.flush_and_end();
    writer.into_bytes().expect("the bytes")
}

/// Returns a reader of sfbinpack.
///
/// # Panics
///
/// Panics if the reader refuses the bytes.
#[must_use]
pub fn read_theirs(bytes: &[u8]) -> CompressedTrainingDataEntryReader<Cursor<&[u8]>> {
    CompressedTrainingDataEntryReader::from_slice(bytes).expect("a valid file")
}
