//! The boundaries between the games in a text.

use core::iter::FusedIterator;
use core::ops::Range;

use super::characters::unicode_space_len;
use super::scan::{find_line_end, find_movetext_stop, find_tag_stop};
use super::syntax::{
    BYTE_ORDER_MARK, BraceEnd, TagExtent, begins_game, blank_line_start, comment_end, find_tag,
    is_after_empty_line, is_line_start, is_tag_start, is_token_start, skip_blanks,
    skip_white_space, tag_decision, termination_len,
};
use super::tag::Tag;

/// Returns the games in a complete text, from left to right.
///
/// A game begins where the last one ended. It consists of these parts, each of which may be missing:
///
/// - Tag pairs, one or more per line. White space and comments may stand before and between them.
/// - Movetext, from the first token that is neither a tag pair nor a comment.
/// - A termination marker `1-0`, `0-1`, `1/2-1/2` or `*` outside variations, then the comments that
///   begin on its line.
/// - White space, up to the next game.
///
/// A game ends before a tag pair that follows movetext and begins a line. A tag pair named `Event`
/// after an empty line also begins a game, if the tags so far began with `Event`. Nothing in a
/// comment begins or ends a game: `{…}` over any number of lines, `;` to the end of the line, and
/// lines that begin with `%`.
///
/// The search for boundaries does not read moves. It accepts any bytes, in any encoding that
/// contains ASCII.
///
/// ```
/// use tabiya::pgn;
///
/// let text = b"[White \"A\"]\n\n1. e4 { [White \"C\"] } 1-0\n\n[White \"B\"]\n\n1. d4 *";
/// let games: Vec<_> = pgn::games(text).collect();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].tags_text(), b"[White \"A\"]\n\n");
/// assert_eq!(games[0].movetext(), b"1. e4 { [White \"C\"] } 1-0\n\n");
/// assert_eq!(games[1].range(), 40..text.len());
/// ```
#[inline]
pub fn games(text: &(impl AsRef<[u8]> + ?Sized)) -> Games<'_> {
    Games { bytes: text.as_ref(), offset: 0, is_complete: true }
}

/// Returns the games in a text that may go on after the buffer.
///
/// You get only games whose end is certain, because a byte that is not white space follows them.
/// The rest starts at [`Games::consumed`]; pass it again with more input. The games do not depend
/// on how you divide the text into buffers.
///
/// ```
/// use tabiya::pgn;
///
/// let buffer = b"1. e4 * 1. d4 1-0";
/// let mut games = pgn::games_in_part(buffer);
/// assert_eq!(games.by_ref().count(), 1); // perhaps "1-0" goes on
/// assert_eq!(games.rest(), b"1. d4 1-0");
/// assert_eq!(games.consumed(), 8);
/// ```
#[inline]
pub fn games_in_part(buffer: &(impl AsRef<[u8]> + ?Sized)) -> Games<'_> {
    Games { bytes: buffer.as_ref(), offset: 0, is_complete: false }
}

/// An iterator over a text's games, returned by [`games`] and [`games_in_part`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct Games<'a> {
    bytes: &'a [u8],
    offset: usize,
    is_complete: bool,
}

impl<'a> Games<'a> {
    /// Returns the number of bytes in the games returned so far.
    #[inline]
    #[must_use]
    pub const fn consumed(&self) -> usize {
        self.offset
    }

    /// Returns the bytes after the games returned so far.
    ///
    /// At the end of a complete text, these are white space and comments.
    ///
    /// ```
    /// use tabiya::pgn;
    ///
    /// let mut games = pgn::games("1. e4 *\n\n{ end of file }\n");
    /// assert_eq!(games.by_ref().count(), 1);
    /// assert_eq!(games.rest(), b"{ end of file }\n");
    /// ```
    #[inline]
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.offset..]
    }
}

impl<'a> Iterator for Games<'a> {
    type Item = RawGame<'a>;

    #[inline]
    fn next(&mut self) -> Option<RawGame<'a>> {
        // A game begins a line, even on the line of a termination marker: the bytes before must not
        // matter, because they may be in another buffer.
        let rest = self.rest();
        let extent = find_game(rest, self.is_complete)?;
        if !self.is_complete && extent.end == rest.len() {
            return None;
        }
        let start = self.offset;
        self.offset += extent.end;
        Some(RawGame { bytes: &rest[..extent.end], start, movetext: extent.movetext })
    }
}

impl FusedIterator for Games<'_> {}

/// An unparsed game: the bytes of its tag pairs and movetext, returned by [`Games`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawGame<'a> {
    bytes: &'a [u8],
    /// The game's index in the buffer.
    start: usize,
    /// The movetext's index in the game.
    movetext: usize,
}

