//! The catalogue of bugs: castling.

use super::info::{BugInfo, Example};
use crate::diagnosis::bug::Bug;

pub(super) const BUGS: [BugInfo; 17] = [
    BugInfo {
        bug: Bug::NoCastling,
        name: "no-castling",
        clause: "castling was never generated",
        rule: "The king moves two squares towards a rook, which jumps over the king, if neither \
               has moved.",
        example: Example { fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", depth: 1, right: 16, wrong: 15 },
    },
    BugInfo {
        bug: Bug::NoKingsideCastling,
        name: "no-kingside-castling",
        clause: "kingside castling was never generated",
        rule: "The king castles with the rook on the h-file side.",
        example: Example { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", depth: 1, right: 15, wrong: 14 },
    },
    BugInfo {
        bug: Bug::NoQueensideCastling,
        name: "no-queenside-castling",
        clause: "queenside castling was never generated",
        rule: "The king castles with the rook on the a-file side.",
        example: Example { fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", depth: 1, right: 16, wrong: 15 },
    },
    BugInfo {
        bug: Bug::CastlingOutOfCheck,
        name: "castling-out-of-check",
        clause: "the king could castle out of check",
        rule: "A king in check must not castle.",
        example: Example { fen: "4k2r/8/8/8/Q7/8/8/6K1 b k - 0 1", depth: 1, right: 4, wrong: 5 },
    },
    BugInfo {
        bug: Bug::CastlingThroughCheck,
        name: "castling-through-check",
        clause: "the king could castle across an attacked square",
        rule: "No square that the king crosses may be attacked.",
        example: Example {
            fen: "r3k3/8/3Q4/8/8/8/8/4K3 b q - 0 1",
            depth: 1,
            right: 11,
            wrong: 12,
        },
    },
    BugInfo {
        bug: Bug::CastlingIntoCheck,
        name: "castling-into-check",
        clause: "the king could castle to an attacked square",
        rule: "The target square of the king must not be attacked.",
        example: Example { fen: "8/8/8/8/8/8/1k6/R3K3 w Q - 0 1", depth: 1, right: 15, wrong: 16 },
    },
    BugInfo {
        bug: Bug::CastlingB1MustBeSafe,
        name: "castling-b1-must-be-safe",
        clause: "queenside castling required a safe b-file square",
        rule: "Only the squares of the king must be safe. The rook may cross an attacked square.",
        example: Example {
            fen: "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            depth: 1,
            right: 16,
            wrong: 15,
        },
    },
    BugInfo {
        bug: Bug::CastlingB1NeedNotBeEmpty,
        name: "castling-b1-need-not-be-empty",
        clause: "queenside castling ignored a piece on the b-file square",
        rule: "All squares between king and rook must be empty, also those that only the rook \
               crosses.",
        example: Example { fen: "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", depth: 1, right: 15, wrong: 16 },
    },
    BugInfo {
        bug: Bug::CastlingRookMustBeSafe,
        name: "castling-rook-must-be-safe",
        clause: "castling required that the rook is not attacked",
        rule: "An attacked rook may castle. Only the squares of the king must be safe.",
        example: Example {
            fen: "4k3/6b1/8/8/8/8/8/R3K3 w Q - 0 1",
            depth: 1,
            right: 16,
            wrong: 15,
        },
    },
    BugInfo {
        bug: Bug::CastlingIgnoresPawnAttacks,
        name: "castling-ignores-pawn-attacks",
        clause: "castling ignored attacks by pawns",
        rule: "A pawn attacks the squares of its captures, also while they are empty.",
        example: Example {
            fen: "4k3/8/8/8/8/8/6p1/4K2R w K - 0 1",
            depth: 1,
            right: 13,
            wrong: 14,
        },
    },
    BugInfo {
        bug: Bug::CastlingRookStays,
        name: "castling-rook-stays",
        clause: "the rook stayed in its corner when the king castles",
        rule: "Castling moves the rook to the square that the king has crossed.",
        example: Example { fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", depth: 2, right: 71, wrong: 72 },
    },
    BugInfo {
        bug: Bug::CastlingRightKeptWhenKingMoves,
        name: "castling-right-kept-when-king-moves",
        clause: "the castling rights survived a king move",
        rule: "A king that has moved never castles, even back on its first square.",
        example: Example {
            fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            depth: 5,
            right: 133987,
            wrong: 134157,
        },
    },
    BugInfo {
        bug: Bug::CastlingRightKeptWhenRookMoves,
        name: "castling-right-kept-when-rook-moves",
        clause: "the castling right survived a move of its rook",
        rule: "A rook that has moved never castles. Here the king castles even if the rook is \
               elsewhere.",
        example: Example {
            fen: "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            depth: 3,
            right: 1286,
            wrong: 1316,
        },
    },
    BugInfo {
        bug: Bug::CastlingRightKeptWhenRookIsCaptured,
        name: "castling-right-kept-when-rook-is-captured",
        clause: "the castling right survived the capture of its rook",
        rule: "The capture of a rook on its first square ends the castling right. Here the king \
               castles with the piece on that square.",
        example: Example {
            fen: "1k6/1b6/8/8/8/8/8/4K2R b K - 0 1",
            depth: 2,
            right: 178,
            wrong: 179,
        },
    },
    BugInfo {
        bug: Bug::CastlingRightKeptAfterPromotion,
        name: "castling-right-kept-after-promotion",
        clause: "the castling right survived the capture of its rook by a promoting pawn",
        rule: "A capture with promotion on the square of a rook ends the castling right, like any \
               other capture.",
        example: Example {
            fen: "r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1",
            depth: 2,
            right: 124,
            wrong: 126,
        },
    },
    BugInfo {
        bug: Bug::CastlingRightFromPlacement,
        name: "castling-right-from-placement",
        clause: "castling required only king and rook on their first squares",
        rule: "Castling rights are lost for good. King and rook on their first squares may have \
               moved or may be another rook.",
        example: Example {
            fen: "4k3/7R/8/8/8/8/6b1/4K2R b K - 0 1",
            depth: 4,
            right: 70986,
            wrong: 70991,
        },
    },
    BugInfo {
        bug: Bug::CastlingRookMoveLosesBothRights,
        name: "castling-rook-move-loses-both-rights",
        clause: "a rook move ended both castling rights",
        rule: "A rook move ends the right on the side of that rook only.",
        example: Example {
            fen: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            depth: 3,
            right: 3189,
            wrong: 3108,
        },
    },
];
