//! Syntax that boundaries and tokens share: white space, comments, tag pairs, terminations.

use core::ops::Range;

use super::scan::{find_byte, find_line_end};

/// The byte order mark of UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Tests whether a byte is white space: a space, a line break or another control character of ASCII.
#[inline(always)]
pub(super) const fn is_white_space(byte: u8) -> bool {
    byte <= b' '
}

/// Tests whether a byte ends a token that consists of letters and digits.
#[inline(always)]
pub(super) const fn is_delimiter(byte: u8) -> bool {
    is_white_space(byte)
        || matches!(
            byte,
            b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'*' | b'$' | b'!' | b'?'
        )
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

/// Returns the end of the comment in braces that begins at an index: after `}`, or at the end of the
/// text.
#[inline]
pub(super) fn brace_comment_end(bytes: &[u8], start: usize) -> usize {
    bytes.len().min(find_byte(bytes, start, b'}') + 1)
}

/// Returns the end of the comment that begins at an index, if one begins there: `{…}`, `;…` or a line
/// that begins with `%`.
#[inline]
pub(super) fn comment_end(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes.get(start)? {
        b'{' => Some(brace_comment_end(bytes, start)),
        b';' => Some(find_line_end(bytes, start)),
        b'%' if is_line_start(bytes, start) => Some(find_line_end(bytes, start)),
        _ => None,
    }
}

/// Tests whether an index is the first of a line.
#[inline]
pub(super) fn is_line_start(bytes: &[u8], index: usize) -> bool {
    match &bytes[..index] {
        [] | [.., b'\n' | b'\r'] => true,
        before => before == BYTE_ORDER_MARK,
    }
}

/// Returns the start of the text before an index in its line, if that is blank: spaces, tabs and a
/// byte order mark. The result is the index of the byte order mark, if any, else the index given.
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

/// Tests whether the start of a tag pair is at an index: `[`, a name and `"`.
#[inline]
pub(super) fn is_tag_start(bytes: &[u8], index: usize) -> bool {
    tag_start(bytes, index).is_some()
}

/// Returns the name of the tag pair that begins at an index, and the index after its opening quote.
#[inline]
fn tag_start(bytes: &[u8], index: usize) -> Option<(Range<usize>, usize)> {
    if bytes.get(index) != Some(&b'[') {
        return None;
    }
    let start = skip_blanks(bytes, index + 1);
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+');
    let end = skip_while(bytes, start, is_name);
    let quote = skip_blanks(bytes, end);
    (start < end && bytes.get(quote) == Some(&b'"')).then_some((start..end, quote + 1))
}

/// The places of a tag pair in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagSpan {
    pub(super) name: Range<usize>,
    /// The text between the quotes.
    pub(super) value: Range<usize>,
    /// The index after `]`.
    pub(super) end: usize,
}

/// Reads the tag pair that begins at an index. A tag pair lies in one line.
///
/// Quotes inside the value need no escape. The value ends at the first quote that is followed by `]`
/// and then by the end of the line or another tag pair. Without one, it ends at the first quote before
/// `]`, and then at the first one with an escape, for values such as `C:\`.
#[inline]
pub(super) fn read_tag(bytes: &[u8], index: usize) -> Option<TagSpan> {
    let (name, start) = tag_start(bytes, index)?;
    let (mut before_text, mut with_escape) = (None, None);
    let mut position = start;
    let mut is_escaped = false;
    while let Some(&byte) = bytes.get(position) {
        match byte {
            b'\n' | b'\r' => break,
            b'\\' => is_escaped = !is_escaped,
            b'"' => {
                let bracket = skip_blanks(bytes, position + 1);
                if bytes.get(bracket) == Some(&b']') {
                    let span = (position, bracket + 1);
                    if is_escaped {
                        with_escape.get_or_insert(span);
                    } else if ends_tag(bytes, bracket + 1) {
                        return Some(TagSpan { name, value: start..position, end: bracket + 1 });
                    } else {
                        before_text.get_or_insert(span);
                    }
                }
                is_escaped = false;
            }
            _ => is_escaped = false,
        }
        position += 1;
    }
    let (quote, end) = before_text.or(with_escape)?;
    Some(TagSpan { name, value: start..quote, end })
}

/// Tests whether a line ends at an index, or another tag pair follows.
#[inline]
fn ends_tag(bytes: &[u8], index: usize) -> bool {
    let next = skip_blanks(bytes, index);
    match bytes.get(next) {
        None | Some(b'\n' | b'\r') => true,
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

/// Tests whether a token begins at an index: after a delimiter or after the dots of a move number.
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
    before.last().is_none_or(|&byte| is_delimiter(byte)) || before == BYTE_ORDER_MARK
}
