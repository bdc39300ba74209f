//! A game's tag pairs.

use core::ops::Range;

use super::lexer::Tokens;
use super::split::RawGame;
use super::tag::Tag;

impl<'a> RawGame<'a> {
    /// Returns the game's tag pairs, as found. Lines that are malformed are ignored.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    ///
    /// let game = RawGame::new("[White \"A\"]\n[Black]\n[Black \"B\"]\n\n1. e4 *");
    /// let names: Vec<_> = game.tags().map(|tag| tag.name()).collect();
    /// assert_eq!(names, [b"White", b"Black"]);
    /// ```
    #[inline]
    pub fn tags(&self) -> impl Iterator<Item = Tag<'a>> + Clone + use<'a> {
        let mut tokens = Tokens::of_tags(self.tags_text());
        core::iter::from_fn(move || tokens.next_tag())
    }

    /// Returns the first tag pair with the given name. Upper case and lower case are different.
    #[inline]
    #[must_use]
    pub fn tag(&self, name: impl AsRef<[u8]>) -> Option<Tag<'a>> {
        self.tags().find(|tag| tag.name() == name.as_ref())
    }

    /// Returns the range of the first tag pair with the given name, relative to the start of the game.
    ///
    /// ```
    /// use tabiya::pgn::RawGame;
    ///
    /// let game = RawGame::new("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *");
    /// let range = game.tag_range("Black").expect("the game has the tag");
    /// assert_eq!(game.bytes()[range], *b"[Black \"B\"]");
    /// ```
    #[must_use]
    pub fn tag_range(&self, name: impl AsRef<[u8]>) -> Option<Range<usize>> {
        let mut tokens = Tokens::of_tags(self.tags_text());
        let tag = core::iter::from_fn(|| tokens.next_tag()).find(|tag| tag.name() == name.as_ref());
        let end = tokens.offset();
        tag.map(|tag| end - tag.bytes().len()..end)
    }
}
