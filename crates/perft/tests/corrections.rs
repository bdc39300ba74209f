//! The deltas of delta counting, rule by rule: every back end verified against plain recursion,
//! on positions where the rule decides.

use tabiya_movegen::{FenOptions, Position};
use tabiya_perft::{Backend, Perft};

/// Counts leaves by generating and making all moves.
fn plain(position: &Position, depth: u8) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&mv| plain(&position.after(mv), depth - 1)).sum()
}

#[track_caller]
fn check(rule: &str, fens: &[&str]) {
    for fen in fens {
        let position = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
        let position = position.unwrap_or_else(|error| panic!("{fen}: {error}"));
        for depth in 2..=3 {
            let expected = u128::from(plain(&position, depth));
            for backend in Backend::ALL {
                let Ok(perft) = Perft::with(backend) else { continue };
                let found = perft.count(&position, depth);
                assert_eq!(found, expected, "{rule}: {fen} depth {depth} by {backend}");
            }
        }
    }
}

#[test]
fn blockers_on_rays() {
    check("arrives", &["4k3/8/8/r7/8/8/3N4/4K3 w - -", "3qk3/8/8/8/1b5r/8/P1P3PP/4K1N1 w - -"]);
    check("leaves", &["4k3/8/8/r2N2P1/8/8/8/4K3 w - -", "4k3/8/2b5/8/4N3/8/6P1/1K5B w - -"]);
    check("moves along", &["4k3/8/8/r2R4/8/8/8/4K3 w - -", "4k3/r7/8/P7/8/8/8/4K3 w - -"]);
    check("hit from both ends", &["4k3/8/8/r2R3r/8/8/8/4K3 w - -"]);
}

#[test]
fn captures() {
    check("victims", &["4k3/8/8/3q4/8/2N5/8/4K3 w - -", "4k3/8/8/3n4/8/2N5/8/4K3 w - -"]);
    check("taken back", &["4k3/3r4/8/3p4/8/2N3B1/8/4K3 w - -", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - -"]);
    check(
        "promoting recapture",
        &["3k4/8/8/8/8/8/p5K1/1n2R3 w - -", "4k3/8/8/8/8/8/p6K/rN6 w - -"],
    );
    check(
        "beside the king",
        &["4k3/3p4/8/6N1/Q7/8/8/4K3 w - -", "4k3/3p4/2B5/1Q6/8/8/8/4K3 w - -"],
    );
}

#[test]
fn pawns() {
    check("stopped and freed", &["4k3/4p3/4N3/8/8/8/8/4K3 w - -", "4k3/4p3/8/4N3/8/8/8/4K3 w - -"]);
    check(
        "both squares before",
        &["4k3/4p3/8/4P3/8/8/8/4K3 w - -", "4k3/4p3/8/4R3/8/8/8/4K3 w - -"],
    );
    check(
        "between the squares",
        &["4k3/4p3/4R3/8/8/8/8/4K3 w - -", "4k3/4p3/8/4Q3/8/8/8/4K3 w - -"],
    );
    check("taken and freed", &["4k3/8/8/4p3/3P4/8/8/4K3 w - -", "4k3/8/3p4/2B5/8/8/8/4K3 w - -"]);
    check("on the last rank", &["4k3/8/8/8/8/8/p5K1/N7 w - -", "4k3/8/8/8/8/8/3p4/2N1K3 w - -"]);
    check("promotions", &["4k3/P7/8/8/8/8/7p/4K3 w - -", "1r2k3/P7/8/8/8/8/8/4K3 w - -"]);
}

#[test]
fn en_passant() {
    check(
        "after a double step",
        &["4k3/8/8/8/3p4/8/2P1P3/4K3 w - -", "4k3/8/8/8/3p1p2/8/4P3/4K3 w - -"],
    );
    check("both shields go", &["8/8/8/8/k2p3R/8/4P3/4K3 w - -", "8/8/8/K2pP2q/8/8/8/7k w - d6"]);
    check(
        "the pawn is pinned",
        &["3k4/8/8/8/3p4/8/4P3/3RK3 w - -", "8/6k1/8/8/3p4/8/2P5/B3K3 w - -"],
    );
    check("against check", &["8/8/8/2k5/4p3/8/3P4/4K3 w - -", "8/8/8/2k5/3Pp3/8/8/4K3 b - d3"]);
}

#[test]
fn the_king_that_replies() {
    check(
        "a square is taken from it",
        &["4k3/8/8/8/2N5/8/8/4K3 w - -", "6k1/8/8/8/8/8/1B6/R3K3 w - -"],
    );
    check("a square is given back", &["k7/8/2N5/8/8/8/8/K7 w - -", "7k/5P2/5K2/8/8/8/8/8 w - -"]);
    check("a line is opened", &["4k3/8/8/8/8/4N3/8/3KR3 w - -", "3k4/8/8/8/8/8/4P3/K3RN2 w - -"]);
    check(
        "a line is closed",
        &["3k4/8/4R3/8/8/8/3N4/4RK2 w - -", "7k/8/8/8/8/1B6/3P4/4K1R1 w - -"],
    );
    check("stands undefended", &["8/8/8/3k4/3N4/8/8/4K3 w - -", "8/8/8/3k4/3P4/8/8/4K3 w - -"]);
}

#[test]
fn pins() {
    check(
        "the pinner leaves",
        &["3k4/3n4/8/8/8/3R4/8/4K3 w - -", "3k4/3n4/8/8/8/3N4/3R4/4K3 w - -"],
    );
    check("it arrives", &["4k3/4n3/8/8/8/8/8/R3K3 w - -", "4k3/3p4/8/8/8/8/8/3BK3 w - -"]);
    check("somebody steps between", &["3k4/3n4/8/8/8/2N5/8/3RK3 w - -"]);
    check("a shield steps aside", &["3k4/3N4/3n4/8/8/3R4/8/4K3 w - -"]);
    check(
        "our own are pinned",
        &["4r2k/8/8/8/4R3/8/4P3/4K3 w - -", "4k3/8/8/q7/8/2N5/8/4K3 w - -"],
    );
}

#[test]
fn castling() {
    check("ours", &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "4k3/8/8/8/8/8/8/qR2K3 w B -"]);
    check(
        "theirs is stopped",
        &["r3k2r/8/8/8/8/8/8/1R2KR2 w kq -", "r3k2r/8/8/5N2/8/8/8/4K3 w kq -"],
    );
    check("theirs is freed", &["rN2k1Nr/8/8/8/8/8/8/4K3 w kq -", "r3k2r/8/8/8/8/8/8/3RKR2 w kq -"]);
    check("the rook is taken", &["r3k2r/8/8/8/4B3/8/8/4K3 w kq -"]);
    check(
        "from other files",
        &["rkr5/8/8/8/8/8/8/RKR5 w CAca -", "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb -"],
    );
}

#[test]
fn checks() {
    check("evasions", &["4k3/8/8/8/4r3/8/8/R3K2R w KQ -", "4k3/8/8/8/4q3/5n2/8/R3K3 w - -"]);
    check("two leapers at once", &["7k/8/8/8/8/3n1n2/8/4K3 w - -"]);
    check("three checkers", &["4r2k/8/8/8/7b/3n4/8/4K3 w - -"]);
}
