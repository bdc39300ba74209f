//! Syntax that boundaries and tokens share: white space, comments, tag pairs, terminations.

use super::characters::unicode_space_len;
use super::scan::{find, find_comment_stop, find_line_end, is_tag_separator, repeat, zero_bytes};

/// The UTF-8 byte order mark.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Tests whether a byte is white space: a space, a line break or another ASCII control character.
#[inline(always)]
pub(super) const fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}

/// Tests whether a byte ends a token made up of letters and digits: white space, one of
/// `!$()*;?[]{}`, or any non-ASCII byte, which may be a space or an annotation.
#[inline(always)]
pub(super) const fn is_delimiter(byte: u8) -> bool {
    IS_DELIMITER[byte as usize]
}

const IS_DELIMITER: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte <= b' ' {
        table[byte as usize] = true;
        byte += 1;
    }
    let mut index = 0x80;
    while index < 256 {
        table[index] = true;
        index += 1;
    }
    let delimiters = b"!$()*;?[]{}";
    index = 0;
    while index < delimiters.len() {
        table[delimiters[index] as usize] = true;
        index += 1;
    }
    table
};

/// Returns the index of the first delimiter from `start` on, or the text's length.
///
/// Most tokens are shorter than eight bytes. One integer holds them, so that their length costs no
/// branch misprediction.
#[inline(always)]
pub(super) fn token_end(bytes: &[u8], start: usize) -> usize {
    let Some(word) = bytes.get(start..).and_then(|rest| rest.first_chunk()) else {
        return skip_while(bytes, start, |byte| !is_delimiter(byte));
    };
    match first_delimiter(u64::from_le_bytes(*word)) {
        Some(len) if is_delimiter(bytes[start + len]) => start + len,
        _ => skip_while(bytes, start, |byte| !is_delimiter(byte)),
    }
}

/// Returns the index of the first byte in a word that may be a delimiter. No delimiter precedes it.
///
/// In each of the three masks, a byte that may be a delimiter has its highest bit set. Borrows set
/// further bits only above such a byte.
#[inline(always)]
fn first_delimiter(word: u64) -> Option<usize> {
    const BRACKETS: u8 = !0b10_0110;
    let below = |limit: u8| word.wrapping_sub(repeat(limit)) & !word & repeat(0x80);
    let equal = |mask: u8, byte: u8| zero_bytes((word & repeat(mask)) ^ repeat(byte & mask));
    // `*` is the greatest delimiter below the signs `+`, `-`, `/` and `=`, the digits and the letters.
    // `;` and `?` differ in bit 2. The brackets and braces differ in the bits 1, 2 and 5.
    let mask = below(b'*' + 1) | equal(!0b100, b';') | equal(BRACKETS, b'[');
    let mask = mask | (word & repeat(0x80));
    (mask != 0).then_some(mask.trailing_zeros() as usize / 8)
}

/// Returns the index of the first byte from `start` on that is not white space.
#[inline]
pub(super) fn skip_white_space(bytes: &[u8], start: usize) -> usize {
    skip_while(bytes, start, is_white_space)
}

/// Returns the index of the first byte from `start` on that is neither a space nor a tab.
#[inline]
pub(super) fn skip_blanks(bytes: &[u8], start: usize) -> usize {
    skip_while(bytes, start, |byte| matches!(byte, b' ' | b'\t'))
}

/// Returns the index of the first byte from `start` on that does not satisfy a condition.
#[inline(always)]
pub(super) fn skip_while(bytes: &[u8], start: usize, condition: impl Fn(u8) -> bool) -> usize {
    let mut index = start;
    while bytes.get(index).is_some_and(|&byte| condition(byte)) {
        index += 1;
    }
    index
}

/// The end of a comment in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BraceEnd {
    /// The index after `}`.
    Closed(usize),
    /// The start of the line that begins the next game. The comment has no end.
    NextGame(usize),
    /// No end before the text ends.
    Missing,
}

