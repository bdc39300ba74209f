//! Byte scans in blocks, in loops that the compiler vectorizes.
//!
//! A block is tested as a whole: the loops over its bytes have no branches, and set one flag per
//! byte class. Only a block with a flag is searched byte by byte.

/// The number of bytes that are tested at once.
const BLOCK: usize = 64;

/// A byte block, with the byte before and the byte after it.
type Window = [u8; BLOCK + 2];

/// The first byte in the movetext that can end a game or hides the rest of the line.
pub(super) struct MovetextStop {
    /// The index of the byte, or the buffer's length.
    pub(super) index: usize,
    /// `true` if a comment in braces is open at the byte.
    pub(super) is_in_comment: bool,
    /// `true` if a parenthesis may stand before the byte, in a comment or outside.
    pub(super) has_parenthesis: bool,
}

/// Finds the first stop in movetext. At `start`, no comment is open.
///
/// A brace opens a comment or closes one, whatever the braces before it do. The last brace before
/// the stop thus decides whether a comment is open there, and the others need no search.
#[inline]
pub(super) fn find_movetext_stop(bytes: &[u8], start: usize) -> MovetextStop {
    let mut brace_block = None;
    let mut has_parenthesis = false;
    let mut block = start;
    let mut edge = [b' '; BLOCK + 2];
    while block < bytes.len() {
        let window = window(bytes, block, &mut edge);
        let flags = MovetextFlags::of(window);
        if flags.stop {
            let stop = first_index(|index| {
                is_movetext_stop(window[index], window[index + 1], window[index + 2])
            });
            if let Some(index) = stop.map(|index| block + index) {
                let has_parenthesis = has_parenthesis || flags.parenthesis;
                let block_state = flags.brace.then(|| ends_in_comment(&bytes[block..index]));
                let is_in_comment = block_state
                    .flatten()
                    .or_else(|| ends_in_comment(&bytes[brace_block?..][..BLOCK]))
                    .unwrap_or(false);
                return MovetextStop { index, is_in_comment, has_parenthesis };
            }
        }
        if flags.brace {
            brace_block = Some(block);
        }
        has_parenthesis |= flags.parenthesis;
        block += BLOCK;
    }
    MovetextStop { index: bytes.len(), is_in_comment: false, has_parenthesis }
}

/// Finds the first byte that may end tag lines: one that can stand between two tag pairs. A line
/// break `\n` is ignored if the line before ends with `"]` and the next one begins with `[`.
///
/// Returns the byte's index, or the buffer's length.
#[inline]
pub(super) fn find_tag_stop(bytes: &[u8], start: usize) -> usize {
    let mut block = start;
    while let Some(window) = tag_window(bytes, block) {
        let mut stop = false;
        for index in 0..BLOCK {
            let [second_before, before] = [window[index], window[index + 1]];
            stop |= is_tag_stop(second_before, before, window[index + 2], window[index + 3]);
        }
        if stop {
            let stop = first_index(|index| {
                let [second_before, before] = [window[index], window[index + 1]];
                is_tag_stop(second_before, before, window[index + 2], window[index + 3])
            });
            return stop.map_or(bytes.len(), |index| block + index);
        }
        block += BLOCK;
    }
    let is_stop = |&index: &usize| {
        let [before, byte, after] = triple_at(bytes, index);
        let second_before = index.checked_sub(2).map_or(0, |index| bytes[index]);
        is_tag_stop(second_before, before, byte, after)
    };
    (block..bytes.len()).find(is_stop).unwrap_or(bytes.len())
}

/// Returns the block at an index with two bytes before and one after, if there are such bytes.
#[inline(always)]
fn tag_window(bytes: &[u8], block: usize) -> Option<&[u8; BLOCK + 3]> {
    bytes.get(block.checked_sub(2)?..)?.first_chunk()
}

/// Finds the first byte with a value from `start` on; returns its index or the buffer's length.
#[inline(always)]
pub(super) fn find_byte(bytes: &[u8], start: usize, byte: u8) -> usize {
    find(bytes, start, [byte])
}

/// Finds the first line break, `\n` or `\r`, from `start` on.
#[inline]
pub(super) fn find_line_end(bytes: &[u8], start: usize) -> usize {
    find(bytes, start, *b"\n\r")
}

