//! The fields in a FEN or EPD line, and the place where its operations start.

use core::iter::FusedIterator;
use core::ops::Range;

use crate::character::Character;

/// Splits a FEN or EPD line into its fields, up to the operations.
///
/// White space separates the fields: spaces, tabs, and Unicode spaces, such as the no-break space
/// and the byte order mark. At both ends of the line, line breaks are white space, too.
///
/// After the position's four fields, a number is a clock. One or two lone dashes before operations
/// stand for clocks and are skipped. Operations start
///
/// - at a semicolon
/// - at an opcode from the EPD standard or from perft suites, such as `bm` and `D1`
/// - at a word with other characters than letters, digits and `+-._`, such as `00:00`, `[0.5]` and `|`
/// - at a game result, `1-0`, `0-1` or a decimal number
/// - at any word that a semicolon follows somewhere, unless it is a clock
///
/// All other words are fields, so that a malformed clock is not taken for an opcode.
///
/// ```
/// use tabiya::epd;
///
/// let line = "\u{feff}4k3/8/8/8/8/8/8/4K3\tw - - 3 bm Kd2;";
/// let mut fields = epd::fields(line);
/// let texts: Vec<_> = fields.by_ref().map(|range| &line[range]).collect();
/// assert_eq!(texts, ["4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "3"]);
/// assert_eq!(&line[fields.offset()..], "bm Kd2;");
/// ```
#[inline]
pub fn fields(line: &(impl AsRef<[u8]> + ?Sized)) -> Fields<'_> {
    Fields::new(line.as_ref())
}

/// Tests whether a line in a file holds no position: it is white space, or a comment that starts with `#`.
///
/// ```
/// use tabiya::epd::is_blank_or_comment;
///
/// assert!(is_blank_or_comment("\u{a0}\r\n") && is_blank_or_comment("\u{feff}# Mates in two"));
/// assert!(!is_blank_or_comment("4k3/8/8/8/8/8/8/4K3 w - - c0 \"# Mates in two\";"));
/// ```
pub fn is_blank_or_comment(line: impl AsRef<[u8]>) -> bool {
    let fields = Fields::new(line.as_ref());
    matches!(fields.line.get(fields.offset), None | Some(b'#'))
}

/// The fields in a line, as byte ranges: see [`fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    /// The line without white space at its end.
    line: &'a [u8],
    offset: usize,
    /// The number of fields before the offset.
    taken: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(line: &'a [u8]) -> Self {
        let line = trim_end(line);
        let mut offset = 0;
        loop {
            let start = skip_white_space(line, offset);
            match line.get(start) {
                Some(b'\n' | b'\r') => offset = start + 1,
                _ => return Self { line, offset: start, taken: 0 },
            }
        }
    }

    /// Returns the byte offset after the fields that were taken. After the last one, the operations start there.
    #[inline]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line without white space at its end.
    #[inline]
    pub(super) const fn line(&self) -> &'a [u8] {
        self.line
    }

    /// Returns how many fields were taken.
    #[inline]
    pub(super) const fn taken(&self) -> usize {
        self.taken
    }

    /// Tests whether operations start at the offset, and skips the dashes before them.
    fn skip_to_operations(&mut self) -> bool {
        let mut start = self.offset;
        for _ in self.taken..6 {
            let is_lone_dash =
                self.line[start..].starts_with(b"-") && field_end(self.line, start) == start + 1;
            if is_lone_dash {
                start = skip_white_space(self.line, start + 1);
            }
        }
        let rest = &self.line[start..];
        let starts_here = rest.starts_with(b";") || !rest.is_empty() && self.is_operation(rest);
        if starts_here {
            self.offset = start;
        }
        starts_here
    }

    /// Tests whether a text after the position's fields starts with an operation: see [`fields`].
    fn is_operation(&self, text: &[u8]) -> bool {
        let word = &text[..field_end(text, 0)];
        if self.taken < 6 && is_number(word) {
            return false;
        }
        let is_plain = |byte: &u8| {
            !byte.is_ascii_graphic()
                || byte.is_ascii_alphanumeric()
                || matches!(byte, b'+' | b'-' | b'.' | b'_')
        };
        is_standard_opcode(word)
            || is_result(word)
            || !word.iter().all(is_plain)
            || text.contains(&b';')
    }
}

