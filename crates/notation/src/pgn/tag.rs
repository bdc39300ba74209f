//! Tag pairs: `[White "Capablanca"]`.

use core::fmt::{self, Write};
use core::iter::FusedIterator;

use super::characters::windows_1252;
use super::syntax::TagExtent;

/// A tag pair in a game, such as `[White "Capablanca"]`.
///
/// ```
/// use tabiya::pgn::RawGame;
///
/// let game = RawGame::new(r#"[Event "The \"Big\" one"] [Site "a "b" c"] *"#);
/// let tags: Vec<_> = game.tags().collect();
/// assert_eq!(tags[0].name(), b"Event");
/// assert_eq!(tags[0].raw_value(), br#"The \"Big\" one"#);
/// assert_eq!(tags[0].value().to_string(), r#"The "Big" one"#);
/// assert_eq!(tags[1].value().to_string(), r#"a "b" c"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    bytes: &'a [u8],
    /// The index after the opening quote.
    value_start: usize,
}

impl<'a> Tag<'a> {
    #[inline]
    pub(super) fn new(bytes: &'a [u8], start: usize, extent: TagExtent) -> Self {
        Self { bytes: &bytes[start..extent.end], value_start: extent.value_start - start }
    }

    /// Returns the tag pair as found, from `[` to `]`.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the tag's name.
    #[inline]
    #[must_use]
    pub fn name(&self) -> &'a [u8] {
        self.bytes[1..self.value_start - 1].trim_ascii()
    }

    /// Returns the text between the quotes, with its escapes.
    #[inline]
    #[must_use]
    pub fn raw_value(&self) -> &'a [u8] {
        // The closing quote follows: a tag pair without one is malformed.
        let rest = &self.bytes[self.value_start..];
        let end = rest.iter().rposition(|&byte| byte == b'"').unwrap_or_default();
        &rest[..end]
    }

    /// Returns the value without its escapes.
    #[inline]
    pub fn value(&self) -> TagValue<'a> {
        TagValue::from_raw(self.raw_value())
    }
}

/// A tag pair's value without its escapes, returned by [`Tag::value`].
///
/// It iterates over bytes and is displayed as text. The escapes are `\"` and `\\`; any other
/// backslash stands for itself. Bytes that are not UTF-8 are displayed as Windows-1252, the
/// encoding of most old files.
///
/// ```
/// use tabiya::pgn::RawGame;
///
/// let game = RawGame::new(b"[Site \"K\xF6ln \\\\ C:\\x\"] *");
/// let site = game.tag("Site").expect("a tag pair");
/// assert_eq!(site.value().to_string(), r"Köln \ C:\x");
/// assert_eq!(site.value().count(), 11);
/// ```
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct TagValue<'a> {
    raw: &'a [u8],
}

impl<'a> TagValue<'a> {
    /// Creates a value from the text between the quotes, with its escapes.
    ///
    /// ```
    /// use tabiya::pgn::TagValue;
    ///
    /// assert!(TagValue::from_raw(br#"The \"Big\" one"#).is(r#"The "Big" one"#));
    /// ```
    #[inline]
    pub const fn from_raw(raw: &'a [u8]) -> Self {
        Self { raw }
    }

    /// Returns the rest of the text between the quotes, with its escapes.
    ///
    /// ```
    /// use tabiya::pgn::TagValue;
    ///
    /// assert_eq!(TagValue::from_raw(br"C:\\x").raw(), br"C:\\x");
    /// ```
    #[inline]
    #[must_use]
    pub const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Tests whether the value equals a text.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    ///
    /// let game = RawGame::new("[Result \"1-0\"] 1-0");
    /// assert!(game.tag("Result").is_some_and(|tag| tag.value().is("1-0")));
    /// ```
    #[inline]
    #[must_use]
    pub fn is(&self, text: impl AsRef<[u8]>) -> bool {
        self.clone().eq(text.as_ref().iter().copied())
    }
}

impl Iterator for TagValue<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let (byte, rest) = match self.raw {
            [b'\\', byte @ (b'"' | b'\\'), rest @ ..] | [byte, rest @ ..] => (*byte, rest),
            [] => return None,
        };
        self.raw = rest;
        Some(byte)
    }
}

impl FusedIterator for TagValue<'_> {}

impl fmt::Display for TagValue<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}

/// A text that a writer writes without the cost of formatting.
pub(super) trait WriteText {
    fn write(&self, out: &mut impl Write) -> fmt::Result;
}

impl WriteText for TagValue<'_> {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let mut rest = self.raw;
        while let Some(index) = rest.iter().position(|&byte| byte == b'\\') {
            write_text(out, &rest[..index])?;
            rest = &rest[index..];
            let end = if let [b'\\', b'"' | b'\\', ..] = rest { 2 } else { 1 };
            write_text(out, &rest[end - 1..end])?;
            rest = &rest[end..];
        }
        write_text(out, rest)
    }
}

impl WriteText for &str {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self)
    }
}

/// Writes bytes as text: UTF-8 where they are valid, else Windows-1252.
pub(super) fn write_text(f: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    if let Ok(text) = str::from_utf8(bytes) {
        return f.write_str(text);
    }
    for chunk in bytes.utf8_chunks() {
        f.write_str(chunk.valid())?;
        chunk.invalid().iter().try_for_each(|&byte| f.write_char(windows_1252(byte)))?;
    }
    Ok(())
}
