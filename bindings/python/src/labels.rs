//! Policy layouts: move labels, derived from each layout's definition.
//!
//! `docs/layouts.md` describes the layouts.

use std::sync::LazyLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya::tables::{bishop_rays, king_attacks, knight_attacks, rook_rays};
use tabiya::uci::UciMove;
use tabiya::{Bitboard, Color, File, Move, MoveKind, Position, Rank, Square};

use crate::errors::{Kind, RowError};

/// The label for bits that are not a move in the layout.
pub const NO_LABEL: u16 = u16::MAX;

/// The bits that mirror a move vertically: the ranks of both squares.
const MIRROR: u16 = 56 | 56 << 6;

/// A policy layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// The 1,858 Leela Chess Zero labels.
    Lc0,
    /// The 4,672 AlphaZero labels, in Pgx order.
    Az,
    /// The 1,968 UCI moves, in the order of DeepMind's `searchless_chess`.
    Uci,
}

impl Policy {
    /// Parses a layout name.
    pub fn parse(name: &str) -> PyResult<Self> {
        match name {
            "lc0" => Ok(Self::Lc0),
            "az" => Ok(Self::Az),
            "uci" => Ok(Self::Uci),
            _ => Err(PyValueError::new_err(format!("layout: {name:?}; expected lc0, az or uci"))),
        }
    }

    /// Returns the number of labels.
    pub const fn size(self) -> usize {
        match self {
            Self::Lc0 => 1858,
            Self::Az => 64 * 73,
            Self::Uci => 1968,
        }
    }

    /// Returns the labels by move bits, as White sees the move.
    fn table(self) -> &'static [u16] {
        static LC0: LazyLock<Vec<u16>> = LazyLock::new(|| by_bits(&lc0_labels()));
        static AZ: LazyLock<Vec<u16>> = LazyLock::new(|| by_bits(&az_labels()));
        static UCI: LazyLock<Vec<u16>> = LazyLock::new(|| by_bits(&uci_labels()));
        match self {
            Self::Lc0 => &LC0,
            Self::Az => &AZ,
            Self::Uci => &UCI,
        }
    }

    /// Returns the move bits for each label, as White sees the moves: moves by any piece, castling,
    /// promotions.
    fn moves_by_label(self) -> &'static [Vec<u16>] {
        static LC0: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| by_label(Policy::Lc0));
        static AZ: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| by_label(Policy::Az));
        static UCI: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| by_label(Policy::Uci));
        match self {
            Self::Lc0 => &LC0,
            Self::Az => &AZ,
            Self::Uci => &UCI,
        }
    }

    /// Returns the labels for a player's moves.
    pub fn labels(self, player: Color) -> Labels {
        let is_mirrored = self != Self::Uci && !player.is_white();
        Labels { table: self.table(), mirror: if is_mirrored { MIRROR } else { 0 } }
    }

    /// Returns the legal move that has a label.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none.
    pub fn legal_move(self, position: &Position, label: i64) -> Result<Move, RowError> {
        let mirror = self.labels(position.side_to_move()).mirror;
        let found = usize::try_from(label).ok().and_then(|label| self.moves_by_label().get(label));
        let mut moves =
            found.into_iter().flatten().filter_map(|bits| Move::from_bits(bits ^ mirror));
        moves.find(|&mv| position.is_legal(mv)).ok_or_else(|| {
            let reason = match found {
                Some(_) => format!("{label}: no legal move has it"),
                None => format!("{label}; expected 0 to {}", self.size() - 1),
            };
            RowError::new(Kind::Move, "label", reason)
        })
    }

    /// Returns each label's move in UCI notation, as White sees it; a move that no piece can make is empty.
    pub fn texts(self) -> Vec<String> {
        let mut texts = vec![String::new(); self.size()];
        let moves = match self {
            Self::Lc0 => lc0_labels(),
            Self::Az => az_labels(),
            Self::Uci => uci_labels(),
        };
        for (mv, label) in moves {
            // Castling shares its label with a king or rook move.
            if !mv.is_castling() && texts[usize::from(label)].is_empty() {
                texts[usize::from(label)] = UciMove::from(mv).to_string();
            }
        }
        texts
    }
}

