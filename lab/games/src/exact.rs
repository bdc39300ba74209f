//! All elements in all games, as Tabiya reads them, compared with pgn-reader and shakmaty.

use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};

use anyhow::{Result, anyhow, bail, ensure};
use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Move, Position};
use tabiya::pgn::{self, Event, RawGame};

use crate::other::start_position;

/// An element in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Element {
    /// A tag pair: its name and its value with escapes.
    Tag(String, String),
    /// A legal move: origin, target and promotion. Castling has the rook's square as its target.
    Move(String),
    /// A comment's text.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u32),
    /// A variation's start.
    VariationStart,
    /// A variation's end.
    VariationEnd,
    /// A termination marker.
    Termination(String),
    /// An error: an invalid start position, or an illegal move. The game ends.
    Error,
}

/// Counts of compared games and elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Equal {
    /// The number of games.
    pub games: usize,
    /// The number of moves, including those in variations.
    pub moves: usize,
    /// The number of all elements.
    pub elements: usize,
}

impl fmt::Display for Equal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, moves, elements } = self;
        write!(f, "{games} games, {moves} moves, {elements} elements are equal")
    }
}

/// Compares the elements in all games in a text.
///
/// # Errors
/// Returns an error that names the first difference, or the first game with an error.
pub fn compare(text: &[u8]) -> Result<Equal> {
    let mut equal = Equal::default();
    let mut reader = Reader::new(text);
    for game in pgn::games(text) {
        let number = equal.games + 1;
        let ours = read(game);
        let theirs = reader.read_game(&mut Elements::default())?;
        let theirs = theirs.ok_or_else(|| anyhow!("game {number}: missing in pgn-reader"))?;
        if let Some(index) = first_difference(&ours, &theirs) {
            let ours = ours.get(index);
            let theirs = theirs.get(index);
            bail!("game {number}, element {index}: {ours:?}, but {theirs:?} by pgn-reader");
        }
        ensure!(!ours.contains(&Element::Error), "game {number}: an illegal move");
        equal.games = number;
        equal.elements += ours.len();
        equal.moves += ours.iter().filter(|element| matches!(element, Element::Move(_))).count();
    }
    ensure!(!reader.has_more()?, "game {}: missing in Tabiya", equal.games + 1);
    Ok(equal)
}

/// Returns the index at which the elements first differ.
fn first_difference(ours: &[Element], theirs: &[Element]) -> Option<usize> {
    let len = ours.len().max(theirs.len());
    (0..len).find(|&index| ours.get(index) != theirs.get(index))
}

/// Reads a game's elements by Tabiya.
fn read(game: RawGame<'_>) -> Vec<Element> {
    let Ok(reader) = game.reader() else { return vec![Element::Error] };
    let mut elements = Vec::new();
    for event in reader {
        elements.push(match event {
            Ok(Event::Tag(tag)) => Element::Tag(text(tag.name()), text(tag.raw_value())),
            Ok(Event::Move(mv, _)) => {
                let promotion = mv.promotion().map(|piece| piece.to_string());
                Element::Move(format!("{}{}", mv.from(), mv.to()) + &promotion.unwrap_or_default())
            }
            Ok(Event::Comment(comment)) => Element::Comment(text(comment.text())),
            Ok(Event::Nag(nag)) => Element::Nag(nag.number().unwrap_or_default()),
            Ok(Event::VariationStart) => Element::VariationStart,
            Ok(Event::VariationEnd) => Element::VariationEnd,
            Ok(Event::Termination(result)) => Element::Termination(result.to_string()),
            Ok(_) => continue,
            Err(_) => {
                elements.push(Element::Error);
                break;
            }
        });
    }
    elements
}

/// Returns bytes as text for an error.
fn text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

/// A visitor that returns a game's elements.
#[derive(Default)]
struct Elements {
    elements: Vec<Element>,
    comment: Vec<u8>,
}

/// A line's positions: the current one, and the one before the last move.
#[derive(Clone, Default)]
struct Line {
    position: Chess,
    before: Chess,
}

impl Elements {
    fn add(&mut self, element: Element) -> ControlFlow<Vec<Element>> {
        self.elements.push(element);
        Continue(())
    }

    fn end(&mut self) -> Vec<Element> {
        std::mem::take(&mut self.elements)
    }

    fn fail<T>(&mut self) -> ControlFlow<Vec<Element>, T> {
        self.elements.push(Element::Error);
        Break(self.end())
    }
}

impl Visitor for Elements {
    type Tags = Option<Chess>;
    type Movetext = (Line, Vec<Line>);
    type Output = Vec<Element>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        Continue(Some(Chess::default()))
    }

    fn tag(
        &mut self,
        start: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *start = start_position(&value.decode());
        }
        self.add(Element::Tag(text(name), text(value.as_bytes())))
    }

    fn begin_movetext(&mut self, start: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        match start {
            Some(position) => {
                Continue((Line { position: position.clone(), before: position }, Vec::new()))
            }
            None => Break(vec![Element::Error]),
        }
    }

    fn san(&mut self, (line, _): &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let Ok(mv) = san.san.to_move(&line.position) else { return self.fail() };
        line.before = line.position.clone();
        line.position.play_unchecked(mv);
        self.add(Element::Move(move_text(mv)))
    }

    fn nag(&mut self, _line: &mut Self::Movetext, nag: Nag) -> ControlFlow<Self::Output> {
        self.add(Element::Nag(u32::from(nag.0)))
    }

    fn partial_comment(
        &mut self,
        _line: &mut Self::Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        self.comment.extend_from_slice(comment.as_bytes());
        Continue(())
    }

    fn comment(
        &mut self,
        _line: &mut Self::Movetext,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        self.comment.extend_from_slice(comment.as_bytes());
        let comment = text(&std::mem::take(&mut self.comment));
        self.add(Element::Comment(comment))
    }

    fn begin_variation(
        &mut self,
        (line, stack): &mut Self::Movetext,
    ) -> ControlFlow<Self::Output, Skip> {
        self.elements.push(Element::VariationStart);
        stack.push(line.clone());
        line.position = line.before.clone();
        Continue(Skip(false))
    }

    fn end_variation(&mut self, (line, stack): &mut Self::Movetext) -> ControlFlow<Self::Output> {
        match stack.pop() {
            Some(parent) => {
                *line = parent;
                self.add(Element::VariationEnd)
            }
            None => self.fail(),
        }
    }

    fn outcome(
        &mut self,
        _line: &mut Self::Movetext,
        outcome: Outcome,
    ) -> ControlFlow<Self::Output> {
        self.add(Element::Termination(outcome.to_string()))
    }

    fn end_game(&mut self, _line: Self::Movetext) -> Self::Output {
        self.end()
    }
}

/// Returns a move's squares, and a promotion's piece.
fn move_text(mv: Move) -> String {
    let from = mv.from().map(|square| square.to_string()).unwrap_or_default();
    let promotion = mv.promotion().map(|role| role.char().to_string());
    format!("{from}{}", mv.to()) + &promotion.unwrap_or_default()
}
