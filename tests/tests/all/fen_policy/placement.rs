//! Tests for the placement: syntax, kings, pawns, material, and impossible checks.

use super::{KINGS, accepted, composed, rejected};

#[test]
fn placement_other_than_eight_ranks_with_eight_squares_is_rejected() {
    for ranks in ["44/8/8/8/8/8", "11111111/8/8/8/8/8", "17/71/224/8/8/8"] {
        let fen = format!("4k3/{ranks}/4K3 w - - 0 1");
        accepted(&fen, &format!("{KINGS} w - - 0 1"));
    }
    let unknown = |rank, found: &str| {
        format!(
            "placement: found \"{found}\" in rank {rank}; \
             expected a piece (pnbrqkPNBRQK) or a digit from 1 to 8"
        )
    };
    rejected("4k3/9/8/8/8/8/8/4K3 w", &unknown(7, "9"));
    rejected("4k3/80/8/8/8/8/8/4K3 w", &unknown(7, "0"));
    rejected("4k3/8/8/3x4/8/8/8/4K3 w", &unknown(5, "x"));
    rejected("4k3/8/8/8/8/8/8/4K2\u{e9} w", &unknown(1, "é"));
    rejected(b"4k3/8/8/8/8/8/8/4K2\xc3 w", &unknown(1, "\\xc3"));
    rejected(b"4k3/8/8/8/\xff/8/8/4K3 w", &unknown(4, "\\xff"));
    rejected(b"4k3/8/8/8/8/\0/8/4K3 w", &unknown(3, "\\0"));
    rejected("4k3/8/8/8/p8/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    rejected("4k3/8/8/8/8p/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    rejected("4k3/8/8/8/54/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    rejected("4k3/7/8/8/8/8/8/4K3 w", "placement: rank 7 has 7 squares; expected 8");
    rejected("4k3/8//8/8/8/8/4K3 w", "placement: rank 6 has 0 squares; expected 8");
    rejected("/4k3/8/8/8/8/8/4K3 w", "placement: rank 8 has 0 squares; expected 8");
    rejected("4k3/8/8/8/8/8/4K3 w", "placement: found 7 ranks; expected 8");
    rejected("8 w", "placement: found 1 ranks; expected 8");
    rejected(format!("{KINGS}/8 w"), "placement: found more than 8 ranks");
    rejected(format!("{KINGS}/ w"), "placement: found more than 8 ranks");
}

#[test]
fn king_count_other_than_one_per_side_and_adjacent_kings_are_rejected() {
    rejected("4k3/8/8/8/8/8/8/8 w", "placement: White has 0 kings; expected 1");
    rejected("8/8/8/8/8/8/8/4K3 w", "placement: Black has 0 kings; expected 1");
    rejected("4k3/8/8/8/8/8/8/2K1K3 w", "placement: White has 2 kings; expected 1");
    rejected("k1k5/8/8/8/8/8/8/4K3 w", "placement: Black has 2 kings; expected 1");
    rejected("8/8/8/3kK3/8/8/8/8 w", "placement: the kings are on adjacent squares");
    rejected("8/8/8/3k4/4K3/8/8/8 b", "placement: the kings are on adjacent squares");
    accepted("8/8/8/2k1K3/8/8/8/8 w", "8/8/8/2k1K3/8/8/8/8 w - - 0 1");
}

#[test]
fn opponent_in_check_is_rejected() {
    const MESSAGE: &str = "side to move: the opponent of the side to move is in check";
    rejected("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", MESSAGE);
    rejected("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", MESSAGE);
    rejected("4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", MESSAGE);
}

#[test]
fn impossible_material_is_rejected() {
    rejected(
        "4k3/8/8/8/8/8/8/P3K3 w",
        "placement: found a pawn on a1; expected none on ranks 1 and 8",
    );
    rejected(
        "4k2P/8/8/8/8/8/8/4K3 w",
        "placement: found a pawn on h8; expected none on ranks 1 and 8",
    );
    rejected(
        "4k3/8/8/8/8/8/8/p3K3 w",
        "placement: found a pawn on a1; expected none on ranks 1 and 8",
    );
    rejected("4k3/pppppppp/p7/8/8/8/8/4K3 w", "placement: Black has 9 pawns; expected at most 8");
    rejected("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "placement: White has 9 pawns; expected at most 8");
    rejected(
        "4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w",
        "placement: White has 17 pieces; expected at most 16",
    );
    let promoted = |color, promoted: &str, missing| {
        format!(
            "placement: {color} has {promoted}; \
             expected at most {missing}, the number of missing pawns"
        )
    };
    let white = |pieces| promoted("White", &format!("1 promoted piece ({pieces})"), 0);
    rejected("4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w", &white("2 queens"));
    rejected(
        "3qkq2/pppppppp/8/8/8/8/8/4K3 w",
        &promoted("Black", "1 promoted piece (2 queens)", 0),
    );
    rejected("4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w", &white("3 rooks"));
    rejected("4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w", &white("3 knights"));
    // Two bishops on squares of the same color.
    rejected("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w", &white("2 bishops on dark squares"));
    rejected("4k3/8/8/8/8/8/PPPPPPPP/1B1BK3 w", &white("2 bishops on light squares"));
    // Each cause is named, in one order.
    rejected("4k3/8/8/8/8/8/PPPPPPPP/NNNBBKRR w", &white("3 knights"));
    let causes = "3 promoted pieces (3 knights, 2 bishops on light squares, 2 queens)";
    rejected("qqk5/8/8/8/8/8/PPPPPPP1/NNNBKBQQ w - -", &promoted("White", causes, 1));
    accepted("4k3/8/8/8/8/8/PPPPPPPP/BB2K3 w", "4k3/8/8/8/8/8/PPPPPPPP/BB2K3 w - - 0 1");
    accepted("4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w", "4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w - - 0 1");
    // Nine queens are the maximum; an additional pawn or queen is rejected.
    let queens = "7k/8/8/8/8/8/QQ2QQQ1/KQQ2QQ1 b - - 0 1";
    accepted(queens, queens);
    rejected(
        "7k/8/8/8/8/P7/QQ2QQQ1/KQQ2QQ1 b",
        &promoted("White", "8 promoted pieces (9 queens)", 7),
    );
    rejected(
        "7k/8/8/8/8/8/QQQ1QQQ1/KQQ2QQ1 b",
        &promoted("White", "9 promoted pieces (10 queens)", 8),
    );
}

#[test]
fn impossible_checkers_are_rejected_unless_allowed() {
    composed("4k3/4r3/8/8/r3K2r/8/8/8 w - - 0 1", "more than two pieces give check");
    composed("4k3/8/3n1n2/8/4K3/8/8/8 w - - 0 1", "two knights or pawns give check");
    composed("4k3/8/3n4/5p2/4K3/8/8/8 w - - 0 1", "two knights or pawns give check");
    composed("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", "two sliders attack the king along one line");
}

#[test]
fn ep_square_that_does_not_explain_check_is_rejected_unless_allowed() {
    const REASON: &str = "the double push over the en passant square does not explain the check";
    composed("4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", REASON);
    composed("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", REASON);
    composed("4k3/8/8/2KpP3/8/1n6/8/8 w - d6 0 1", REASON);
    // Check by the pushed pawn, and by a slider that it discovered.
    for fen in ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "8/8/8/8/3Pp3/8/k6R/4K3 b - d3 0 1"] {
        accepted(fen, fen);
    }
}
