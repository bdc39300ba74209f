//! The catalogue of bugs: pawn moves and promotions.

use super::info::{BugInfo, Example};
use crate::diagnosis::bug::Bug;

pub(super) const BUGS: [BugInfo; 15] = [
    BugInfo {
        bug: Bug::OnlyQueenPromotions,
        name: "only-queen-promotions",
        clause: "pawns promoted to queens only",
        rule: "A pawn promotes to a queen, rook, bishop or knight, which are four moves.",
        example: Example { fen: "2K5/4P3/8/8/8/8/8/3k4 w - - 0 1", depth: 1, right: 9, wrong: 6 },
    },
    BugInfo {
        bug: Bug::NoCapturePromotions,
        name: "no-capture-promotions",
        clause: "promotions by capture were missing",
        rule: "A pawn that captures on the last rank promotes, too.",
        example: Example {
            fen: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
            depth: 1,
            right: 11,
            wrong: 7,
        },
    },
    BugInfo {
        bug: Bug::NoPushPromotions,
        name: "no-push-promotions",
        clause: "promotions by a push were missing",
        rule: "A pawn that a push takes to the last rank promotes.",
        example: Example { fen: "2K5/4P3/8/8/8/8/8/3k4 w - - 0 1", depth: 1, right: 9, wrong: 5 },
    },
    BugInfo {
        bug: Bug::NoRookBishopPromotions,
        name: "no-rook-bishop-promotions",
        clause: "promotions to rook and bishop were missing",
        rule: "All four promotions count, also those that a queen makes superfluous in play.",
        example: Example { fen: "2K5/4P3/8/8/8/8/8/3k4 w - - 0 1", depth: 1, right: 9, wrong: 7 },
    },
    BugInfo {
        bug: Bug::NoKnightPromotions,
        name: "no-knight-promotions",
        clause: "promotions to a knight were missing",
        rule: "A pawn may promote to a knight, which a queen does not replace.",
        example: Example { fen: "2K5/4P3/8/8/8/8/8/3k4 w - - 0 1", depth: 1, right: 9, wrong: 8 },
    },
    BugInfo {
        bug: Bug::CapturePromotionsOnlyQueen,
        name: "capture-promotions-only-queen",
        clause: "promotions by capture yielded queens only",
        rule: "A capture on the last rank has the same four promotions as a push.",
        example: Example {
            fen: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
            depth: 1,
            right: 11,
            wrong: 8,
        },
    },
    BugInfo {
        bug: Bug::PawnNotPromoted,
        name: "pawn-not-promoted",
        clause: "a pawn on the last rank stayed a pawn",
        rule: "A pawn on the last rank becomes another piece in the same move.",
        example: Example { fen: "2K5/4P3/8/8/8/8/8/3k4 w - - 0 1", depth: 1, right: 9, wrong: 6 },
    },
    BugInfo {
        bug: Bug::PromotionNoEvasion,
        name: "promotion-no-evasion",
        clause: "promotions were not generated as evasions",
        rule: "A promotion may block a check or capture the checking piece.",
        example: Example {
            fen: "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
            depth: 1,
            right: 11,
            wrong: 3,
        },
    },
    BugInfo {
        bug: Bug::NoDoublePush,
        name: "no-double-push",
        clause: "double pushes were never generated",
        rule: "A pawn on its first square may move two squares if both are empty.",
        example: Example { fen: "2k5/3p4/8/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 6, wrong: 5 },
    },
    BugInfo {
        bug: Bug::DoublePushOverPiece,
        name: "double-push-over-piece",
        clause: "a double push ignored a piece on the square between",
        rule: "Both squares in front of the pawn must be empty.",
        example: Example { fen: "7K/7p/7k/8/8/8/8/8 b - - 0 1", depth: 1, right: 3, wrong: 4 },
    },
    BugInfo {
        bug: Bug::DoublePushCaptures,
        name: "double-push-captures",
        clause: "a double push could capture",
        rule: "Pawns capture diagonally only, so the target of a push must be empty.",
        example: Example { fen: "4k3/8/8/8/1p6/8/1P6/4K3 w - - 0 1", depth: 1, right: 6, wrong: 7 },
    },
    BugInfo {
        bug: Bug::DoublePushFromAnyRank,
        name: "double-push-from-any-rank",
        clause: "pawns made double pushes from any rank",
        rule: "Only a pawn on its first square, on the second rank of its side, may move two \
               squares.",
        example: Example { fen: "2k5/8/6p1/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 6, wrong: 7 },
    },
    BugInfo {
        bug: Bug::PawnPushCaptures,
        name: "pawn-push-captures",
        clause: "pawn pushes could capture",
        rule: "Pawns capture diagonally only, so the target of a push must be empty.",
        example: Example { fen: "8/k7/8/8/8/4p3/4P2K/8 w - - 0 1", depth: 1, right: 5, wrong: 6 },
    },
    BugInfo {
        bug: Bug::PawnWrapFileA,
        name: "pawn-wrap-file-a",
        clause: "pawn captures wrapped from the a-file to the h-file",
        rule: "A shift by 7 or 9 bits leads from the a-file to the h-file of another rank. A mask \
               must remove these squares.",
        example: Example { fen: "8/4k3/8/8/8/p7/8/6K1 w - - 0 1", depth: 1, right: 5, wrong: 4 },
    },
    BugInfo {
        bug: Bug::PawnWrapFileH,
        name: "pawn-wrap-file-h",
        clause: "pawn captures wrapped from the h-file to the a-file",
        rule: "A shift by 7 or 9 bits leads from the h-file to the a-file of another rank. A mask \
               must remove these squares.",
        example: Example { fen: "8/8/8/3k4/8/7p/1K6/8 w - - 0 1", depth: 1, right: 8, wrong: 7 },
    },
];
