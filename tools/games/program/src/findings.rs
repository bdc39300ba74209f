//! The errors of a game, with their places.

use std::ops::Range;

use tabiya::pgn::{
    self, Event, ROSTER, RawGame, ReadError, ReadErrorKind, StartError, Termination, Token,
};
use tabiya_program::causes;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An invalid FEN, or Chess960 without one.
    StartPosition,
    /// A variant with other moves.
    Variant,
    /// A text that is not a legal move.
    Move,
    /// A parenthesis without its counterpart, or variations nested too deeply.
    Parenthesis,
    /// A tag pair that cannot be read.
    Tag,
    /// A comment without an end.
    Comment,
    /// A game without a termination marker. Strict.
    Termination,
    /// A tag pair `Result` that differs from the termination marker. Strict.
    Result,
    /// A tag pair of the roster that is missing. Strict.
    Roster,
    /// A text that is not part of the format. Strict.
    Text,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 10;

    /// All kinds, in the order of their discriminants.
    pub const ALL: [Self; Self::COUNT] = [
        Self::StartPosition,
        Self::Variant,
        Self::Move,
        Self::Parenthesis,
        Self::Tag,
        Self::Comment,
        Self::Termination,
        Self::Result,
        Self::Roster,
        Self::Text,
    ];

    /// Returns the name, which is also that of the JSON output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartPosition => "start position",
            Self::Variant => "variant",
            Self::Move => "move",
            Self::Parenthesis => "parenthesis",
            Self::Tag => "tag",
            Self::Comment => "comment",
            Self::Termination => "termination",
            Self::Result => "result",
            Self::Roster => "roster",
            Self::Text => "text",
        }
    }
}

/// An error of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub kind: Kind,
    /// The place in the game.
    pub range: Range<usize>,
    /// The number of plies before it, if it is in the movetext.
    pub ply: Option<usize>,
    /// The message.
    pub message: String,
}

/// Calls `visit` with each error of a game, and returns the number of plies of the main line that could
/// be read.
pub fn visit(game: &RawGame<'_>, is_strict: bool, visit: &mut dyn FnMut(Finding)) -> usize {
    visit_tags(game, visit);
    if is_strict {
        visit_strict(game, visit);
    }
    let mut reader = match game.reader() {
        Ok(reader) => reader,
        Err(error) => {
            visit(start_finding(game, &error));
            return 0;
        }
    };
    let mut plies = 0;
    while let Some(event) = reader.next() {
        match event {
            Ok(Event::Move(..) | Event::NullMove(_)) => {
                plies += usize::from(reader.depth() == 0);
            }
            Ok(Event::Comment(comment)) if comment.is_unclosed() => {
                let len = game.bytes().len();
                let range = len - comment.bytes().len()..len;
                let message = "comment without `}`".to_owned();
                visit(Finding { kind: Kind::Comment, range, ply: Some(reader.ply()), message });
            }
            Ok(_) => {}
            Err(error) => visit(read_finding(error)),
        }
    }
    plies
}

fn read_finding(error: ReadError) -> Finding {
    let kind = match error.fault {
        ReadErrorKind::Depth | ReadErrorKind::NoVariation | ReadErrorKind::UnclosedVariation => {
            Kind::Parenthesis
        }
        _ => Kind::Move,
    };
    let message = read_message(&error);
    Finding { kind, range: error.range, ply: Some(error.ply), message }
}

/// Returns the message of an error without its place, with all causes.
pub fn read_message(error: &ReadError) -> String {
    let text = error.text.to_string();
    let message = causes::join_messages(&error.fault.into());
    let is_move = !matches!(
        error.fault,
        ReadErrorKind::Depth | ReadErrorKind::NoVariation | ReadErrorKind::UnclosedVariation
    );
    if is_move && !message.starts_with(&text) { format!("{text}: {message}") } else { message }
}

fn start_finding(game: &RawGame<'_>, error: &StartError) -> Finding {
    let kind = match error {
        StartError::Variant(_) => Kind::Variant,
        _ => Kind::StartPosition,
    };
    let message = causes::join_messages(&(*error).into());
    Finding { kind, range: tag_range(game, error.tag_name()), ply: None, message }
}

/// Returns the place of a tag pair, or of the start of the game.
fn tag_range(game: &RawGame<'_>, name: &str) -> Range<usize> {
    game.tag_range(name).unwrap_or_else(|| {
        let start = game.bytes().len() - game.bytes().trim_ascii_start().len();
        start..start
    })
}

fn visit_tags(game: &RawGame<'_>, visit: &mut dyn FnMut(Finding)) {
    let mut tokens = pgn::tokens(game.tags_text());
    while let Some(token) = tokens.next() {
        if let Token::Malformed(text) = token {
            let range = tokens.offset() - text.len()..tokens.offset();
            let message = "not a tag pair; expected `[Name \"value\"]`".to_owned();
            visit(Finding { kind: Kind::Tag, range, ply: None, message });
        }
    }
}

/// Visits the errors that do not concern the moves.
fn visit_strict(game: &RawGame<'_>, visit: &mut dyn FnMut(Finding)) {
    let start = tag_range(game, "");
    let mut visit_message = |kind, range, message| {
        visit(Finding { kind, range, ply: None, message });
    };
    let missing: Vec<_> = ROSTER.into_iter().filter(|name| game.tag(name).is_none()).collect();
    if !missing.is_empty() {
        visit_message(Kind::Roster, start, format!("missing tag pairs: {}", missing.join(", ")));
    }
    let mut depth = 0_usize;
    let mut found = None;
    let mut tokens = game.tokens();
    while let Some(token) = tokens.next() {
        let range = || tokens.offset() - token.bytes().len()..tokens.offset();
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Termination(termination, _) if depth == 0 => found = Some(termination),
            Token::Unknown(_) => {
                visit_message(Kind::Text, range(), "neither a move nor an annotation".to_owned());
            }
            _ => {}
        }
    }
    let Some(found) = found else {
        let end = game.bytes().trim_ascii_end().len();
        let message = "no termination marker; expected `1-0`, `0-1`, `1/2-1/2` or `*`".to_owned();
        visit_message(Kind::Termination, end..end, message);
        return;
    };
    if let Some(tag) = game.tag("Result")
        && Termination::from_ascii(tag.raw_value()) != Some(found)
    {
        let message = format!("tag pair Result differs from the termination marker {found}");
        visit_message(Kind::Result, tag_range(game, "Result"), message);
    }
}
