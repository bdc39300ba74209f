//! Non-ASCII characters with a meaning between moves.

pub(super) use crate::character::{Character, unicode_space_len, windows_1252};

impl Character {
    /// Tests whether the character stands for a hyphen, as in `O–O` and `1–0`.
    #[inline]
    pub(super) const fn is_dash(self) -> bool {
        matches!(self.value, '\u{2010}'..='\u{2015}' | '\u{2212}')
    }

    /// Tests whether the character is an annotation, which may follow a move directly.
    #[inline]
    pub(super) fn is_sign(self) -> bool {
        SIGNS.iter().any(|&(sign, _)| sign.chars().eq([self.value]))
    }
}

/// The numbers for annotation signs, as books and game editors write them; `None` for signs that
/// the PGN standard and its extensions do not number.
///
/// The numbers come from Wikipedia's page "Numeric Annotation Glyphs". Text exports write the ASCII forms.
const SIGNS: [(&str, Option<u32>); 43] = [
    ("‼", Some(3)),
    ("⁇", Some(4)),
    ("⁉", Some(5)),
    ("⁈", Some(6)),
    ("□", Some(7)),
    ("=", Some(10)),
    ("∞", Some(13)),
    ("inf", Some(13)),
    ("⩲", Some(14)),
    ("+=", Some(14)),
    ("+/=", Some(14)),
    ("⩱", Some(15)),
    ("=+", Some(15)),
    ("=/+", Some(15)),
    ("±", Some(16)),
    ("+/-", Some(16)),
    ("∓", Some(17)),
    ("-/+", Some(17)),
    ("+-", Some(18)),
    ("+–", Some(18)),
    ("+−", Some(18)),
    ("-+", Some(19)),
    ("–+", Some(19)),
    ("−+", Some(19)),
    ("+--", Some(20)),
    ("--+", Some(21)),
    ("⨀", Some(22)),
    ("⊙", Some(22)),
    ("○", Some(26)),
    ("⟳", Some(32)),
    ("↑", Some(36)),
    ("→", Some(40)),
    ("⯹", Some(44)),
    ("⇆", Some(132)),
    ("⊕", Some(138)),
    ("⨁", Some(138)),
    ("∆", Some(140)),
    ("⌓", Some(142)),
    ("RR", Some(145)),
    ("N", Some(146)),
    ("TN", Some(146)),
    ("D", Some(220)),
    ("ø", None),
];

/// Returns the number of an annotation sign such as `±`; `Some(None)` for a sign without one, and `None`
/// for other text.
pub(super) fn sign_number(text: &[u8]) -> Option<Option<u32>> {
    let is_text = |(sign, _): &&(&str, Option<u32>)| sign.as_bytes() == text;
    SIGNS.iter().find(is_text).map(|&(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_read_as_utf_8_or_windows_1252() {
        let at = |bytes: &[u8]| Character::at(bytes, 0).map(|found| (found.value, found.len));
        assert_eq!(at("½".as_bytes()), Some(('½', 2)));
        assert_eq!(at("⩲4".as_bytes()), Some(('⩲', 3)));
        assert_eq!(at(b"\xBD-\xBD"), Some(('½', 1)));
        assert_eq!(at(b"\x96"), Some(('–', 1)));
        assert_eq!(at(b"\xE2\x99"), Some(('â', 1)));
        assert_eq!(at(b"e4"), None);
        assert_eq!(at(b""), None);
    }

    #[test]
    fn windows_1252_maps_unassigned_bytes_to_controls() {
        for byte in [0x81, 0x8D, 0x8F, 0x90, 0x9D] {
            assert_eq!(windows_1252(byte), char::from(byte));
        }
        assert_eq!(windows_1252(0x9F), 'Ÿ');
        assert_eq!(windows_1252(0xA0), '\u{A0}');
    }
}
