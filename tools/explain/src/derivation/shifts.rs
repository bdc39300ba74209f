//! Set-wise shifts: the attacks from all pawns, knights or kings in a set.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Bitboard, Color, Piece, Rank};

use super::step::Step;
use super::steps_of_pieces::{
    Offset, clipped_files, clipped_letters, index_step, offsets, shift_bits, shift_code,
};

/// Derives the attacks from a set of pawns, knights or kings: a shift per step, then the union.
pub fn attack_steps(piece: Piece, origins: Bitboard) -> Vec<Step> {
    let offsets = offsets(piece.color(), piece.piece_type());
    let mut union = Bitboard::EMPTY;
    let mut steps = Vec::new();
    for &offset in offsets {
        let shifted = shift(origins, offset);
        union |= shifted;
        steps.push(shift_step(origins, offset, shifted));
    }
    let text = "The union of the shifts is the attack set.";
    let union_step = Step::new("Union", "union", text).with_set(union, origins);
    steps.push(union_step.with_code("shifts.into_iter().fold(0, |all, set| all | set)"));
    steps
}

/// Derives the pushes for a set of pawns: to the next rank, and from there to the one after.
pub fn push_steps(color: Color, pawns: Bitboard, occupied: Bitboard) -> Vec<Step> {
    let [single, double] = pushes(color, pawns, occupied);
    let (code, rank) = if color.is_white() { ("<< 8", 3) } else { (">> 8", 6) };
    let step = |title, text, code: String, set| {
        Step::new("Pushes", title, text).with_code(code).with_set(set, pawns)
    };
    [
        step(
            "single pushes",
            "All pawns move by one rank, to empty squares.",
            format!("pawns {code} & !occupied"),
            single,
        ),
        step(
            "double pushes",
            "Those that came from their start rank move once more.",
            format!("(single & RANK_{rank}) {code} & !occupied"),
            double,
        ),
        step("union", "The union is the set of pushes.", "single | double".into(), single | double),
    ]
    .into()
}

/// Returns the targets for single pushes and for double pushes.
pub fn pushes(color: Color, pawns: Bitboard, occupied: Bitboard) -> [Bitboard; 2] {
    let (by, passed_rank) = if color.is_white() { (8, Rank::Third) } else { (-8, Rank::Sixth) };
    let single = shift_bits(pawns, by) - occupied;
    [single, shift_bits(single & Bitboard::from(passed_rank), by) - occupied]
}

/// Shifts a set by a step, without the pieces that would wrap to another rank.
fn shift(set: Bitboard, offset: Offset) -> Bitboard {
    shift_bits(set - clipped_files(offset), index_step(offset).into())
}

fn shift_step(origins: Bitboard, offset: Offset, shifted: Bitboard) -> Step {
    let shift = shift_code(index_step(offset).into());
    let letters = clipped_letters(offset);
    let files = match letters {
        "gh" => "files g and h",
        "h" => "file h",
        "ab" => "files a and b",
        _ => "file a",
    };
    let step = if letters.is_empty() {
        let text = "A step along the file cannot wrap: bits beyond the board are lost.";
        Step::new("Shifts", shift.clone(), text).with_code(format!("set {shift}"))
    } else {
        let text =
            format!("The mask removes the pieces on {files}, which would wrap to another rank.");
        let code = format!("(set & !FILE_{}) {shift}", letters.to_uppercase());
        Step::new("Shifts", format!("not {letters}, {shift}"), text).with_code(code)
    };
    step.with_set(shifted, origins)
}
