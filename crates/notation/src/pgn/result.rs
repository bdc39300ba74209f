//! The result of a game.

use super::lexer::tokens;
use super::split::RawGame;
use super::syntax::is_white_space;
use super::termination::Termination;
use super::token::Token;

impl RawGame<'_> {
    /// Returns the termination marker of the game: the last one outside of variations.
    ///
    /// ```
    /// use tabiya_notation::pgn::{RawGame, Termination};
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
