//! Delta counting, rule by rule: every back end verified against plain recursion, on positions
//! where the rule decides the count.

use tabiya_movegen::{FenOptions, Position};
use tabiya_perft::{Backend, Perft};

/// Counts the leaves of a tree by plain recursion, which generates and makes all moves.
fn perft_by_recursion(position: &Position, depth: u8) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| perft_by_recursion(&position.after(mv), depth - 1)).sum()
}

#[track_caller]
fn assert_counts_agree(rule: &str, fens: &[&str]) {
    for fen in fens {
        let position = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
        let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        for depth in 2..=3 {
            let expected = u128::from(perft_by_recursion(&position, depth));
            for backend in Backend::ALL {
                let Ok(perft) = Perft::with(backend) else { continue };
                let count = perft.count(&position, depth);
                assert_eq!(count, expected, "{rule}: {fen} depth {depth} by {backend}");
            }
        }
    }
}

#[test]
fn blockers_on_rays_are_counted_correctly() {
    assert_counts_agree(
        "piece arrives on a ray",
        &["4k3/8/8/r7/8/8/3N4/4K3 w - -", "3qk3/8/8/8/1b5r/8/P1P3PP/4K1N1 w - -"],
    );
    assert_counts_agree(
        "piece leaves a ray",
        &["4k3/8/8/r2N2P1/8/8/8/4K3 w - -", "4k3/8/2b5/8/4N3/8/6P1/1K5B w - -"],
    );
    assert_counts_agree(
        "piece moves along a ray",
        &["4k3/8/8/r2R4/8/8/8/4K3 w - -", "4k3/r7/8/P7/8/8/8/4K3 w - -"],
    );
    assert_counts_agree("piece attacked from two sides", &["4k3/8/8/r2R3r/8/8/8/4K3 w - -"]);
}

