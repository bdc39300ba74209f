//! Non-ASCII characters: their encoding, and those that are white space.

/// The code points for the bytes 0x80 to 0x9F in Windows-1252, as in the WHATWG Encoding Standard.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

/// Returns the character for a byte in Windows-1252, the encoding in files from Windows programs.
///
/// The five bytes without a character there become control characters.
pub(crate) const fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[byte as usize - 0x80],
        _ => byte as char,
    }
}

/// A non-ASCII character and its byte count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Character {
    pub(crate) value: char,
    pub(crate) len: usize,
}

impl Character {
    /// Returns the non-ASCII character at an index, if one is there. A byte that belongs to no
    /// UTF-8 character is read as Windows-1252.
    #[inline]
    pub(crate) fn at(bytes: &[u8], index: usize) -> Option<Self> {
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
    pub(crate) const fn is_white_space(self) -> bool {
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
}

/// Returns the byte length of the Unicode space at an index; 0 if there is none.
#[inline]
pub(crate) fn unicode_space_len(bytes: &[u8], index: usize) -> usize {
    match Character::at(bytes, index) {
        Some(character) if character.is_white_space() => character.len,
        _ => 0,
    }
}