impl<'a> RawGame<'a> {
    /// Returns the bytes as one game, without a search for its end.
    ///
    /// Use this for games from an index or a database. Bytes after the game become part of it.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    ///
    /// let game = RawGame::new("[White \"A\"]\n1. e4 *");
    /// assert_eq!(game.movetext(), b"1. e4 *");
    /// ```
    #[inline]
    #[must_use]
    pub fn new(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Self {
        let bytes = text.as_ref();
        let movetext = match find_tags(bytes, true) {
            TagSection::Movetext { tags_end, .. } | TagSection::NextGame { tags_end, .. } => {
                tags_end
            }
            TagSection::NoGame => bytes.len(),
        };
        Self { bytes, start: 0, movetext }
    }

    /// Returns all bytes of the game, including the white space after it.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the bytes before the movetext: the tag pairs, with white space and comments.
    #[inline]
    #[must_use]
    pub fn tags_text(&self) -> &'a [u8] {
        &self.bytes[..self.movetext]
    }

    /// Returns the bytes from the first token after the last tag pair to the end of the game.
    #[inline]
    #[must_use]
    pub fn movetext(&self) -> &'a [u8] {
        &self.bytes[self.movetext..]
    }

    /// Returns the game's range in the buffer that was split.
    #[inline]
    #[must_use]
    pub const fn range(&self) -> Range<usize> {
        self.start..self.start + self.bytes.len()
    }

    /// Returns the tag section's range in the buffer that was split.
    #[inline]
    #[must_use]
    pub const fn tags_range(&self) -> Range<usize> {
        self.start..self.start + self.movetext
    }

    /// Returns the movetext's range in the buffer that was split.
    #[inline]
    #[must_use]
    pub const fn movetext_range(&self) -> Range<usize> {
        self.start + self.movetext..self.start + self.bytes.len()
    }
}

/// Guesses where the next game begins, in a buffer that starts anywhere in a file.
///
/// The result is the index of the first tag pair that begins a line and follows a line without a
/// tag pair. The guess is wrong if a comment contains such a line. A caller that splits the bytes
/// before the guess notices this, because the last game there does not end at the guess.
///
/// ```
/// use tabiya::pgn;
///
/// let middle = b"lack \"B\"]\n[Result \"*\"]\n\n1. e4 *\n\n[Event \"?\"]\n1. d4 *";
/// assert_eq!(pgn::guess_game_start(middle), Some(33));
/// assert_eq!(pgn::guess_game_start(b"1. e4 *"), None);
/// ```
#[must_use]
pub fn guess_game_start(bytes: &[u8]) -> Option<usize> {
    let mut is_after_tag = true; // The first line may be the end of a tag pair.
    let mut line = 0;
    while line < bytes.len() {
        let end = find_line_end(bytes, line);
        let first = skip_blanks(bytes, line);
        let mark = bytes[first..].starts_with(BYTE_ORDER_MARK);
        let tag = if mark { first + BYTE_ORDER_MARK.len() } else { first };
        let is_tag = line > 0 && is_tag_start(bytes, tag);
        if is_tag && !is_after_tag {
            return Some(first);
        }
        // There is no line between `\r` and `\n`.
        if line > 0 && (first < end || bytes.get(end) == Some(&b'\n') && bytes[line - 1] != b'\r') {
            is_after_tag = is_tag;
        }
        line = end + 1;
    }
    None
}

/// A game's extent.
struct Extent {
    movetext: usize,
    end: usize,
}

/// Finds the game at the start of a text; returns `None` if there is only white space and comments.
///
/// If the text is not complete and its tag pairs may go on at its end, the game extends there.
#[inline]
fn find_game(bytes: &[u8], is_complete: bool) -> Option<Extent> {
    match find_tags(bytes, is_complete) {
        TagSection::NoGame => None,
        TagSection::NextGame { tags_end, end } => Some(Extent { movetext: tags_end, end }),
        TagSection::Movetext { tags_end, first, is_bare } => {
            let end = find_movetext_end(bytes, first, is_complete);
            let end = if is_bare { bare_game_end(&bytes[..end], first) } else { end };
            Some(Extent { movetext: tags_end, end })
        }
    }
}

/// A game's contents before its movetext.
enum TagSection {
    /// White space and comments, then the end of the text.
    NoGame,
    /// Tag pairs, then the next game or the end of the text.
    NextGame { tags_end: usize, end: usize },
    /// Tag pairs, if any, then movetext.
    Movetext {
        tags_end: usize,
        /// The first token that is neither a tag pair nor a comment.
        first: usize,
        /// `true` if the game has no tag pairs.
        is_bare: bool,
    },
}

