//! Characters outside of ASCII: their encoding, and those with a meaning between moves.

/// The code points of the bytes 0x80 to 0x9F in Windows-1252, as in the WHATWG Encoding Standard.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns the character of a byte in Windows-1252, the encoding of files from Windows programs.
///
/// The five bytes without a character there become control characters.
pub(super) const fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[byte as usize - 0x80],
        _ => byte as char,
    }
}

/// A character outside of ASCII and the number of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Character {
    pub(super) value: char,
    pub(super) len: usize,
}

impl Character {
    /// Returns the character outside of ASCII at an index, if one is there. A byte that belongs to no
    /// character of UTF-8 is read as Windows-1252.
    #[inline]
    pub(super) fn at(bytes: &[u8], index: usize) -> Option<Self> {
        let first = *bytes.get(index)?;
        let len = match first {
            0..0x80 => return None,
            0xC2..0xE0 => 2,
            0xE0..0xF0 => 3,
            0xF0..0xF5 => 4,
            _ => 1,
        };
        let text = bytes.get(index..index + len).and_then(|bytes| str::from_utf8(bytes).ok());
        match text.and_then(|text| text.chars().next()) {
            Some(value) => Some(Self { value, len }),
            None => Some(Self { value: windows_1252(first), len: 1 }),
        }
    }

    /// Tests whether the character is a space, visible or not, or a mark without a glyph.
    #[inline]
    pub(super) const fn is_white_space(self) -> bool {
        matches!(
            self.value,
            '\u{A0}' | '\u{AD}' | '\u{1680}' | '\u{2000}'
                ..='\u{200F}'
                    | '\u{2028}'
                    | '\u{2029}'
                    | '\u{202F}'
                    | '\u{205F}'
                    | '\u{2060}'
                    | '\u{3000}'
                    | '\u{FEFF}'
        )
    }

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

/// Returns the byte length of the Unicode space at an index; 0 without one.
#[inline]
pub(super) fn unicode_space_len(bytes: &[u8], index: usize) -> usize {
    match Character::at(bytes, index) {
        Some(character) if character.is_white_space() => character.len,
        _ => 0,
    }
}

/// The numbers of annotation signs, as books and editors of games write them; `None` for signs that the PGN
/// standard and its extensions do not number.
///
/// The numbers are those of Wikipedia's page "Numeric Annotation Glyphs". Text exports write the ASCII forms.
const SIGNS: [(&str, Option<u32>); 39] = [
    ("‼", Some(3)),
    ("⁇", Some(4)),
    ("⁉", Some(5)),
    ("⁈", Some(6)),
    ("□", Some(7)),
    ("=", Some(10)),
    ("∞", Some(13)),
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
