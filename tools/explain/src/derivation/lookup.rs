//! Table look-ups: a leaper's set; a slider's rays, which end at their first blocker.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::{king_attacks, knight_attacks, pawn_attacks, ray};
use tabiya::{Bitboard, Direction, Piece, PieceType, Square};

use super::step::Step;
use super::steps_of_pieces::{index_step, offset_name};

/// Derives attacks by look-ups: one for a leaper, two per ray for a slider.
pub fn attack_steps(piece: Piece, square: Square, occupied: Bitboard) -> Vec<Step> {
    let leaper = |table: &str, set| {
        let text = format!("One table entry per square: {square} is square {}.", square.index());
        let step = Step::new("Look-up", "table entry", text);
        let step = step.with_code(format!("{table}[{}]", square.index()));
        Vec::from([step.with_number("square", square.index() as i64).with_set(set, square)])
    };
    match piece.piece_type() {
        PieceType::Pawn if piece.color().is_white() => {
            leaper("WHITE_PAWN_ATTACKS", pawn_attacks(piece.color(), square))
        }
        PieceType::Pawn => leaper("BLACK_PAWN_ATTACKS", pawn_attacks(piece.color(), square)),
        PieceType::Knight => leaper("KNIGHT_ATTACKS", knight_attacks(square)),
        PieceType::King => leaper("KING_ATTACKS", king_attacks(square)),
        PieceType::Bishop => ray_steps(square, occupied, |step| step % 2 == 1),
        PieceType::Rook => ray_steps(square, occupied, |step| step % 2 == 0),
        PieceType::Queen => ray_steps(square, occupied, |_| true),
    }
}

/// Derives the attacks along the rays whose direction has a selected index.
fn ray_steps(square: Square, occupied: Bitboard, selects: impl Fn(usize) -> bool) -> Vec<Step> {
    let mut union = Bitboard::EMPTY;
    let mut steps = Vec::new();
    for direction in Direction::ALL.into_iter().filter(|&direction| selects(direction as usize)) {
        let (direction_steps, attacks) = direction_steps(square, occupied, direction);
        union |= attacks;
        steps.extend(direction_steps);
    }
    let text = "The union of the rays is the attack set.";
    steps.push(Step::new("Union", "union", text).with_set(union, square));
    steps
}

/// Derives the attacks along one ray, and returns them, too.
fn direction_steps(
    square: Square,
    occupied: Bitboard,
    direction: Direction,
) -> ([Step; 4], Bitboard) {
    let full_ray = ray(square, direction);
    let blockers = full_ray & occupied;
    let is_positive = index_step(direction.step()) > 0;
    let (blocker, scan) = if is_positive {
        (blockers.first(), "lowest bit: blockers.trailing_zeros()")
    } else {
        (blockers.last(), "highest bit: 63 - blockers.leading_zeros()")
    };
    let (bit, scan) = scan.split_once(": ").unwrap_or((scan, ""));
    let behind = blocker.map_or(Bitboard::EMPTY, |blocker| ray(blocker, direction));
    let attacks = full_ray ^ behind;
    let name = offset_name(direction.step());
    let step = |title, text| Step::new(format!("Ray to the {name}"), title, text);
    let scan_step = match blocker {
        Some(blocker) => step(
            "behind",
            format!("The {bit} is the nearest blocker, {blocker}. The squares behind it are its own ray."),
        )
        .with_code(scan)
        .with_number("blocker", blocker.index() as i64),
        None => step("behind", "The ray has no blocker, so nothing is behind one.".into()),
    };
    let last_step = if blocker.is_some() {
        step("ray ^ behind", "The attacks end at the first blocker.".into())
            .with_code(format!("ray ^ RAYS[{direction:?}][blocker]"))
    } else {
        step("ray ^ behind", "Without a blocker, the attacks are the whole ray.".into())
    };
    let steps = [
        step("ray", "A table has the ray of each square and direction, to the edge.".into())
            .with_code(format!("RAYS[{direction:?}][{}]", square.index()))
            .with_set(full_ray, square),
        step("ray & occupied", "The pieces on the ray are the blockers.".into())
            .with_code("blockers = ray & occupied")
            .with_set(blockers, square),
        scan_step.with_set(behind, Bitboard::EMPTY),
        last_step.with_set(attacks, square),
    ];
    (steps, attacks)
}
