//! A game's result.

use super::lexer::{Tokens, tokens};
use super::split::RawGame;
use super::syntax::{is_white_space, only_comments_follow};
use super::termination::Termination;
use super::token::Token;

impl RawGame<'_> {
    /// Returns the game's termination marker: the last one outside variations, in any form that
    /// [`Termination::from_text`] reads.
    ///
    /// ```
    /// use tabiya::pgn::{RawGame, Termination};
    ///
    /// let game = RawGame::new("[Result \"*\"]\n\n1. e4 (1. d4 *) e5 1-0");
    /// assert_eq!(game.termination(), Some(Termination::WhiteWins));
    /// assert_eq!(RawGame::new("1. e4").termination(), None);
    /// ```
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        let final_marker = final_marker(self.movetext());
        if final_marker.is_some() {
            return final_marker;
        }
        let mut depth = 0_usize;
        let mut found = None;
        for token in tokens(self.movetext()) {
            match token {
                Token::VariationStart(_) => depth += 1,
                Token::VariationEnd(_) => depth = depth.saturating_sub(1),
                Token::Termination(termination, _) if depth == 0 => found = Some(termination),
                _ => {}
            }
        }
        found
    }

    /// Returns the game result: a known termination marker, else a known tag pair `Result`, else
    /// [`Termination::Unfinished`].
    ///
    /// `*` says less than a known result, so a tag pair with one wins over the marker `*`. `0-0`
    /// after the last move, where castling is illegal, is [`Termination::BothLose`]. If the
    /// movetext ends with the tag pair's value, nothing else is searched.
    ///
    /// ```
    /// use tabiya::pgn::{RawGame, Termination};
    ///
    /// let result = |text| RawGame::new(text).result();
    /// assert_eq!(result("[Result \"0-1\"]\n\n1. e4 *"), Termination::BlackWins);
    /// assert_eq!(result("[Result \"0-1\"]\n\n1. e4 1-0"), Termination::WhiteWins);
    /// assert_eq!(result("[Result \"1/2\"]\n\n1. e4"), Termination::Draw);
    /// assert_eq!(result("1. e4 e5 0-0"), Termination::BothLose);
    /// assert_eq!(result("1. e4"), Termination::Unfinished);
    /// ```
    #[must_use]
    pub fn result(&self) -> Termination {
        let is_known = |termination: &Termination| *termination != Termination::Unfinished;
        let from_tag = self.tag_result().filter(is_known);
        if let Some(result) = from_tag
            && self.movetext().trim_ascii_end().ends_with(result.as_str().as_bytes())
        {
            return result;
        }
        let marker = self.termination().filter(is_known);
        marker.or(from_tag).unwrap_or_else(|| self.forfeit())
    }

    /// Returns the result in the tag pair `Result`, in any form that [`Termination::from_text`] reads;
    /// `None` without one.
    #[must_use]
    pub fn tag_result(&self) -> Option<Termination> {
        let tag = self.tag("Result")?;
        Termination::from_text(tag.raw_value())
    }

    /// Returns the result `0-0` if only the moves can distinguish it from castling.
    #[cold]
    fn forfeit(&self) -> Termination {
        let text = self.movetext();
        if !(0..text.len()).any(|index| may_be_last_forfeit(text, index)) {
            return Termination::Unfinished;
        }
        let Ok(mut line) = self.main_line() else { return Termination::Unfinished };
        while line.next().is_some() {}
        line.termination().unwrap_or(Termination::Unfinished)
    }
}

/// Tests whether `0-0` begins at an index, in any form, and no move follows it.
fn may_be_last_forfeit(text: &[u8], index: usize) -> bool {
    if text[index] != b'0' {
        return false;
    }
    match Termination::parse_prefix(&text[index..]) {
        Some((Termination::BothLose, len)) => only_comments_follow(text, index + len),
        _ => false,
    }
}

/// Tests whether a text that was read is `0-0`, and only comments follow. Letters are castling, legal or not.
pub(super) fn is_double_forfeit(text: &[u8], rest: &Tokens<'_>) -> bool {
    text.starts_with(b"0")
        && Termination::from_text(text) == Some(Termination::BothLose)
        && only_comments_follow(rest.text(), rest.offset())
}

/// Returns the termination marker at the end of movetext, if no token can hide it.
///
/// The search has no branches, so that the compiler vectorizes it.
fn final_marker(movetext: &[u8]) -> Option<Termination> {
    let text = movetext.trim_ascii_end();
    let start = text.iter().rposition(|&byte| is_white_space(byte))? + 1;
    let (before, marker) = text.split_at(start);
    let termination = Termination::from_ascii(marker)?;
    // After a move number, `[` begins no tag pair unless a name follows.
    let starts_with_number = before[0].is_ascii_digit();
    let may_be_hidden = before.iter().zip(&before[1..]).fold(false, |found, (&first, &second)| {
        let is_escape = is_line_break(first) & (second == b'%');
        let is_bracket = (first == b'[') & (second != b'%');
        found | (second == b'(') | (second == b';') | is_escape | is_bracket
    });
    let is_in_comment = before.contains(&b'{')
        && before.iter().rev().find(|byte| matches!(byte, b'{' | b'}')) == Some(&b'{');
    let is_last = starts_with_number && !may_be_hidden && !is_in_comment;
    is_last.then_some(termination)
}

#[inline(always)]
const fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
