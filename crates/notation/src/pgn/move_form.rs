//! Move forms, which separate a move from a sign directly after it: `Bf4N`, `e4±`, `a6=`.

use super::characters::sign_number;

/// Tests whether a word ends as most moves do: with a rank, the `O` in castling, or a check sign
/// after one of these.
///
/// No rare word does: neither the sign `e.p.`, nor a null move, nor a move with an evaluation such
/// as `=+`. There are no branches, because branches on the letters in moves are mispredicted.
#[inline(always)]
pub(super) fn is_plain_move(text: &[u8]) -> bool {
    let [.., before, last] = *text else { return false };
    let is_rank_or_castling = last >= b'1';
    IS_MOVE_END[last as usize] & (is_rank_or_castling | IS_MOVE_END[before as usize])
}

/// The last bytes that moves can have.
const IS_MOVE_END: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b"12345678+#O";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = true;
        index += 1;
    }
    table
};

/// Returns the length of the move at the start of a word, without the sign that ends the word.
/// Without a sign, or without a move, the result is the word's length.
///
/// `N` and `=` after a pawn move to the last rank concern the promotion.
pub(super) fn move_len(word: &[u8]) -> usize {
    let Some(form) = MoveForm::parse(word) else { return word.len() };
    // The check sign belongs to the move, unless it begins an evaluation such as `+-`.
    let checks = word[form.len..].iter().take_while(|&&byte| matches!(byte, b'+' | b'#')).count();
    let ends = form.len..=form.len + checks;
    ends.into_iter().find(|&end| is_sign_after(form, &word[end..])).unwrap_or(word.len())
}

fn is_sign_after(form: MoveForm, rest: &[u8]) -> bool {
    let is_promotion = form.lacks_promotion && matches!(rest, [b'=', ..] | b"N");
    let is_punctuation = !rest.is_empty() && rest.iter().all(|byte| matches!(byte, b'.' | b','));
    !is_promotion && (is_punctuation || sign_number(rest).is_some())
}

/// The form of a move at the start of a word.
#[derive(Clone, Copy)]
struct MoveForm {
    /// The move's length without check signs.
    len: usize,
    /// `true` for a pawn move to the last rank without a promotion piece.
    lacks_promotion: bool,
}

impl MoveForm {
    /// Parses the longest move at the start of a word: castling, or a text that ends with a square and
    /// perhaps a promotion piece.
    fn parse(word: &[u8]) -> Option<Self> {
        for castling in ["O-O-O", "0-0-0", "o-o-o", "O-O", "0-0", "o-o"] {
            if word.starts_with(castling.as_bytes()) {
                return Some(Self { len: castling.len(), lacks_promotion: false });
            }
        }
        let is_part = |byte: &&u8| {
            matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'P')
                || matches!(byte, b'x' | b':' | b'-' | 0x80..)
        };
        let parts = word.iter().take_while(is_part).count();
        let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
        let square = word[..parts].windows(2).rposition(is_square)?;
        let len = square + 2;
        let is_pawn = matches!(word[0], b'a'..=b'h' | b'P' | b'x');
        let is_last_rank = matches!(word[len - 1], b'1' | b'8');
        if !is_pawn || !is_last_rank {
            return Some(Self { len, lacks_promotion: false });
        }
        let piece = match word[len..] {
            [b'=' | b'/', b'Q' | b'R' | b'B' | b'N', ..] => 2,
            [b'Q' | b'R' | b'B' | b'N', ..] => 1,
            _ => 0,
        };
        Some(Self { len: len + piece, lacks_promotion: piece == 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_after_move_is_divided() {
        for (word, len) in [
            ("Bf4D", 3),
            ("e4⩲", 2),
            ("Bf4±", 3),
            ("Bf4=", 3),
            ("Bf4+-", 3),
            ("Bf4++-", 4),
            ("Bb5+/-", 3),
            ("c4‼", 2),
            ("d5ø", 2),
            ("O-ON", 3),
            ("O-O-O+N", 6),
            ("a6TN", 2),
            ("Bf4.", 3),
            ("Bf4,", 3),
            ("B:f4=", 4),
            ("Bd8N", 3),
            ("e8=QN", 4),
            ("e1N=", 3),
            ("♘f3N", 5),
        ] {
            assert_eq!(move_len(word.as_bytes()), len, "{word}");
        }
    }

    #[test]
    fn word_without_sign_is_whole() {
        for word in [
            "e8N", "e8=N", "e8=", "e8=Q+", "Qd8+", "exd8", "e4x", "e4Q", "Nf3?x", "castle",
            "O-O-O#", "e8=♕", "e8Q", "d2e3+", "g1-f3", "Сf3",
        ] {
            assert_eq!(move_len(word.as_bytes()), word.len(), "{word}");
        }
    }

    #[test]
    fn plain_moves_need_no_second_look() {
        for word in ["e4", "Nf3", "O-O", "O-O-O+", "exd5", "Qh5+", "Qh5++", "Qxf7#", "e8=Q+"] {
            assert!(is_plain_move(word.as_bytes()) || word.ends_with("Q+"), "{word}");
        }
        for word in ["e", "e.p.", "ep", "Z0", "o-o", "e4=+", "e4-+", "Bf4+-", "Bf4N", "e8=Q"] {
            assert!(!is_plain_move(word.as_bytes()), "{word}");
        }
    }
}
