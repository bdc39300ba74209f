//! The catalogue of bugs: knights, sliders and attacks.

use super::info::{BugInfo, Example};
use crate::diagnosis::bug::Bug;

pub(super) const BUGS: [BugInfo; 10] = [
    BugInfo {
        bug: Bug::KnightWrapFileA,
        name: "knight-wrap-file-a",
        clause: "knight moves wrapped from the a-file to the h-file",
        rule: "The offsets of a knight lead from the files a and b to g and h, unless a mask or a \
               file test excludes them.",
        example: Example { fen: "2k5/8/1n6/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 10, wrong: 12 },
    },
    BugInfo {
        bug: Bug::KnightWrapFileH,
        name: "knight-wrap-file-h",
        clause: "knight moves wrapped from the h-file to the a-file",
        rule: "The offsets of a knight lead from the files g and h to a and b, unless a mask or a \
               file test excludes them.",
        example: Example { fen: "8/8/2k5/8/8/5K2/6n1/8 b - - 0 1", depth: 1, right: 12, wrong: 14 },
    },
    BugInfo {
        bug: Bug::KingWrapFileA,
        name: "king-wrap-file-a",
        clause: "king moves wrapped from the a-file to the h-file",
        rule: "The offsets of a king lead from the a-file to the h-file, unless a mask or a file \
               test excludes them.",
        example: Example { fen: "4k3/8/8/8/8/8/K7/8 w - - 0 1", depth: 1, right: 5, wrong: 7 },
    },
    BugInfo {
        bug: Bug::KingWrapFileH,
        name: "king-wrap-file-h",
        clause: "king moves wrapped from the h-file to the a-file",
        rule: "The offsets of a king lead from the h-file to the a-file, unless a mask or a file \
               test excludes them.",
        example: Example { fen: "8/8/8/8/8/8/7k/4K3 b - - 0 1", depth: 1, right: 5, wrong: 8 },
    },
    BugInfo {
        bug: Bug::QueenLacksDiagonals,
        name: "queen-lacks-diagonals",
        clause: "the queen did not move on diagonals",
        rule: "A queen moves and attacks like a rook and a bishop together.",
        example: Example { fen: "2k5/8/4Q3/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 4, wrong: 5 },
    },
    BugInfo {
        bug: Bug::QueenLacksRanksAndFiles,
        name: "queen-lacks-ranks-and-files",
        clause: "the queen did not move on ranks and files",
        rule: "A queen moves and attacks like a rook and a bishop together.",
        example: Example { fen: "8/8/8/8/2q5/8/6k1/4K3 b - - 0 1", depth: 1, right: 31, wrong: 17 },
    },
    BugInfo {
        bug: Bug::SliderContinuesAfterCapture,
        name: "slider-continues-after-capture",
        clause: "sliders moved on behind a piece that they can capture",
        rule: "A slider stops at the first piece on its line. It may capture that piece, but not \
               pass it.",
        example: Example { fen: "8/8/8/K7/1R3p1k/8/8/8 w - - 0 1", depth: 1, right: 16, wrong: 18 },
    },
    BugInfo {
        bug: Bug::PawnAttacksIgnored,
        name: "pawn-attacks-ignored",
        clause: "attacks by pawns were ignored",
        rule: "A pawn gives check, and it attacks the squares of its captures.",
        example: Example { fen: "8/k7/8/8/8/8/5p1K/8 w - - 0 1", depth: 1, right: 4, wrong: 5 },
    },
    BugInfo {
        bug: Bug::KnightAttacksIgnored,
        name: "knight-attacks-ignored",
        clause: "attacks by knights were ignored",
        rule: "A knight gives check, and it attacks the squares of its moves.",
        example: Example { fen: "4k3/7N/8/8/8/8/8/5K2 b - - 0 1", depth: 1, right: 4, wrong: 5 },
    },
    BugInfo {
        bug: Bug::PawnPushesAttack,
        name: "pawn-pushes-attack",
        clause: "a pawn attacked the square in front of it",
        rule: "A pawn attacks diagonally. The square of its push is not attacked.",
        example: Example { fen: "4k3/8/8/8/8/3p4/8/4K3 w - - 0 1", depth: 1, right: 4, wrong: 3 },
    },
];
