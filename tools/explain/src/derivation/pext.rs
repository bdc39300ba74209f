//! PEXT bitboards in software: blockers gathered bit by bit, a packed entry, and its bits scattered.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::{bishop_attacks_const, bishop_rays, ray, rook_attacks_const, rook_rays};
use tabiya::{Bitboard, Direction, Piece, PieceType, Square};

use super::step::{Step, StepValue};

/// The constants for one slider type, as functions from squares.
#[derive(Clone, Copy)]
struct Slider {
    part: &'static str,
    table: &'static str,
    /// 0 for rook directions, 1 for bishop directions.
    first_direction: usize,
    rays: fn(Square) -> Bitboard,
    attacks: fn(Square, Bitboard) -> Bitboard,
}

const ROOK: Slider = Slider {
    part: "Rank and file",
    table: "ROOK_ATTACKS",
    first_direction: 0,
    rays: rook_rays,
    attacks: rook_attacks_const,
};

const BISHOP: Slider = Slider {
    part: "Diagonals",
    table: "BISHOP_ATTACKS",
    first_direction: 1,
    rays: bishop_rays,
    attacks: bishop_attacks_const,
};

impl Slider {
    /// Returns the squares whose occupancy matters: the rays without their last squares.
    fn mask(self, square: Square) -> Bitboard {
        let directions = Direction::ALL.into_iter().skip(self.first_direction).step_by(2);
        let inner_rays = directions.map(|direction| {
            let (files, ranks) = direction.step();
            ray(square, direction)
                .into_iter()
                .filter(|at| at.offset(files, ranks).is_some())
                .collect::<Bitboard>()
        });
        inner_rays.fold(Bitboard::EMPTY, |all, ray| all | ray)
    }

    /// Returns the index of a square's first entry: how many entries the squares before it have.
    fn offset(self, square: Square) -> usize {
        Square::ALL[..square.index()].iter().map(|&before| 1 << self.mask(before).count()).sum()
    }

    /// Computes the table entry at an index: the attacks for the blockers that it encodes, packed
    /// by the rays.
    fn entry(self, square: Square, index: u64) -> u64 {
        let blockers = scatter(index, self.mask(square));
        gather((self.attacks)(square, blockers), (self.rays)(square))
    }

    /// Derives the slider's attacks.
    fn steps(self, square: Square, occupied: Bitboard) -> Vec<Step> {
        let mask = self.mask(square);
        let rays = (self.rays)(square);
        let blockers = occupied & mask;
        let index = gather(blockers, mask);
        let entry = self.entry(square, index);
        let step = |title, text| Step::new(self.part, title, text);
        let mut gather_step = step(
            "index",
            format!("PEXT gathers the bits of the mask, lowest first: {} bits.", mask.count()),
        )
        .with_code("index = pext(blockers, mask)");
        gather_step.values = gather_values(blockers, mask);
        let table = self.table;
        [
            step(
                "mask",
                "The squares whose occupancy matters: the rays without their last squares.".into(),
            )
            .with_set(mask, square),
            step("occupied & mask", "The blockers.".into())
                .with_code("blockers = occupied & mask")
                .with_set(blockers, square),
            gather_step.with_number("index", index as i64),
            step(
                "entry",
                format!("The entry has {} bits, one per square of the rays.", rays.count()),
            )
            .with_code(format!("entry = {table}[offset + index]"))
            .with_number("offset", self.offset(square) as i64)
            .with_number("entry", entry as i64)
            .with_set(rays, square),
            step(
                "attacks",
                "PDEP scatters the bits of the entry to the squares of the rays.".into(),
            )
            .with_code("pdep(entry, rays)")
            .with_set(scatter(entry, rays), square),
        ]
        .into()
    }
}

/// Derives a slider's attacks: a look-up for a bishop or rook, two for a queen.
pub fn attack_steps(piece: Piece, square: Square, occupied: Bitboard) -> Vec<Step> {
    let mut steps = match piece.piece_type() {
        PieceType::Bishop => return BISHOP.steps(square, occupied),
        PieceType::Rook => return ROOK.steps(square, occupied),
        _ => ROOK.steps(square, occupied),
    };
    let rook_set = steps.last().and_then(Step::set).unwrap_or_default();
    steps.extend(BISHOP.steps(square, occupied));
    let bishop_set = steps.last().and_then(Step::set).unwrap_or_default();
    let text = "The union of the look-ups is the attack set.";
    steps.push(Step::new("Union", "union", text).with_set(rook_set | bishop_set, square));
    steps
}

/// Gathers a set's bits at a mask's squares, lowest first: PEXT.
pub fn gather(set: Bitboard, mask: Bitboard) -> u64 {
    let bits = mask.into_iter().enumerate();
    bits.map(|(bit, square)| u64::from(set.contains(square)) << bit).sum()
}

/// Returns the loop states in [`gather`].
fn gather_values(set: Bitboard, mask: Bitboard) -> Vec<StepValue> {
    let mut index = 0;
    let bits = mask.into_iter().enumerate();
    bits.map(|(bit, square)| {
        let is_occupied = set.contains(square);
        index |= u16::from(is_occupied) << bit;
        StepValue::Bit { square, is_occupied, index }
    })
    .collect()
}

/// Scatters a number's low bits to a mask's squares, lowest first: PDEP.
pub fn scatter(bits: u64, mask: Bitboard) -> Bitboard {
    mask.into_iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0).map(|(_, at)| at).collect()
}
