//! Tests for Polyglot's keys: published position keys, and malformed files.

use super::{coordinates, square_at};
use crate::tables::derive::cuckoo;
use crate::tables::derive::polyglot::Keys;

/// Returns the key for a position with all castling rights, given the first field in its FEN.
fn key(placement: &str, en_passant: Option<usize>, white_to_move: bool) -> u64 {
    let keys = Keys::read().expect("the data file is well formed");
    let mut key = keys.castling.iter().fold(0, |key, right| key ^ right);
    for (rank, row) in (0..8).rev().zip(placement.split('/')) {
        let mut file = 0;
        for character in row.chars() {
            if let Some(gap) = character.to_digit(10) {
                file += gap as usize;
            } else {
                let piece = "pPnNbBrRqQkK".find(character).expect("a piece");
                key ^= keys.pieces[piece][8 * rank + file];
                file += 1;
            }
        }
    }
    key ^= en_passant.map_or(0, |file| keys.en_passant[file]);
    key ^ if white_to_move { keys.turn } else { 0 }
}

#[test]
fn keys_match_published_examples() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(key(start, None, true), 0x463b_9618_1691_fc9c);
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(key(e4, None, false), 0x823c_9b50_fd11_4196);
    let e4_d5 = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(key(e4_d5, None, true), 0x0756_b944_61c5_0fb0);
    let e4_d5_e5_f5 = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(key(e4_d5_e5_f5, Some(5), true), 0x22a4_8b5a_8e47_ff78);
}

/// Walks over the board, and finds each move in one of its slots.
#[test]
fn reversible_moves_are_in_their_slots() {
    let keys = Keys::read().expect("the data file is well formed");
    let table = cuckoo::reversible_moves(&keys).expect("the moves fit");
    let leaps = [(1, 2), (2, 1), (-1, 2), (-2, 1)];
    let lines = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut found = 0;
    let mut find = |piece: usize, (file, rank): (i32, i32), (files, ranks): (i32, i32)| {
        let Some(target) = square_at(file + files, rank + ranks) else { return };
        let origin = square_at(file, rank).expect("on the board");
        let entry = (piece << 12 | origin.min(target) << 6 | origin.max(target)) as u16;
        let difference = keys.pieces[piece][origin] ^ keys.pieces[piece][target] ^ keys.turn;
        let is_in_slot = cuckoo::slots(difference).iter().any(|&slot| table[slot] == entry);
        assert!(is_in_slot, "piece {piece} from {origin} to {target}");
        found += 1;
    };
    for square in coordinates() {
        for color in 0..2 {
            leaps.iter().for_each(|&leap| find(2 + color, square, leap));
            for (index, &(files, ranks)) in lines.iter().enumerate() {
                for step in 1..8 {
                    let straight = if index < 2 { 6 } else { 4 };
                    find(straight + color, square, (files * step, ranks * step));
                    find(8 + color, square, (files * step, ranks * step));
                }
                find(10 + color, square, (files, ranks));
            }
        }
    }
    assert_eq!(table.iter().filter(|&&entry| entry != cuckoo::EMPTY).count(), found);
}

#[test]
fn malformed_line_is_an_error_with_its_number() {
    let valid = vec!["0x0123456789abcdef"; 781];
    assert!(Keys::parse(&valid.join("\n")).is_ok());
    for invalid in
        ["", "0123456789abcdef", "0x123", "0x0123456789abcdeg", "0x+123456789abcdef", "0x1 "]
    {
        let mut lines = valid.clone();
        lines[11] = invalid;
        let error = Keys::parse(&lines.join("\n")).expect_err(invalid);
        assert!(format!("{error:#}").contains("line 12"), "{error:#}");
    }
}

#[test]
fn wrong_line_count_is_an_error() {
    for count in [0, 1, 780, 782] {
        let text = vec!["0x0123456789abcdef"; count].join("\n");
        assert!(Keys::parse(&text).is_err(), "{count} lines");
    }
}