/// The labels for one player's moves.
#[derive(Clone, Copy)]
pub struct Labels {
    table: &'static [u16],
    mirror: u16,
}

impl Labels {
    /// Returns the label of a move, or [`NO_LABEL`].
    #[inline]
    pub fn of(&self, mv: Move) -> u16 {
        let bits = usize::from(mv.to_bits() ^ self.mirror);
        self.table.get(bits).copied().unwrap_or(NO_LABEL)
    }
}

/// Moves with their labels.
type Pairs = Vec<(Move, u16)>;

/// Returns the labels by move bits.
fn by_bits(pairs: &Pairs) -> Vec<u16> {
    let mut table = vec![NO_LABEL; 1 << 15];
    for &(mv, label) in pairs {
        table[usize::from(mv.to_bits())] = label;
    }
    table
}

/// Returns the move bits by label.
fn by_label(policy: Policy) -> Vec<Vec<u16>> {
    let mut moves = vec![Vec::new(); policy.size()];
    for (bits, &label) in (0..).zip(policy.table()) {
        if label != NO_LABEL {
            moves[usize::from(label)].push(bits);
        }
    }
    moves
}

fn queen_attacks(square: Square) -> Bitboard {
    rook_rays(square) | bishop_rays(square)
}

/// Adds a move between two squares with its label: for any piece, en passant and castling.
///
/// `castling` tests whether castling by a king and a rook on these squares has this label.
fn add(pairs: &mut Pairs, (from, to): (Square, Square), label: u16) {
    pairs.push((Move::new(from, to), label));
    pairs.push((Move::with_kind(from, to, MoveKind::EnPassant), label));
    pairs.push((Move::with_kind(from, to, MoveKind::Castling), label));
}

/// Adds a promotion between two squares with its label.
fn add_promotion(pairs: &mut Pairs, (from, to): (Square, Square), kind: MoveKind, label: u16) {
    pairs.push((Move::with_kind(from, to, kind), label));
}

/// Returns the squares between which a pawn promotes, by origin, then by steps to another file or none.
fn promotion_squares(
    from_rank: Rank,
    to_rank: Rank,
    files: [i8; 3],
) -> impl Iterator<Item = (Square, Square)> {
    File::ALL.into_iter().flat_map(move |file| {
        let from = Square::new(file, from_rank);
        let ranks = to_rank as i8 - from_rank as i8;
        files.into_iter().filter_map(move |files| Some((from, from.offset(files, ranks)?)))
    })
}

/// Returns the Leela Chess Zero labels: queen and knight moves by origin and target, then
/// promotions by origin and target to a queen, a rook and a bishop.
///
/// A promotion to a knight has its squares' label. Castling is the king's move to the rook.
fn lc0_labels() -> Pairs {
    let mut pairs = Vec::new();
    let mut labels = 0..;
    for from in Square::ALL {
        for to in queen_attacks(from) | knight_attacks(from) {
            let label = labels.next().unwrap_or(NO_LABEL);
            add(&mut pairs, (from, to), label);
            if from.rank() == Rank::Seventh && to.rank() == Rank::Eighth {
                add_promotion(&mut pairs, (from, to), MoveKind::PromoteToKnight, label);
            }
        }
    }
    for squares in promotion_squares(Rank::Seventh, Rank::Eighth, [-1, 0, 1]) {
        for kind in [MoveKind::PromoteToQueen, MoveKind::PromoteToRook, MoveKind::PromoteToBishop] {
            add_promotion(&mut pairs, squares, kind, labels.next().unwrap_or(NO_LABEL));
        }
    }
    pairs
}