/// Finds the first byte from a set, from `start` on; returns its index or the buffer's length.
///
/// One integer holds eight bytes. Most comments and tag pairs are too short for wider registers.
#[inline(always)]
pub(super) fn find<const N: usize>(bytes: &[u8], start: usize, set: [u8; N]) -> usize {
    let mut rest = bytes.get(start..).unwrap_or_default();
    while let Some((word, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        let mask = set.iter().fold(0, |mask, &byte| mask | zero_bytes(word ^ repeat(byte)));
        if mask != 0 {
            return bytes.len() - rest.len() + mask.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let index = rest.iter().position(|byte| set.contains(byte)).unwrap_or(rest.len());
    bytes.len() - rest.len() + index
}

/// The end of the control character range that contains the line breaks.
const CONTROL_END: u8 = 0x10;

/// Finds the first `}` or line break in a comment from `start` on. Other control characters such as
/// tabs count, too. Returns the index or the buffer's length.
#[inline(always)]
pub(super) fn find_comment_stop(bytes: &[u8], start: usize) -> usize {
    let mut rest = bytes.get(start..).unwrap_or_default();
    while let Some((word, after)) = rest.split_first_chunk() {
        let word = u64::from_le_bytes(*word);
        let differences = word ^ repeat(b'}');
        let below_one = differences.wrapping_sub(repeat(1)) & !differences;
        let below_control_end = word.wrapping_sub(repeat(CONTROL_END)) & !word;
        let mask = (below_one | below_control_end) & repeat(0x80);
        if mask != 0 {
            return bytes.len() - rest.len() + mask.trailing_zeros() as usize / 8;
        }
        rest = after;
    }
    let is_stop = |&byte: &u8| byte == b'}' || byte < CONTROL_END;
    bytes.len() - rest.len() + rest.iter().position(is_stop).unwrap_or(rest.len())
}

/// Returns a mask whose lowest bit belongs to the first zero byte. Borrows set only bits above it.
#[inline(always)]
pub(super) const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(repeat(1)) & !word & repeat(0x80)
}

/// Returns the word that repeats a byte eight times.
#[inline(always)]
pub(super) const fn repeat(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Returns the first index in a block that satisfies a condition.
///
/// The conditions become the bits of one integer, so that the index costs no branch misprediction.
#[inline(always)]
fn first_index(condition: impl Fn(usize) -> bool) -> Option<usize> {
    let mut flags = [0; BLOCK];
    for (index, flag) in flags.iter_mut().enumerate() {
        *flag = u8::from(condition(index));
    }
    let mut mask = 0_u64;
    for (index, flags) in flags.as_chunks().0.iter().enumerate() {
        // The product has each flag in its highest byte, the first flag in the lowest bit.
        let byte = u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        mask |= byte << (8 * index);
    }
    (mask != 0).then_some(mask.trailing_zeros() as usize)
}

/// The byte classes in a movetext block.
struct MovetextFlags {
    stop: bool,
    brace: bool,
    parenthesis: bool,
}

impl MovetextFlags {
    #[inline(always)]
    fn of(window: &Window) -> Self {
        let mut stop = false;
        let mut brace = false;
        let mut parenthesis = false;
        for index in 0..BLOCK {
            let byte = window[index + 1];
            stop |= is_movetext_stop(window[index], byte, window[index + 2]);
            brace |= (byte == b'{') | (byte == b'}');
            // The parentheses differ in bit 0.
            parenthesis |= byte & !1 == b'(';
        }
        Self { stop, brace, parenthesis }
    }
}

/// Tests whether a movetext byte must be examined: `;`, `*`, the hyphen in `1-0`, `0-1` or
/// `1/2-1/2`, a percent sign, and the byte after a bracket.
///
/// The command that begins with `[%` in a comment is no stop.
#[inline(always)]
fn is_movetext_stop(before: u8, byte: u8, after: u8) -> bool {
    // The digits beside a result's hyphen add up to `0` plus `1`, or to 2 more.
    let is_between_digits = before.wrapping_add(after) | 0b10 == (b'0' + b'1') | 0b10;
    (byte == b';')
        | (byte == b'*')
        | ((byte == b'-') & is_between_digits)
        | ((before == b'[') ^ (byte == b'%'))
}

/// Tests whether a byte can stand between two tag pairs, other than `\n` directly between `"]` and `[`.
#[inline(always)]
fn is_tag_stop(second_before: u8, before: u8, byte: u8, after: u8) -> bool {
    let is_between_tags = (second_before == b'"') & (before == b']') & (after == b'[');
    is_tag_separator(byte) & !(is_between_tags & (byte == b'\n'))
}

/// Tests whether a byte can stand between two tag pairs: a control character, a brace, or the first
/// byte of a byte order mark.
#[inline(always)]
pub(super) const fn is_tag_separator(byte: u8) -> bool {
    (byte < b' ') | (byte == b'{') | (byte == 0xEF)
}

/// Returns the state after the last brace: `true` after `{`, `false` after `}`, `None` without braces.
#[inline]
fn ends_in_comment(bytes: &[u8]) -> Option<bool> {
    bytes.iter().rev().find(|&&byte| matches!(byte, b'{' | b'}')).map(|&byte| byte == b'{')
}

/// Returns a byte between its neighbors; a line break takes the place of a missing one.
#[inline]
fn triple_at(bytes: &[u8], index: usize) -> [u8; 3] {
    let before = index.checked_sub(1).map_or(b'\n', |index| bytes[index]);
    let after = bytes.get(index + 1).copied().unwrap_or(b'\n');
    [before, bytes[index], after]
}

/// Returns the block at an index, with the byte on each side. Spaces replace missing bytes, and a
/// line break replaces the one before the buffer.
#[inline(always)]
fn window<'a>(bytes: &'a [u8], block: usize, edge: &'a mut Window) -> &'a Window {
    let window = block.checked_sub(1).and_then(|start| bytes.get(start..)?.first_chunk());
    match window {
        Some(window) => window,
        None => {
            *edge = edge_window(bytes, block);
            edge
        }
    }
}

#[cold]
fn edge_window(bytes: &[u8], block: usize) -> Window {
    let mut window = [b' '; BLOCK + 2];
    window[0] = block.checked_sub(1).map_or(b'\n', |index| bytes[index]);
    let rest = &bytes[block..];
    let rest = &rest[..rest.len().min(BLOCK + 1)];
    window[1..=rest.len()].copy_from_slice(rest);
    if rest.len() < BLOCK + 1 {
        window[rest.len() + 1] = b'\n';
    }
    window
}
