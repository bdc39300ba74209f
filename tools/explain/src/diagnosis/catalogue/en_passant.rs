//! The catalogue of bugs: en passant.

use super::info::{BugInfo, Example};
use crate::diagnosis::bug::Bug;

pub(super) const BUGS: [BugInfo; 8] = [
    BugInfo {
        bug: Bug::NoEnPassant,
        name: "no-en-passant",
        clause: "en passant captures were never generated",
        rule: "A pawn on its fifth rank captures a pawn that has just made a double push beside \
               it, as if the push had been single.",
        example: Example { fen: "1k6/8/8/8/5pP1/8/8/4K3 b - g3 0 1", depth: 1, right: 7, wrong: 6 },
    },
    BugInfo {
        bug: Bug::EnPassantOneCapturer,
        name: "en-passant-one-capturer",
        clause: "only one of two pawns could capture en passant",
        rule: "Each pawn beside the pushed pawn may capture it, so there can be two captures.",
        example: Example {
            fen: "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
            depth: 1,
            right: 9,
            wrong: 8,
        },
    },
    BugInfo {
        bug: Bug::EnPassantDespiteRankPin,
        name: "en-passant-despite-rank-pin",
        clause: "en passant captures were legal although they expose the king on a rank",
        rule: "The capture removes two pawns from one rank. A rook or queen on it may then attack \
               the king, although neither pawn is pinned alone.",
        example: Example { fen: "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", depth: 1, right: 6, wrong: 7 },
    },
    BugInfo {
        bug: Bug::EnPassantDespiteDiagonalPin,
        name: "en-passant-despite-diagonal-pin",
        clause: "en passant captures were legal although the captured pawn shields the king",
        rule: "The captured pawn may be the only piece between the king and a bishop or queen, so \
               its removal exposes the king.",
        example: Example {
            fen: "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
            depth: 1,
            right: 8,
            wrong: 9,
        },
    },
    BugInfo {
        bug: Bug::EnPassantSquareKeptTooLong,
        name: "en-passant-square-kept-too-long",
        clause: "the en passant square stayed until the next double push",
        rule: "The right to capture en passant exists only for the move right after the double \
               push.",
        example: Example {
            fen: "1k6/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
            depth: 3,
            right: 249,
            wrong: 274,
        },
    },
    BugInfo {
        bug: Bug::EnPassantCapturedPawnNotRemoved,
        name: "en-passant-captured-pawn-not-removed",
        clause: "the pawn captured en passant stayed on the board",
        rule: "The captured pawn is not on the target square, but beside the origin of the \
               capturing pawn.",
        example: Example { fen: "3k4/8/8/3Pp3/3K4/8/8/8 w - e6 0 1", depth: 1, right: 8, wrong: 7 },
    },
    BugInfo {
        bug: Bug::EnPassantNoEvasion,
        name: "en-passant-no-evasion",
        clause: "en passant captures were not generated as evasions",
        rule: "A pawn that gives check by its double push may be captured en passant. The target \
               is not a square of the check mask.",
        example: Example { fen: "3k4/8/8/3Pp3/3K4/8/8/8 w - e6 0 1", depth: 1, right: 8, wrong: 7 },
    },
    BugInfo {
        bug: Bug::EnPassantIgnoresCheck,
        name: "en-passant-ignores-check",
        clause: "en passant captures were legal while another piece gives check",
        rule: "A double push may discover a check. The capture en passant of that pawn is legal \
               only if no check remains.",
        example: Example {
            fen: "2b1k3/8/8/2Pp4/6K1/8/8/8 w - d6 0 1",
            depth: 1,
            right: 6,
            wrong: 7,
        },
    },
];