impl BraceEnd {
    /// Finds the end of a brace comment whose text includes an index.
    ///
    /// A comment without `}` ends before the next game, so that one brace costs one game: see
    /// [`begins_game`]. In a text that may go on, a line that may begin a game counts as the text's end.
    #[inline(always)]
    pub(super) fn find(bytes: &[u8], index: usize, is_complete: bool) -> Self {
        let stop = find_comment_stop(bytes, index);
        match bytes.get(stop) {
            Some(b'}') => Self::Closed(stop + 1),
            _ => Self::find_in_lines(bytes, stop, is_complete),
        }
    }

    /// Finds the end of a comment from a control character on, such as a line break.
    #[inline(never)]
    fn find_in_lines(bytes: &[u8], index: usize, is_complete: bool) -> Self {
        let mut position = index;
        loop {
            let stop = find(bytes, position, *b"}\n\r");
            position = stop + 1;
            match bytes.get(stop) {
                None => return Self::Missing,
                Some(b'}') => return Self::Closed(position),
                Some(_) => match begins_game(bytes, position) {
                    Some(true) => return Self::NextGame(position),
                    None if !is_complete => return Self::Missing,
                    _ => {}
                },
            }
        }
    }

    /// Returns the index after the comment.
    #[inline]
    pub(super) fn index(self, text_len: usize) -> usize {
        match self {
            Self::Closed(index) | Self::NextGame(index) => index,
            Self::Missing => text_len,
        }
    }
}

/// Returns the end of the brace comment that begins at an index, in a complete text.
#[inline]
pub(super) fn brace_comment_end(bytes: &[u8], start: usize) -> usize {
    BraceEnd::find(bytes, start, true).index(bytes.len())
}

/// Tests whether a line in an open comment begins the next game; `None` if the text ends before
/// this is certain.
///
/// It does if it follows an empty line, consists of a tag pair and is followed by another tag
/// pair's line, or by an empty line and move 1.
#[inline]
pub(super) fn begins_game(bytes: &[u8], line: usize) -> Option<bool> {
    let first = skip_blanks(bytes, line + unicode_space_len(bytes, line));
    match bytes.get(first) {
        None => return None,
        Some(b'[') if is_after_empty_line(&bytes[..line]) => {}
        Some(_) => return Some(false),
    }
    let line_end = find_line_end(bytes, first);
    if line_end == bytes.len() {
        return None;
    }
    if !is_tag_start(bytes, first) || !bytes[first..line_end].trim_ascii_end().ends_with(b"\"]") {
        return Some(false);
    }
    let next_line = match bytes[line_end..] {
        [b'\r'] => return None,
        [b'\r', b'\n', ..] => line_end + 2,
        _ => line_end + 1,
    };
    let next = skip_white_space(bytes, next_line);
    let name_end =
        skip_while(bytes, next + 1, |byte| is_name_byte(byte) || matches!(byte, b' ' | b'\t'));
    match &bytes[next..] {
        [] => None,
        [b'['] => None,
        [b'[', ..] if name_end == bytes.len() => None,
        [b'[', ..] => Some(is_tag_start(bytes, next)),
        [b'1'] => None,
        [b'1', after, ..] => {
            let is_first_move = !after.is_ascii_alphanumeric() && !matches!(after, b'-' | b'/');
            Some(is_first_move && is_after_empty_line(&bytes[line_end..next]))
        }
        _ => Some(false),
    }
}

/// Tests whether a text ends with an empty line.
#[inline]
pub(super) fn is_after_empty_line(text: &[u8]) -> bool {
    let is_line_break = |index: usize| match text[index] {
        b'\n' => true,
        b'\r' => text.get(index + 1) != Some(&b'\n'),
        _ => false,
    };
    let blank = text.iter().rev().take_while(|&&byte| is_white_space(byte)).count();
    (text.len() - blank..text.len()).filter(|&index| is_line_break(index)).count() > 1
}

/// Returns the end of the comment that begins at an index, if one begins there: `{…}`, `;…` or a
/// line that begins with `%`.
#[inline]
pub(super) fn comment_end(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes.get(start)? {
        b'{' => Some(brace_comment_end(bytes, start)),
        b';' => Some(find_line_end(bytes, start)),
        b'%' if is_line_start(bytes, start) => Some(find_line_end(bytes, start)),
        _ => None,
    }
}