impl Iterator for Fields<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        self.offset = skip_white_space(self.line, self.offset);
        let start = self.offset;
        let is_end = matches!(self.line.get(start), None | Some(b';'));
        if is_end || (4..=6).contains(&self.taken) && self.skip_to_operations() {
            return None;
        }
        self.offset = field_end(self.line, start);
        self.taken += 1;
        Some(start..self.offset)
    }
}

impl FusedIterator for Fields<'_> {}

/// Returns the byte length of white space at an index; 0 if there is none. Line breaks do not count.
#[inline]
pub(super) fn white_space_len(text: &[u8], index: usize) -> usize {
    match text.get(index) {
        Some(b' ' | b'\t' | b'\x0b' | b'\x0c') => 1,
        Some(0x80..) => crate::character::unicode_space_len(text, index),
        _ => 0,
    }
}

/// Returns the index after the white space at an index.
#[inline]
pub(super) fn skip_white_space(text: &[u8], mut index: usize) -> usize {
    loop {
        match white_space_len(text, index) {
            0 => return index,
            len => index += len,
        }
    }
}

/// Returns the byte length of the character at an index.
#[inline]
pub(super) fn character_len(text: &[u8], index: usize) -> usize {
    Character::at(text, index).map_or(1, |character| character.len)
}

/// Returns the index of the white space or semicolon that ends the word at an index.
fn field_end(text: &[u8], mut index: usize) -> usize {
    while index < text.len() && text[index] != b';' && white_space_len(text, index) == 0 {
        index += character_len(text, index);
    }
    index
}

/// Removes white space and line breaks at the end.
pub(super) fn trim_end(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        // The last character is the longest that ends here: one byte in it may by itself stand for a space.
        let ends_here = |len: &usize| {
            Character::at(text, text.len() - len).is_some_and(|character| character.len == *len)
        };
        let last = (1..=text.len().min(4)).rev().find(ends_here);
        match last.map(|len| text.split_at(text.len() - len)) {
            Some((rest, last)) if white_space_len(last, 0) > 0 => text = rest,
            _ => return text,
        }
    }
}

fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// Tests whether a word is a game result: `1-0`, `0-1`, or a decimal number as in training data.
fn is_result(word: &[u8]) -> bool {
    let mut parts = word.split(|&byte| byte == b'.');
    let is_decimal = parts.clone().count() == 2 && parts.all(is_number);
    is_decimal || matches!(word, b"1-0" | b"0-1")
}

/// The opcodes in the EPD standard, except those that are a letter and a digit.
const OPCODES: [&[u8]; 25] = [
    b"acd",
    b"acn",
    b"acs",
    b"am",
    b"bm",
    b"ce",
    b"dm",
    b"draw_accept",
    b"draw_claim",
    b"draw_offer",
    b"draw_reject",
    b"eco",
    b"fmvn",
    b"hmvc",
    b"id",
    b"nic",
    b"noop",
    b"pm",
    b"pv",
    b"rc",
    b"resign",
    b"sm",
    b"tcgs",
    b"tcri",
    b"tcsi",
];

/// Tests whether a word is an opcode from the EPD standard, or one for a perft count.
fn is_standard_opcode(word: &[u8]) -> bool {
    let is_count = |depth: &[u8]| depth.len() <= 3 && is_number(depth);
    OPCODES.contains(&word)
        || matches!(word, [b'c' | b'v', b'0'..=b'9'])
        || matches!(word, [b'D', depth @ ..] if is_count(depth))
}