/// Finds where the tag pairs at the start of a text end.
#[inline]
fn find_tags(bytes: &[u8], is_complete: bool) -> TagSection {
    let mut position = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut tags = TagPairs::new(bytes, skip_white_space(bytes, position));
    loop {
        position = skip_white_space(bytes, position);
        position = match bytes.get(position) {
            None if tags.first.is_none() => return TagSection::NoGame,
            None => return tags.next_game_at(bytes.len()),
            Some(b'[') if tags.is_next_game(position) => return tags.next_game_at(position),
            Some(b'[') => match tags.add_lines(position, is_complete) {
                Some(end) => end,
                None => return tags.next_game_at(bytes.len()),
            },
            Some(b'{') => match BraceEnd::find(bytes, position, is_complete) {
                BraceEnd::NextGame(end) if tags.first.is_some() => return tags.next_game_at(end),
                end => end.index(bytes.len()),
            },
            Some(0x80..) if unicode_space_len(bytes, position) > 0 => {
                position + unicode_space_len(bytes, position)
            }
            Some(_) => match comment_end(bytes, position) {
                Some(end) => end,
                None => return tags.movetext_at(position),
            },
        };
    }
}

/// A game's tag pairs, up to the current search position.
struct TagPairs<'a> {
    bytes: &'a [u8],
    /// The index of the first tag pair.
    first: Option<usize>,
    /// `true` if the first tag pair is named `Event`; `None` until that is needed.
    ///
    /// The first tag pair may be long, so the search for its end is done once for all others.
    is_first_event: Option<bool>,
    /// The index after the last tag pair and the white space after it.
    end: usize,
    /// The index of the byte that decides where the last tag pair ends.
    decision: usize,
}

impl<'a> TagPairs<'a> {
    #[inline(always)]
    const fn new(bytes: &'a [u8], end: usize) -> Self {
        Self { bytes, first: None, is_first_event: None, end, decision: 0 }
    }

    #[inline(always)]
    const fn next_game_at(&self, index: usize) -> TagSection {
        TagSection::NextGame { tags_end: self.end, end: index }
    }

    #[inline(always)]
    const fn movetext_at(&self, index: usize) -> TagSection {
        TagSection::Movetext { tags_end: self.end, first: index, is_bare: self.first.is_none() }
    }

    /// Tests whether the tag pair at an index begins the next game: it is named `Event` and follows
    /// an empty line, and this game's first tag pair is named `Event`, too.
    #[inline(always)]
    fn is_next_game(&mut self, index: usize) -> bool {
        let Some(first) = self.first else { return false };
        let bytes = self.bytes;
        is_after_empty_line(&bytes[first..index])
            && *self.is_first_event.get_or_insert_with(|| is_event(bytes, first))
            && is_event(bytes, index)
    }

    /// Adds the tag lines that begin at an index, and returns their end; `None` if the text may go
    /// on before the end is certain.
    #[inline(always)]
    fn add_lines(&mut self, index: usize, is_complete: bool) -> Option<usize> {
        self.first.get_or_insert(index);
        let end = find_tag_lines_end(self.bytes, index);
        if !is_complete && self.decision < end {
            self.decision = tag_decision(self.bytes, end);
            if self.decision == self.bytes.len() {
                return None;
            }
        }
        self.end = skip_white_space(self.bytes, end);
        Some(end)
    }
}

/// Tests whether a complete tag pair named `Event` begins at an index.
#[inline]
fn is_event(bytes: &[u8], index: usize) -> bool {
    find_tag(bytes, index)
        .is_some_and(|extent| Tag::new(bytes, index, extent).name().eq_ignore_ascii_case(b"Event"))
}

/// Returns the end of the tag lines that begin at an index: lines that begin with `[`.
///
/// The result may lie within a line. The next call then begins after the byte at which this one
/// stopped, so that the time for all calls is linear.
#[inline]
fn find_tag_lines_end(bytes: &[u8], start: usize) -> usize {
    // A block needs two bytes before it.
    if let Some(b'\n' | b'\r') = bytes.get(start + 1) {
        return start + 1;
    }
    let stop = find_tag_stop(bytes, bytes.len().min(start + 2));
    let is_line_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut line_end = stop;
    while matches!(bytes[start..line_end].last(), Some(b' ' | b'\t' | b'\r')) {
        line_end -= 1;
    }
    let is_line_end = bytes.get(stop).is_none_or(is_line_break);
    if is_line_end && bytes[start..line_end].ends_with(b"\"]") {
        return stop;
    }
    let line_start = bytes[start..line_end].iter().rposition(is_line_break);
    let mut position = line_start.map_or(start, |index| start + index + 1);
    while let Some(TagExtent { end, .. }) = find_tag(bytes, position) {
        let next = skip_blanks(bytes, end);
        if bytes.get(next) != Some(&b'[') {
            return end;
        }
        position = next;
    }
    // A malformed tag pair extends to the end of the line.
    find_line_end(bytes, position)
}