/// Tests whether nothing but white space and comments follows an index.
pub(super) fn only_comments_follow(bytes: &[u8], mut index: usize) -> bool {
    loop {
        index = skip_white_space(bytes, index);
        match bytes.get(index) {
            None => return true,
            Some(b'{') => index = brace_comment_end(bytes, index),
            Some(b';') => index = find_line_end(bytes, index),
            Some(_) => match unicode_space_len(bytes, index) {
                0 => return false,
                len => index += len,
            },
        }
    }
}

/// Tests whether an index is a line's first.
#[inline]
pub(super) fn is_line_start(bytes: &[u8], index: usize) -> bool {
    match &bytes[..index] {
        [] | [.., b'\n' | b'\r'] => true,
        before => before == BYTE_ORDER_MARK,
    }
}

/// Returns where the text before an index starts in its line, if that text is blank: spaces, tabs
/// and a byte order mark. The result is the byte order mark's index, if there is one, else the given index.
#[inline]
pub(super) fn blank_line_start(bytes: &[u8], index: usize) -> Option<usize> {
    let before = &bytes[..index];
    let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let before = &before[..index - blanks];
    match before.strip_suffix(BYTE_ORDER_MARK) {
        Some([] | [.., b'\n' | b'\r']) => Some(before.len() - BYTE_ORDER_MARK.len()),
        _ => matches!(before, [] | [.., b'\n' | b'\r']).then_some(index),
    }
}

/// Tests whether a tag pair starts at an index: with `[`, a name and `"`.
#[inline]
pub(super) fn is_tag_start(bytes: &[u8], index: usize) -> bool {
    tag_value_start(bytes, index).is_some()
}

/// Returns the index after the opening quote of the tag pair that begins at an index.
#[inline]
fn tag_value_start(bytes: &[u8], index: usize) -> Option<usize> {
    if bytes.get(index) != Some(&b'[') {
        return None;
    }
    let name = skip_blanks(bytes, index + 1);
    let name_end = skip_while(bytes, name, is_name_byte);
    let quote = skip_blanks(bytes, name_end);
    (name < name_end && bytes.get(quote) == Some(&b'"')).then_some(quote + 1)
}

/// A tag pair's extent in a text.
#[derive(Clone, Copy)]
pub(super) struct TagExtent {
    /// The index after the opening quote.
    pub(super) value_start: usize,
    /// The index after `]`.
    pub(super) end: usize,
}

/// Tests whether a byte belongs to a tag's name: a letter, a digit or one of `_-+`.
#[inline(always)]
pub(super) const fn is_name_byte(byte: u8) -> bool {
    IS_NAME_BYTE[byte as usize]
}

const IS_NAME_BYTE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 0x80 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
        byte += 1;
    }
    table
};

/// Finds the tag pair that begins at an index. A tag pair lies in one line.
///
/// Quotes inside the value need no escape. The value ends at the first quote that is followed by
/// `]` and then by text that [`ends_tag`]. If there is none, an escaped quote counts, too, for
/// values such as `C:\`. Failing that, the value ends at the first quote before `]`, if possible
/// one without an escape.
///
/// The time for all tag pairs in a line is linear: a search ends before the next tag pair, and one
/// that fails ends the line's tag pairs.
#[inline]
pub(super) fn find_tag(bytes: &[u8], index: usize) -> Option<TagExtent> {
    let value_start = tag_value_start(bytes, index)?;
    let quote = find(bytes, value_start, *b"\"\n\r");
    let end = match bytes[quote - 1..] {
        [before, b'"', b']', b'\n', ..] if before != b'\\' => quote + 2,
        _ => odd_tag_end(bytes, value_start, quote)?,
    };
    Some(TagExtent { value_start, end })
}

