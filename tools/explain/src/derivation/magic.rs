//! Magic indexing: mask, product, shift, index, table entry. The tables are the library's.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::sliders::magic_steps::{
    BishopMagic, FILE_FACTOR, INNER_FILE_A, bishop_entry, file_entry, rank_entry,
};
use tabiya::{Bitboard, File, Piece, PieceType, Square};

use super::step::Step;

/// Derives a slider's attacks: a look-up for a bishop, two for a rook, three for a queen.
///
/// The library has magics for bishops. A rook has a look-up for its rank, and one for its file, where
/// the magic is the same on all squares (Kindergarten bitboards).
pub fn attack_steps(piece: Piece, square: Square, occupied: Bitboard) -> Vec<Step> {
    let parts = match piece.piece_type() {
        PieceType::Bishop => Vec::from([bishop_steps(square, occupied)]),
        PieceType::Rook => Vec::from([rank_steps(square, occupied), file_steps(square, occupied)]),
        _ => Vec::from([
            rank_steps(square, occupied),
            file_steps(square, occupied),
            bishop_steps(square, occupied),
        ]),
    };
    let sets = parts.iter().filter_map(|part| part.last()?.set());
    let union = sets.fold(Bitboard::EMPTY, |all, set| all | set);
    let is_single = parts.len() == 1;
    let mut steps: Vec<_> = parts.into_iter().flatten().collect();
    if !is_single {
        let text = "The union of the look-ups is the attack set.";
        steps.push(Step::new("Union", "union", text).with_set(union, square));
    }
    steps
}

/// Derives a bishop's attacks.
fn bishop_steps(square: Square, occupied: Bitboard) -> Vec<Step> {
    let BishopMagic { mask, magic, offset } = BishopMagic::new(square);
    let blockers = occupied & mask;
    let product = blockers.0.wrapping_mul(magic);
    let shift = 64 - mask.count();
    let index = (product >> shift) as usize;
    let attacks = bishop_entry(offset + index).unwrap_or_default();
    let step = |title, text| Step::new("Diagonals", title, text);
    [
        step(
            "mask",
            "The squares whose occupancy matters: the rays without their last squares.".into(),
        )
        .with_code(format!("mask = BISHOP_MASKS[{}]", square.index()))
        .with_set(mask, square),
        step("occupied & mask", "The blockers.".into())
            .with_code("blockers = occupied & mask")
            .with_set(blockers, square),
        step("product", "The magic moves the bits of the blockers to the top.".into())
            .with_code(format!("product = blockers.wrapping_mul({magic:#018x})"))
            .with_set(Bitboard(product), Bitboard::EMPTY),
        step(
            "index",
            format!("The top {} bits, one per square of the mask, are the index.", mask.count()),
        )
        .with_code("index = product >> shift")
        .with_number("shift", shift.into())
        .with_number("index", index as i64),
        step(
            "attacks",
            "The entry of the table, whose part for the square begins at the offset.".into(),
        )
        .with_code("BISHOP_ATTACKS[offset + index]")
        .with_number("offset", offset as i64)
        .with_set(attacks, square),
    ]
    .into()
}

/// Derives a rook's attacks along its rank: a shift alone gathers the blockers.
fn rank_steps(square: Square, occupied: Bitboard) -> Vec<Step> {
    let rank_start = 8 * square.rank().index();
    let inner = (0b0111_1110 << rank_start) & occupied.0;
    let shift = rank_start + 1;
    let index = (occupied.0 >> shift & 63) as usize;
    let entry = rank_entry(square.file(), index).unwrap_or_default();
    let step = |title, text| Step::new("Rank", title, text);
    [
        step("blockers", "The occupied squares of the rank, without those on the edge files.")
            .with_code(format!("occupied & RANK_{} & !FILE_AH", square.rank()))
            .with_set(Bitboard(inner), square),
        step("index", "They are adjacent bits, so a shift yields the index.")
            .with_code("index = occupied >> shift & 63")
            .with_number("shift", shift as i64)
            .with_number("index", index as i64),
        step("attacks", "The entry for the first rank is shifted back to the rank.")
            .with_code(format!("RANK_ATTACKS[{}][index] << {rank_start}", square.file().index()))
            .with_set(Bitboard(entry.0 << rank_start), square),
    ]
    .into()
}

/// Derives a rook's attacks along its file: a factor gathers the blockers.
fn file_steps(square: Square, occupied: Bitboard) -> Vec<Step> {
    let file = square.file().index();
    let blockers = Bitboard(occupied.0 >> file) & INNER_FILE_A;
    let product = blockers.0.wrapping_mul(FILE_FACTOR);
    let index = (product >> 58) as usize;
    let entry = file_entry(square.rank(), index).unwrap_or_default();
    let on_file_a = Square::new(File::A, square.rank());
    let step = |title, text| Step::new("File", title, text);
    [
        step(
            "on file a",
            "The file is shifted to the a-file, without the first and the last rank.",
        )
        .with_code(format!("blockers = occupied >> {file} & {:#018x}", INNER_FILE_A.0))
        .with_set(blockers, on_file_a),
        step("product", "The factor moves the six bits to the top, along a diagonal.")
            .with_code(format!("product = blockers.wrapping_mul({FILE_FACTOR:#018x})"))
            .with_set(Bitboard(product), Bitboard::EMPTY),
        step("index", "The top six bits are the index.")
            .with_code("index = product >> shift")
            .with_number("shift", 58)
            .with_number("index", index as i64),
        step("attacks", "The entry for the a-file is shifted back to the file.")
            .with_code(format!("FILE_ATTACKS[{}][index] << {file}", square.rank().index()))
            .with_set(Bitboard(entry.0 << file), square),
    ]
    .into()
}
