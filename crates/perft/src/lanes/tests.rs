//! The code for SIMD lanes verified against scalar perft, with [`ArrayLanes`], on every CPU.

use std::thread;

use tabiya_core::Square;
use tabiya_movegen::Position;
use tabiya_tables::{king_attacks, knight_attacks};

use crate::lanes::array::ArrayLanes;
use crate::lanes::vector::Lanes;
use crate::lanes::{boards, recursion};
use crate::scalar;

/// Positions for every special case in the SIMD code: double check, pins, en passant, castling in
/// standard chess and Chess960, promotions.
const POSITIONS: [&str; 7] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    // The en passant square is set although no pawn attacks it.
    "4k3/8/8/3p4/8/8/8/4K2R w K d6 0 1",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b GBgb - 0 1",
];

#[test]
fn array_lanes_agree_with_scalar_perft() {
    let depth = if cfg!(miri) { 2 } else { 3 };
    let count = move || {
        // Miri skips the first two positions, which have many pieces and take minutes.
        for fen in POSITIONS.into_iter().skip(if cfg!(miri) { 2 } else { 0 }) {
            let position = Position::from_fen(fen).expect(fen);
            for depth in 2..=depth {
                let expected = scalar::perft(&position, depth);
                assert_eq!(
                    recursion::perft::<ArrayLanes>(&position, depth),
                    expected,
                    "{fen}: {depth}"
                );
            }
        }
    };
    // Without optimization the stack frames are as large as with SIMD registers.
    let large = thread::Builder::new().stack_size(32 << 20);
    large.spawn(count).expect("a thread starts").join().expect("all counts agree");
}

#[test]
fn set_wise_attacks_by_two_pieces_equal_single_attacks() {
    for a in Square::ALL {
        for b in Square::ALL {
            let pieces = ArrayLanes::splat((a.bitboard() | b.bitboard()).0);
            let knights = boards::knight_attacks(pieces).store()[0];
            assert_eq!(knights, (knight_attacks(a) | knight_attacks(b)).0, "knights on {a}, {b}");
            let kings = boards::king_attacks(pieces).store()[0];
            assert_eq!(kings, (king_attacks(a) | king_attacks(b)).0, "kings on {a}, {b}");
        }
    }
}