/// Returns the end of a tag pair whose value begins at an index, from the first quote or line break on.
#[inline(never)]
fn odd_tag_end(bytes: &[u8], start: usize, first: usize) -> Option<usize> {
    let mut with_escape = None;
    let mut before_text = None;
    let mut escaped_before_text = None;
    let mut position = first;
    while bytes.get(position) == Some(&b'"') {
        let bracket = skip_blanks(bytes, position + 1);
        if bytes.get(bracket) == Some(&b']') {
            let before = bytes[start..position].iter().rev();
            let is_escaped = before.take_while(|&&byte| byte == b'\\').count() % 2 == 1;
            match (ends_tag(bytes, bracket + 1), is_escaped) {
                (true, false) => return Some(bracket + 1),
                (true, true) => with_escape = Some(bracket + 1),
                (false, false) => before_text = before_text.or(Some(bracket + 1)),
                (false, true) => escaped_before_text = escaped_before_text.or(Some(bracket + 1)),
            }
        }
        let after = position + 1;
        position = find(bytes, after, *b"\"\n\r");
        let found = with_escape.or(before_text).or(escaped_before_text);
        if found.is_some() && opens_tag(&bytes[after..position]) {
            return found;
        }
    }
    with_escape.or(before_text).or(escaped_before_text)
}

/// Tests whether a quote after a text opens a tag pair's value: the text ends with `[` and a name.
#[inline]
fn opens_tag(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let name = text.iter().rev().take_while(|&&byte| is_name_byte(byte)).count();
    name > 0 && text[..text.len() - name].trim_ascii_end().ends_with(b"[")
}

/// Returns the index of the byte that decides where a tag pair before an index ends: a line break,
/// or another tag pair's quote. Without such a byte, it returns the text's length.
///
/// Other text belongs to the tag pairs if its line ends like one, so that only the line break decides.
#[inline]
pub(super) fn tag_decision(bytes: &[u8], index: usize) -> usize {
    let next = skip_blanks(bytes, index);
    if bytes.get(next).is_some_and(|&byte| byte != b'[' && !is_tag_separator(byte)) {
        return find_line_end(bytes, next);
    }
    let mut start = index;
    loop {
        let stop = find(bytes, start, *b"\"\n\r");
        if bytes.get(stop) != Some(&b'"') || opens_tag(&bytes[start..stop]) {
            return stop;
        }
        start = stop + 1;
    }
}

/// Tests whether a tag pair can end before an index: at the end of the line or before another tag pair.
///
/// Comments, control characters and byte order marks may stand between two tag pairs in a line.
#[inline]
fn ends_tag(bytes: &[u8], index: usize) -> bool {
    let next = skip_blanks(bytes, index);
    match bytes.get(next) {
        None => true,
        Some(0x80..) => unicode_space_len(bytes, next) > 0,
        Some(&byte) if is_tag_separator(byte) => true,
        _ => is_tag_start(bytes, next),
    }
}

/// Returns the length of the termination marker at an index, if it is a whole token.
#[inline]
pub(super) fn termination_len(bytes: &[u8], index: usize) -> Option<usize> {
    let rest = bytes.get(index..)?;
    let len = match rest {
        [b'*', ..] => return Some(1),
        [b'1', b'-', b'0', ..] | [b'0', b'-', b'1', ..] => 3,
        _ if rest.starts_with(b"1/2-1/2") => 7,
        _ => return None,
    };
    rest.get(len).is_none_or(|&byte| is_delimiter(byte)).then_some(len)
}

/// Tests whether a token begins at an index: after a delimiter or after a move number's dots.
#[inline]
pub(super) fn is_token_start(bytes: &[u8], index: usize) -> bool {
    let before = &bytes[..index];
    let dots = before.iter().rev().take_while(|&&byte| byte == b'.').count();
    let before = &before[..index - dots];
    let digits = match dots {
        0 => 0,
        _ => before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count(),
    };
    let before = &before[..before.len() - digits];
    let begins = |byte: u8| is_delimiter(byte) && byte != b'$';
    before.last().is_none_or(|&byte| begins(byte)) || before == BYTE_ORDER_MARK
}

/// Parses decimal digits; returns `None` for other text and for numbers that are too great.
#[inline]
pub(super) fn parse_number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |number, &digit| {
        let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}