/// The AlphaZero plane groups in Pgx order: the steps in ranks and files, and whether the distances ascend.
const AZ_LINES: [([i8; 2], bool); 8] = [
    ([-1, 0], false),
    ([1, 0], true),
    ([0, -1], false),
    ([0, 1], true),
    ([-1, -1], false),
    ([1, 1], true),
    ([1, -1], false),
    ([-1, 1], true),
];

/// The AlphaZero knight moves in Pgx order, in ranks and files.
const AZ_KNIGHTS: [[i8; 2]; 8] =
    [[-1, -2], [1, -2], [-2, -1], [2, -1], [-1, 2], [1, 2], [-2, 1], [2, 1]];

/// Returns the AlphaZero labels in Pgx order: 73 planes per origin, of which 9 are underpromotions,
/// 56 queen moves and 8 knight moves. Origins are counted by file.
fn az_labels() -> Pairs {
    let mut pairs = Vec::new();
    for from in Square::ALL {
        let origin = 73 * (8 * from.file() as u16 + from.rank() as u16);
        let mut label = origin + 9;
        for ([ranks, files], is_ascending) in AZ_LINES {
            for index in 1..=7 {
                let distance = if is_ascending { index } else { 8 - index };
                add_az(&mut pairs, from, [ranks * distance, files * distance], label);
                label += 1;
            }
        }
        for knight in AZ_KNIGHTS {
            add_az(&mut pairs, from, knight, label);
            label += 1;
        }
    }
    for (from, to) in promotion_squares(Rank::Seventh, Rank::Eighth, [0, -1, 1]) {
        let origin = 73 * (8 * from.file() as u16 + from.rank() as u16);
        let direction = match to.file().cmp(&from.file()) {
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Less => 2,
        };
        let kinds = [MoveKind::PromoteToRook, MoveKind::PromoteToBishop, MoveKind::PromoteToKnight];
        for (kind, plane) in kinds.into_iter().zip([0, 3, 6]) {
            add_promotion(&mut pairs, (from, to), kind, origin + plane + direction);
        }
    }
    king_moves_for_castling(&mut pairs);
    pairs
}

/// Adds the moves by some ranks and files, if the target is on the board.
fn add_az(pairs: &mut Pairs, from: Square, [ranks, files]: [i8; 2], label: u16) {
    let Some(to) = from.offset(files, ranks) else { return };
    add(pairs, (from, to), label);
    if from.rank() == Rank::Seventh && to.rank() == Rank::Eighth && king_attacks(from).contains(to)
    {
        add_promotion(pairs, (from, to), MoveKind::PromoteToQueen, label);
    }
}

/// Returns the UCI move labels in `searchless_chess` order: queen moves and knight moves by origin,
/// then promotions by Black and by White.
fn uci_labels() -> Pairs {
    let mut pairs = Vec::new();
    let mut labels = 0..;
    for from in Square::ALL {
        for to in queen_attacks(from).into_iter().chain(knight_attacks(from)) {
            add(&mut pairs, (from, to), labels.next().unwrap_or(NO_LABEL));
        }
    }
    for (from_rank, to_rank) in [(Rank::Second, Rank::First), (Rank::Seventh, Rank::Eighth)] {
        for squares in promotion_squares(from_rank, to_rank, [0, -1, 1]) {
            for kind in MoveKind::PROMOTIONS {
                add_promotion(&mut pairs, squares, kind, labels.next().unwrap_or(NO_LABEL));
            }
        }
    }
    king_moves_for_castling(&mut pairs);
    pairs
}

/// Replaces the castling labels in standard chess by those for the king's own moves, such as `e1g1`.
fn king_moves_for_castling(pairs: &mut Pairs) {
    let labels = by_bits(pairs);
    for rank in [Rank::First, Rank::Eighth] {
        let square = |file| Square::new(file, rank);
        for (rook, king) in [(File::A, File::C), (File::H, File::G)] {
            let own = Move::new(square(File::E), square(king));
            let castling = Move::with_kind(square(File::E), square(rook), MoveKind::Castling);
            pairs.push((castling, labels[usize::from(own.to_bits())]));
        }
    }
}