/// Finds the end of a game without tag pairs, whose movetext begins at an index: before a line that
/// follows an empty line and begins with move 1, or the end of the text.
///
/// Opening collections have this form. A game with tag pairs has the move number 1 only once.
#[cold]
fn bare_game_end(text: &[u8], start: usize) -> usize {
    let mut depth = DepthScan { position: start, depth: 0 };
    let mut line = find_line_end(text, start) + 1;
    while line < text.len() {
        let first = skip_white_space(text, line);
        let is_first_move = match text[first..] {
            [b'1', b'.', after, ..] => after != b'.',
            [b'1', b' ', after, ..] => after.is_ascii_alphabetic(),
            _ => false,
        };
        if is_first_move
            && is_after_empty_line(&text[line - 1..first])
            && depth.at(text, first) == 0
            && depth.position == first
        {
            return first;
        }
        line = find_line_end(text, first) + 1;
    }
    text.len()
}

/// Finds the end of a game whose movetext begins at an index, including the white space after it.
#[inline]
fn find_movetext_end(bytes: &[u8], start: usize, is_complete: bool) -> usize {
    let mut position = start;
    let mut depth = DepthScan { position: start, depth: 0 };
    let mut has_parenthesis = false;
    loop {
        let stop = find_movetext_stop(bytes, position);
        has_parenthesis |= stop.has_parenthesis;
        let index = stop.index;
        if stop.is_in_comment {
            // The stop may be the byte after the bracket of a tag pair that begins a line.
            if is_tag_start(bytes, index - 1) && blank_line_start(bytes, index - 1).is_some() {
                let is_line_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
                let line_break = bytes[..index].iter().rposition(is_line_break);
                let line = line_break.map_or(0, |index| index + 1);
                match begins_game(bytes, line) {
                    Some(true) => return line,
                    None if !is_complete => return bytes.len(),
                    _ => {}
                }
            }
            match BraceEnd::find(bytes, index, is_complete) {
                BraceEnd::NextGame(line) => return line,
                end => position = end.index(bytes.len()),
            }
            continue;
        }
        // The stop after a bracket may be any byte.
        if index > start
            && is_tag_start(bytes, index - 1)
            && let Some(end) = blank_line_start(bytes, index - 1)
        {
            return end;
        }
        position = match bytes.get(index) {
            None => return bytes.len(),
            Some(b'{') => match BraceEnd::find(bytes, index, is_complete) {
                BraceEnd::NextGame(line) => return line,
                end => end.index(bytes.len()),
            },
            Some(b';') => find_line_end(bytes, index),
            Some(b'%') if is_line_start(bytes, index) => find_line_end(bytes, index),
            Some(b'*' | b'-') => match termination_end(bytes, index) {
                Some(end) if !has_parenthesis || depth.at(bytes, index) == 0 => {
                    return skip_trailing_comments(bytes, end);
                }
                _ => index + 1,
            },
            Some(_) => index + 1,
        };
    }
}

/// Returns the end of the termination marker at a stop: `*`, or a hyphen.
#[inline]
fn termination_end(bytes: &[u8], index: usize) -> Option<usize> {
    let start = match bytes[..index] {
        _ if bytes[index] == b'*' => index,
        [.., b'1', b'/', b'2'] => index - 3,
        [.., b'0' | b'1'] => index - 1,
        _ => return None,
    };
    let len = termination_len(bytes, start)?;
    (len == 1 || is_token_start(bytes, start)).then_some(start + len)
}

/// Returns the start of the next game. White space and comments that begin on the line of a
/// termination marker still belong to the last game.
#[inline]
fn skip_trailing_comments(bytes: &[u8], termination: usize) -> usize {
    let mut position = skip_blanks(bytes, termination);
    while let Some(b'{' | b';') = bytes.get(position) {
        position = comment_end(bytes, position).map_or(position, |end| skip_blanks(bytes, end));
    }
    skip_white_space(bytes, position)
}

/// The number of open variations at a position, counted on request.
struct DepthScan {
    position: usize,
    depth: usize,
}

impl DepthScan {
    /// Returns how many variations are open at an index, which must not decrease between calls.
    fn at(&mut self, bytes: &[u8], index: usize) -> usize {
        while self.position < index {
            match bytes[self.position] {
                b'(' => self.depth += 1,
                b')' => self.depth = self.depth.saturating_sub(1),
                b'{' | b';' | b'%' => {
                    if let Some(end) = comment_end(bytes, self.position) {
                        self.position = end;
                        continue;
                    }
                }
                _ => {}
            }
            self.position += 1;
        }
        self.depth
    }
}
