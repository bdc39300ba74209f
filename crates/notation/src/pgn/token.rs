//! The tokens in a game.

use super::characters::sign_number;
use super::comment::Comment;
use super::syntax::parse_number;
use super::tag::Tag;
use super::termination::Termination;

/// A token in a game, returned by [`Tokens`](super::Tokens).
///
/// The tokens' bytes, one after the other, are the text. No text is an error at this level: see
/// [`Malformed`](Self::Malformed) and [`Unknown`](Self::Unknown).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Token<'a> {
    /// White space: spaces, line breaks, other ASCII control characters, and Unicode spaces.
    WhiteSpace(&'a [u8]),
    /// A tag pair.
    Tag(Tag<'a>),
    /// The rest of a line from a `[` on that begins no valid tag pair, before the movetext.
    Malformed(&'a [u8]),
    /// A move number, its dots, or both: `12.`, `12...`, `12…`, `...`, `12`.
    MoveNumber(&'a [u8]),
    /// A text in place of a move, valid or not: `Nge2`, `0-0+`, `e8Q`, `e2e4`, `"e4"`.
    ///
    /// A sign directly after the move, such as the `±` in `e4±`, is a separate token.
    Move(&'a [u8]),
    /// A null move: `--`, `Z0`, `0000`, `@@@@` or `null`.
    NullMove(&'a [u8]),
    /// The sign for an en passant capture as a separate token: `e.p.` or `ep`.
    EnPassantSign(&'a [u8]),
    /// A numeric annotation glyph or its sign: `$1`, `!`, `?!`, `+-`, `±`, `N`.
    Nag(Nag<'a>),
    /// A comment in braces.
    Comment(Comment<'a>),
    /// A comment from `;` to the end of the line.
    LineComment(Comment<'a>),
    /// A line that begins with `%`, which programs use for their own purposes.
    Escape(&'a [u8]),
    /// The parenthesis that begins a variation.
    VariationStart(&'a [u8]),
    /// The parenthesis that ends a variation.
    VariationEnd(&'a [u8]),
    /// A termination marker.
    Termination(Termination, &'a [u8]),
    /// A text that is none of the above: `,`, `]`, `x`.
    Unknown(&'a [u8]),
}

impl<'a> Token<'a> {
    /// Returns the token's bytes.
    ///
    /// ```
    /// use tabiya::pgn;
    ///
    /// let text = b"1. e4!? { best } e5 *";
    /// let bytes: Vec<u8> = pgn::tokens(text).flat_map(|token| token.bytes().to_vec()).collect();
    /// assert_eq!(bytes, text);
    /// ```
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        match self {
            Self::Tag(tag) => tag.bytes(),
            Self::Nag(nag) => nag.bytes(),
            Self::Comment(comment) | Self::LineComment(comment) => comment.bytes(),
            Self::WhiteSpace(bytes)
            | Self::Malformed(bytes)
            | Self::MoveNumber(bytes)
            | Self::Move(bytes)
            | Self::NullMove(bytes)
            | Self::EnPassantSign(bytes)
            | Self::Escape(bytes)
            | Self::VariationStart(bytes)
            | Self::VariationEnd(bytes)
            | Self::Termination(_, bytes)
            | Self::Unknown(bytes) => bytes,
        }
    }
}

/// A numeric annotation glyph, `$n`, or a sign that stands for one: `!?`, `+-`, `±`, `=`, `N`.
///
/// ```
/// use tabiya::pgn::{self, Token};
///
/// let numbers = pgn::tokens("e4! $18 $256 ?! !!! $99999999999").filter_map(|token| match token {
///     Token::Nag(nag) => Some(nag.number()),
///     _ => None,
/// });
/// assert!(numbers.eq([Some(1), Some(18), Some(256), Some(6), None, None]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nag<'a>(pub(super) &'a [u8]);

impl<'a> Nag<'a> {
    /// Returns the glyph as found.
    #[inline]
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the glyph's number; `None` for other signs, such as `!!!`, and numbers above 4,294,967,295.
    /// 4,294,967,295.
    #[inline]
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match self.0 {
            b"!" => Some(1),
            b"?" => Some(2),
            b"!!" => Some(3),
            b"??" => Some(4),
            b"!?" => Some(5),
            b"?!" => Some(6),
            [b'$', digits @ ..] => parse_number(digits),
            sign => sign_number(sign).flatten(),
        }
    }
}
