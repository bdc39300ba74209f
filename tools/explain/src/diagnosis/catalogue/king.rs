//! The catalogue of bugs: king safety, pins and checks.

use super::info::{BugInfo, Example};
use crate::diagnosis::bug::Bug;

pub(super) const BUGS: [BugInfo; 19] = [
    BugInfo {
        bug: Bug::KingCapturesProtectedPiece,
        name: "king-captures-protected-piece",
        clause: "the king could capture protected pieces",
        rule: "The king must not capture a piece on a square that another piece attacks.",
        example: Example { fen: "8/8/5n2/4K1k1/8/8/8/8 w - - 0 1", depth: 1, right: 3, wrong: 4 },
    },
    BugInfo {
        bug: Bug::KingStepsBackAlongRay,
        name: "king-steps-back-along-ray",
        clause: "the king could step back along the line of a checking slider",
        rule: "The square behind the king is attacked, too. The danger must be computed without \
               the king on the board.",
        example: Example { fen: "8/8/5k2/5Q2/8/3K4/8/8 b - - 0 1", depth: 1, right: 3, wrong: 4 },
    },
    BugInfo {
        bug: Bug::KingsMayBeAdjacent,
        name: "kings-may-be-adjacent",
        clause: "kings could stand on adjacent squares",
        rule: "A king attacks its adjacent squares, so the kings never touch.",
        example: Example { fen: "4k3/6K1/8/8/8/8/8/8 b - - 0 1", depth: 1, right: 3, wrong: 5 },
    },
    BugInfo {
        bug: Bug::KingIgnoresPawnAttacks,
        name: "king-ignores-pawn-attacks",
        clause: "the king could move to squares that pawns attack",
        rule: "A pawn attacks the squares of its captures, also while they are empty.",
        example: Example { fen: "8/k7/8/8/8/8/5p1K/8 w - - 0 1", depth: 1, right: 4, wrong: 5 },
    },
    BugInfo {
        bug: Bug::KingMovesIntoCheck,
        name: "king-moves-into-check",
        clause: "king moves were not tested for attacks",
        rule: "The king must not move to an attacked square.",
        example: Example { fen: "8/8/8/8/8/8/6k1/4K3 b - - 0 1", depth: 1, right: 6, wrong: 8 },
    },
    BugInfo {
        bug: Bug::LegalityNotTested,
        name: "legality-not-tested",
        clause: "no move was tested for attacks on the king",
        rule: "A move must not leave the king attacked. Pseudo-legal moves need this test, also \
               at the leaves.",
        example: Example { fen: "8/8/8/8/8/8/6k1/4K3 b - - 0 1", depth: 1, right: 6, wrong: 8 },
    },
    BugInfo {
        bug: Bug::PinnedPieceFrozen,
        name: "pinned-piece-frozen",
        clause: "pinned pieces could not move at all",
        rule: "A pinned piece may move along the line of the pin, and may capture the pinning \
               piece.",
        example: Example { fen: "2k5/3p4/4Q3/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 5, wrong: 4 },
    },
    BugInfo {
        bug: Bug::PinnedPieceFree,
        name: "pinned-piece-free",
        clause: "pinned pieces could move freely",
        rule: "A pinned piece must stay on the line between the king and the pinning piece.",
        example: Example { fen: "2k5/3p4/4Q3/8/8/8/8/4K3 b - - 0 1", depth: 1, right: 5, wrong: 7 },
    },
    BugInfo {
        bug: Bug::PinnedPawnFree,
        name: "pinned-pawn-free",
        clause: "pinned pawns could move freely",
        rule: "A pinned pawn moves only along the line of the pin, captures included.",
        example: Example { fen: "1k6/8/8/8/5p2/8/7B/4K3 b - - 0 1", depth: 1, right: 5, wrong: 6 },
    },
    BugInfo {
        bug: Bug::PinnedKnightFree,
        name: "pinned-knight-free",
        clause: "pinned knights could move freely",
        rule: "A pinned knight has no move.",
        example: Example { fen: "8/4k3/8/b7/8/2N5/8/4K3 w - - 0 1", depth: 1, right: 5, wrong: 13 },
    },
    BugInfo {
        bug: Bug::DiagonalPinsIgnored,
        name: "diagonal-pins-ignored",
        clause: "pins on diagonals were ignored",
        rule: "Bishops and queens pin on diagonals.",
        example: Example { fen: "1k6/8/8/8/5p2/8/7B/4K3 b - - 0 1", depth: 1, right: 5, wrong: 6 },
    },
    BugInfo {
        bug: Bug::OrthogonalPinsIgnored,
        name: "orthogonal-pins-ignored",
        clause: "pins on ranks and files were ignored",
        rule: "Rooks and queens pin on ranks and files.",
        example: Example { fen: "4k3/8/8/8/8/8/8/4KBq1 w - - 0 1", depth: 1, right: 3, wrong: 10 },
    },
    BugInfo {
        bug: Bug::PinnedPieceEvadesCheck,
        name: "pinned-piece-evades-check",
        clause: "pinned pieces could block a check or capture the checking piece",
        rule: "An evasion must not expose the king to another piece, so pinned pieces do not \
               evade checks.",
        example: Example {
            fen: "8/8/2R1pk2/3N4/8/8/4K3/8 b - - 0 1",
            depth: 1,
            right: 6,
            wrong: 7,
        },
    },
    BugInfo {
        bug: Bug::DoubleCheckBlocked,
        name: "double-check-blocked",
        clause: "a double check could be evaded by a block or capture",
        rule: "Two pieces give check, and no single move but one of the king evades both.",
        example: Example {
            fen: "4k3/5P2/8/2n5/8/8/8/K3R3 b - - 0 1",
            depth: 1,
            right: 4,
            wrong: 6,
        },
    },
    BugInfo {
        bug: Bug::CheckIgnored,
        name: "check-ignored",
        clause: "pieces other than the king could ignore a check",
        rule: "A move in check must capture the checking piece, block the check or move the king.",
        example: Example { fen: "4k3/8/8/4pP2/3K4/8/8/8 w - - 0 1", depth: 1, right: 8, wrong: 9 },
    },
    BugInfo {
        bug: Bug::CheckNotBlocked,
        name: "check-not-blocked",
        clause: "blocks of a check were missing",
        rule: "A piece that moves between the king and the checking slider evades the check.",
        example: Example { fen: "5R1k/8/8/3b4/8/8/8/5K2 b - - 0 1", depth: 1, right: 3, wrong: 2 },
    },
    BugInfo {
        bug: Bug::CheckerNotCaptured,
        name: "checker-not-captured",
        clause: "captures of the checking piece by other pieces than the king were missing",
        rule: "The capture of the only checking piece evades the check.",
        example: Example { fen: "8/8/4bk2/5Q2/8/3K4/8/8 b - - 0 1", depth: 1, right: 4, wrong: 3 },
    },
    BugInfo {
        bug: Bug::KingDoesNotCaptureChecker,
        name: "king-does-not-capture-checker",
        clause: "the king did not capture the checking piece",
        rule: "The king may capture the checking piece if nothing protects it.",
        example: Example { fen: "8/8/5k2/5Q2/8/3K4/8/8 b - - 0 1", depth: 1, right: 3, wrong: 2 },
    },
    BugInfo {
        bug: Bug::DoublePushNoBlock,
        name: "double-push-no-block",
        clause: "double pushes were not generated as blocks of a check",
        rule: "A double push may move a pawn between the king and the checking slider.",
        example: Example { fen: "6k1/3p4/8/8/8/1B6/8/4K3 b - - 0 1", depth: 1, right: 5, wrong: 4 },
    },
];
