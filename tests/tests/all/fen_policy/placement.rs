//! The placement: its text, kings, pawns, material, and the checks on the board.

use super::{KINGS, accepted, composed, refused};

#[test]
fn placement_is_eight_ranks_of_eight() {
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
    refused("4k3/9/8/8/8/8/8/4K3 w", &unknown(7, "9"));
    refused("4k3/80/8/8/8/8/8/4K3 w", &unknown(7, "0"));
    refused("4k3/8/8/3x4/8/8/8/4K3 w", &unknown(5, "x"));
    refused("4k3/8/8/8/8/8/8/4K2\u{e9} w", &unknown(1, "\\xc3"));
    refused(b"4k3/8/8/8/\xff/8/8/4K3 w", &unknown(4, "\\xff"));
    refused(b"4k3/8/8/8/8/\0/8/4K3 w", &unknown(3, "\\x00"));
    refused("4k3/8/8/8/p8/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    refused("4k3/8/8/8/8p/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    refused("4k3/8/8/8/54/8/8/4K3 w", "placement: rank 4 has more than 8 squares");
    refused("4k3/7/8/8/8/8/8/4K3 w", "placement: rank 7 has 7 squares; expected 8");
    refused("4k3/8//8/8/8/8/4K3 w", "placement: rank 6 has 0 squares; expected 8");
    refused("/4k3/8/8/8/8/8/4K3 w", "placement: rank 8 has 0 squares; expected 8");
    refused("4k3/8/8/8/8/8/4K3 w", "placement: found 7 ranks; expected 8");
    refused("8 w", "placement: found 1 ranks; expected 8");
    refused(format!("{KINGS}/8 w"), "placement: found more than 8 ranks");
    refused(format!("{KINGS}/ w"), "placement: found more than 8 ranks");
}

#[test]
fn there_is_one_king_a_side() {
    refused("4k3/8/8/8/8/8/8/8 w", "placement: White has 0 kings; expected 1");
    refused("8/8/8/8/8/8/8/4K3 w", "placement: Black has 0 kings; expected 1");
    refused("4k3/8/8/8/8/8/8/2K1K3 w", "placement: White has 2 kings; expected 1");
    refused("k1k5/8/8/8/8/8/8/4K3 w", "placement: Black has 2 kings; expected 1");
    refused("8/8/8/3kK3/8/8/8/8 w", "placement: the kings are on adjacent squares");
    refused("8/8/8/3k4/4K3/8/8/8 b", "placement: the kings are on adjacent squares");
    accepted("8/8/8/2k1K3/8/8/8/8 w", "8/8/8/2k1K3/8/8/8/8 w - - 0 1");
}

#[test]
fn the_opponent_is_not_in_check() {
    const WHY: &str = "side to move: the opponent of the side to move is in check";
    refused("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", WHY);
    refused("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", WHY);
    refused("4k3/8/8/8/8/3n4/8/4K3 b - - 0 1", WHY);
}

#[test]
fn material_could_have_arisen() {
    refused(
        "4k3/8/8/8/8/8/8/P3K3 w",
        "placement: found a pawn on a1; expected none on ranks 1 and 8",
    );
    refused(
        "4k2P/8/8/8/8/8/8/4K3 w",
        "placement: found a pawn on h8; expected none on ranks 1 and 8",
    );
    refused(
        "4k3/8/8/8/8/8/8/p3K3 w",
        "placement: found a pawn on a1; expected none on ranks 1 and 8",
    );
    refused("4k3/pppppppp/p7/8/8/8/8/4K3 w", "placement: Black has 9 pawns; expected at most 8");
    refused("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", "placement: White has 9 pawns; expected at most 8");
    refused(
        "4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w",
        "placement: White has 17 pieces; expected at most 16",
    );
    let promoted = |color, promoted, missing| {
        format!(
            "placement: {color} has {promoted} promoted pieces; \
             expected at most {missing}, the number of missing pawns"
        )
    };
    refused("4k3/8/8/8/8/8/PPPPPPPP/3QKQ2 w", &promoted("White", 1, 0));
    refused("3qkq2/pppppppp/8/8/8/8/8/4K3 w", &promoted("Black", 1, 0));
    refused("4k3/8/8/8/8/8/PPPPPPPP/RRR1K3 w", &promoted("White", 1, 0));
    refused("4k3/8/8/8/8/8/PPPPPPPP/NNN1K3 w", &promoted("White", 1, 0));
    // Two bishops on squares of one colour.
    refused("4k3/8/8/8/8/8/PPPPPPPP/B1B1K3 w", &promoted("White", 1, 0));
    refused("4k3/8/8/8/8/8/PPPPPPPP/1B1BK3 w", &promoted("White", 1, 0));
    accepted("4k3/8/8/8/8/8/PPPPPPPP/BB2K3 w", "4k3/8/8/8/8/8/PPPPPPPP/BB2K3 w - - 0 1");
    accepted("4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w", "4k3/8/8/8/8/8/PPPPPPP1/B1B1K3 w - - 0 1");
    // Nine queens are the most; one more pawn or queen is too much.
    let queens = "7k/8/8/8/8/8/QQ2QQQ1/KQQ2QQ1 b - - 0 1";
    accepted(queens, queens);
    refused("7k/8/8/8/8/P7/QQ2QQQ1/KQQ2QQ1 b", &promoted("White", 8, 7));
    refused("7k/8/8/8/8/8/QQQ1QQQ1/KQQ2QQ1 b", &promoted("White", 9, 8));
}

#[test]
fn checkers_could_have_arisen() {
    composed("4k3/4r3/8/8/r3K2r/8/8/8 w - - 0 1", "more than two pieces give check");
    composed("4k3/8/3n1n2/8/4K3/8/8/8 w - - 0 1", "two knights or pawns give check");
    composed("4k3/8/3n4/5p2/4K3/8/8/8 w - - 0 1", "two knights or pawns give check");
    composed("4k3/8/8/8/r3K2r/8/8/8 w - - 0 1", "two sliders attack the king along one line");
}

#[test]
fn an_en_passant_square_explains_the_check() {
    const WHY: &str = "the double push over the en passant square does not explain the check";
    composed("4k3/8/K6r/3pP3/8/8/8/8 w - d6 0 1", WHY);
    composed("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", WHY);
    composed("4k3/8/8/2KpP3/8/1n6/8/8 w - d6 0 1", WHY);
    // By the pawn itself, and by a slider that it uncovered.
    for fen in ["8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "8/8/8/8/3Pp3/8/k6R/4K3 b - d3 0 1"] {
        accepted(fen, fen);
    }
}