#[test]
fn captures_and_recaptures_are_counted_correctly() {
    assert_counts_agree(
        "captured pieces lose their replies",
        &["4k3/8/8/3q4/8/2N5/8/4K3 w - -", "4k3/8/8/3n4/8/2N5/8/4K3 w - -"],
    );
    assert_counts_agree(
        "recapture",
        &["4k3/3r4/8/3p4/8/2N3B1/8/4K3 w - -", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - -"],
    );
    assert_counts_agree(
        "recapture with promotion",
        &["3k4/8/8/8/8/8/p5K1/1n2R3 w - -", "4k3/8/8/8/8/8/p6K/rN6 w - -"],
    );
    assert_counts_agree(
        "capture beside the king",
        &["4k3/3p4/8/6N1/Q7/8/8/4K3 w - -", "4k3/3p4/2B5/1Q6/8/8/8/4K3 w - -"],
    );
}

#[test]
fn blocked_and_unblocked_pawns_are_counted_correctly() {
    assert_counts_agree(
        "pawn pushes blocked and unblocked",
        &["4k3/4p3/4N3/8/8/8/8/4K3 w - -", "4k3/4p3/8/4N3/8/8/8/4K3 w - -"],
    );
    assert_counts_agree(
        "piece advances to the square before a pawn",
        &["4k3/4p3/8/4P3/8/8/8/4K3 w - -", "4k3/4p3/8/4R3/8/8/8/4K3 w - -"],
    );
    assert_counts_agree(
        "piece moves between the two squares before a pawn",
        &["4k3/4p3/4R3/8/8/8/8/4K3 w - -", "4k3/4p3/8/4Q3/8/8/8/4K3 w - -"],
    );
    assert_counts_agree(
        "capture of a pawn that attacks the capturing piece",
        &["4k3/8/8/4p3/3P4/8/8/4K3 w - -", "4k3/8/3p4/2B5/8/8/8/4K3 w - -"],
    );
    assert_counts_agree(
        "capture on the promotion rank",
        &["4k3/8/8/8/8/8/p5K1/N7 w - -", "4k3/8/8/8/8/8/3p4/2N1K3 w - -"],
    );
    assert_counts_agree(
        "promotions",
        &["4k3/P7/8/8/8/8/7p/4K3 w - -", "1r2k3/P7/8/8/8/8/8/4K3 w - -"],
    );
}

#[test]
fn ep_captures_are_counted_correctly() {
    assert_counts_agree(
        "ep capture after a double push",
        &["4k3/8/8/8/3p4/8/2P1P3/4K3 w - -", "4k3/8/8/8/3p1p2/8/4P3/4K3 w - -"],
    );
    assert_counts_agree(
        "ep capture removes both blockers of a rank",
        &["8/8/8/8/k2p3R/8/4P3/4K3 w - -", "8/8/8/K2pP2q/8/8/8/7k w - d6"],
    );
    assert_counts_agree(
        "ep capture by a pinned pawn",
        &["3k4/8/8/8/3p4/8/4P3/3RK3 w - -", "8/6k1/8/8/3p4/8/2P5/B3K3 w - -"],
    );
    assert_counts_agree(
        "ep capture of the checker",
        &["8/8/8/2k5/4p3/8/3P4/4K3 w - -", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3"],
    );
}

#[test]
fn king_replies_are_counted_correctly() {
    assert_counts_agree(
        "king square newly attacked",
        &["4k3/8/8/8/2N5/8/8/4K3 w - -", "6k1/8/8/8/8/8/1B6/R3K3 w - -"],
    );
    assert_counts_agree(
        "king square no longer attacked",
        &["k7/8/2N5/8/8/8/8/K7 w - -", "7k/5P2/5K2/8/8/8/8/8 w - -"],
    );
    assert_counts_agree(
        "line to the king zone opened",
        &["4k3/8/8/8/8/4N3/8/3KR3 w - -", "3k4/8/8/8/8/8/4P3/K3RN2 w - -"],
    );
    assert_counts_agree(
        "line to the king zone blocked",
        &["3k4/8/4R3/8/8/8/3N4/4RK2 w - -", "7k/8/8/8/8/1B6/3P4/4K1R1 w - -"],
    );
    assert_counts_agree(
        "king captures an undefended piece",
        &["8/8/8/3k4/3N4/8/8/4K3 w - -", "8/8/8/3k4/3P4/8/8/4K3 w - -"],
    );
}

#[test]
fn changed_pins_are_counted_correctly() {
    assert_counts_agree(
        "pinner departs",
        &["3k4/3n4/8/8/8/3R4/8/4K3 w - -", "3k4/3n4/8/8/8/3N4/3R4/4K3 w - -"],
    );
    assert_counts_agree(
        "pinner arrives",
        &["4k3/4n3/8/8/8/8/8/R3K3 w - -", "4k3/3p4/8/8/8/8/8/3BK3 w - -"],
    );
    assert_counts_agree(
        "piece moves between pinner and pinned",
        &["3k4/3n4/8/8/8/2N5/8/3RK3 w - -"],
    );
    assert_counts_agree("blocker of a pin departs", &["3k4/3N4/3n4/8/8/3R4/8/4K3 w - -"]);
    assert_counts_agree(
        "pieces of the side to move are pinned",
        &["4r2k/8/8/8/4R3/8/4P3/4K3 w - -", "4k3/8/8/q7/8/2N5/8/4K3 w - -"],
    );
}

#[test]
fn castling_is_counted_correctly() {
    assert_counts_agree(
        "castling of the side to move",
        &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "4k3/8/8/8/8/8/8/qR2K3 w B -"],
    );
    assert_counts_agree(
        "castling of the opponent prevented",
        &["r3k2r/8/8/8/8/8/8/1R2KR2 w kq -", "r3k2r/8/8/5N2/8/8/8/4K3 w kq -"],
    );
    assert_counts_agree(
        "castling of the opponent enabled",
        &["rN2k1Nr/8/8/8/8/8/8/4K3 w kq -", "r3k2r/8/8/8/8/8/8/3RKR2 w kq -"],
    );
    assert_counts_agree("castling rook captured", &["r3k2r/8/8/8/4B3/8/8/4K3 w kq -"]);
    assert_counts_agree(
        "castling from Chess960 files",
        &["rkr5/8/8/8/8/8/8/RKR5 w CAca -", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -"],
    );
}

#[test]
fn replies_to_checks_are_counted_correctly() {
    assert_counts_agree(
        "evasions of a check",
        &["4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "4k3/8/8/8/4q3/5n2/8/R3K3 w - -"],
    );
    assert_counts_agree("double check by knights", &["7k/8/8/8/8/3n1n2/8/4K3 w - -"]);
    assert_counts_agree("triple check", &["4r2k/8/8/8/7b/3n4/8/4K3 w - -"]);
}
