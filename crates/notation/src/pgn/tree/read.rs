//! The tree reader, which keeps what precedes an error.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use tabiya_movegen::Position;

use super::annotation::{Annotation, CommentText, Place};
use super::{Edge, GameTree, NodeId, make};
use crate::move_text;
use crate::pgn::lexer::Tokens;
use crate::pgn::read_error::{ReadError, ReadErrorKind};
use crate::pgn::reader::skip_to_variation_end;
use crate::pgn::result::is_double_forfeit;
use crate::pgn::split::RawGame;
use crate::pgn::start::StartError;
use crate::pgn::termination::Termination;
use crate::pgn::token::{Nag, Token};
use crate::san;

/// The maximum number of errors that a tree keeps.
const MAX_ERRORS: usize = 64;

impl GameTree {
    /// Reads a game with its variations, comments and glyphs.
    ///
    /// An error does not lose the text before it: see [`errors`](Self::errors). An illegal move
    /// ends its line, which is the main line or a variation, and the rest of that line is skipped.
    /// Unlike a [`Reader`](crate::pgn::Reader), the tree accepts variations nested to any depth.
    ///
    /// The result is [`RawGame::result`]. If a FEN needed a waived rule, a valid FEN replaces it.
    ///
    /// # Errors
    ///
    /// Returns a [`StartError`] if the start position is invalid: see [`RawGame::start_position`].
    pub fn from_game(game: &RawGame<'_>) -> Result<Self, StartError> {
        let start = game.start_position()?;
        let mut tags: Vec<(String, String)> = Vec::new();
        let corrected_fen = game.corrected_fen(&start);
        for tag in game.tags() {
            let name = String::from_utf8_lossy(tag.name()).into_owned();
            let value = match &corrected_fen {
                Some(fen) if name == "FEN" => fen.to_string(),
                _ => without_controls(&tag.value().to_string()),
            };
            tags.push((name, value));
        }
        let tree = Self::with_tags(start, tags, Termination::Unfinished);
        let mut tree = TreeReader::new(tree, game.tokens()).read();
        tree.set_result(game.result());
        Ok(tree)
    }
}

/// Returns a text with a space in place of each ASCII control character.
pub(super) fn without_controls(text: &str) -> String {
    text.chars()
        .map(|character| if character.is_ascii_control() { ' ' } else { character })
        .collect()
}

/// A tree reader, in the middle of a line.
struct TreeReader<'a> {
    tree: GameTree,
    tokens: Tokens<'a>,
    /// The node to which the next move is added.
    node: NodeId,
    position: Position,
    /// The position before the move to `node`, where a variation begins.
    before: Position,
    /// The variation's first move, if one was read.
    first: Option<NodeId>,
    /// The place for the next annotation; `None` before a variation's first move.
    place: Option<(NodeId, Place)>,
    /// The annotations before a variation's first move.
    pending: Vec<Annotation>,
    /// The lines whose variations are open, the main line first.
    lines: Vec<OpenLine>,
    is_done: bool,
}

/// A line in which a variation is open.
struct OpenLine {
    node: NodeId,
    before: Position,
    first: Option<NodeId>,
    place: (NodeId, Place),
    /// The index of the parenthesis that opened the variation.
    parenthesis: usize,
    /// The number of further parentheses opened before the variation's first move. They need no
    /// entry, so that memory is proportional to the number of moves.
    nested: usize,
}

impl<'a> TreeReader<'a> {
    const fn new(tree: GameTree, tokens: Tokens<'a>) -> Self {
        let start = *tree.start_position();
        Self {
            tree,
            tokens,
            node: NodeId::ROOT,
            position: start,
            before: start,
            first: None,
            place: Some((NodeId::ROOT, Place::AfterMove)),
            pending: Vec::new(),
            lines: Vec::new(),
            is_done: false,
        }
    }

    fn read(mut self) -> GameTree {
        while !self.is_done {
            let Some(token) = self.tokens.next_visible() else { break };
            match token {
                Token::Move(text) => self.read_move(text),
                Token::NullMove(text) => self.read_null_move(text),
                Token::Comment(comment) | Token::LineComment(comment) => {
                    if comment.is_unclosed() {
                        // The comment has the rest of the game.
                        let end = self.tokens.offset() - comment.bytes().len() + 1;
                        self.add_error_at(end, b"{", ReadErrorKind::UnclosedComment);
                    }
                    self.add_comment(comment.text());
                }
                Token::Nag(nag) => self.add_nag(nag),
                Token::VariationStart(_) => self.start_variation(),
                Token::VariationEnd(text) => self.end_variation(text),
                Token::Termination(_, text) if !self.lines.is_empty() => self.add_comment(text),
                Token::Escape(text) | Token::Malformed(text) | Token::Unknown(text) => {
                    self.add_comment(text);
                }
                Token::Termination(..)
                | Token::Tag(_)
                | Token::MoveNumber(_)
                | Token::WhiteSpace(_)
                | Token::EnPassantSign(_) => {}
            }
        }
        if !self.is_done {
            for index in (0..self.lines.len()).rev() {
                self.tree.error_count += self.lines[index].nested;
                self.add_error_at(
                    self.lines[index].parenthesis + 1,
                    b"(",
                    ReadErrorKind::UnclosedVariation,
                );
            }
        }
        self.place_pending();
        // In a game without a move in its main line, a variation before the first move is the main line.
        self.tree.settle_first_child(NodeId::ROOT);
        self.tree
    }

    fn read_move(&mut self, text: &[u8]) {
        let mv = match san::parse(&self.position, text) {
            Ok(mv) => mv,
            Err(_) => match move_text::parse(&self.position, text) {
                Ok(Some(mv)) => mv,
                Ok(None) => return self.read_null_move(text),
                // `0-0` at the end of the game is a result, not castling.
                Err(_) if self.lines.is_empty() && is_double_forfeit(text, &self.tokens) => return,
                Err(error) => return self.end_line(text, ReadErrorKind::Move(error)),
            },
        };
        self.add_move(text, Edge::Move(mv));
    }

    fn read_null_move(&mut self, text: &[u8]) {
        match self.position.null_move() {
            Some(_) => self.add_move(text, Edge::NullMove),
            None => self.end_line(text, ReadErrorKind::NullMoveInCheck),
        }
    }

    fn add_move(&mut self, text: &[u8], edge: Edge) {
        let Some(id) = self.tree.create(edge) else {
            self.add_error(text, ReadErrorKind::TooManyMoves);
            self.is_done = true;
            return;
        };
        // A main-line move precedes variations that were read before.
        let is_main_line = self.lines.is_empty();
        let before = self.tree.data(self.node).first_child.filter(|_| is_main_line);
        self.tree.link(self.node, id, before);
        self.before = self.position;
        make(&mut self.position, edge);
        if !is_main_line && self.first.is_none() {
            self.first = Some(id);
            let pending = mem::take(&mut self.pending).into_iter();
            let annotations = &mut self.tree.data_mut(id).annotations;
            annotations.extend(pending.map(|annotation| (Place::BeforeMove, annotation)));
        }
        self.node = id;
        self.place = Some((id, Place::AfterMove));
    }

    fn add_comment(&mut self, text: &[u8]) {
        if let Some(text) = CommentText::new(text) {
            self.add_annotation(Annotation::Comment(text));
        }
    }

    fn add_nag(&mut self, nag: Nag<'_>) {
        match nag.number() {
            Some(number) => self.add_annotation(Annotation::Nag(number)),
            None => self.add_comment(nag.bytes()),
        }
    }

    fn add_annotation(&mut self, annotation: Annotation) {
        match self.place {
            Some((id, place)) => self.tree.data_mut(id).annotations.push((place, annotation)),
            None => self.pending.push(annotation),
        }
    }

    fn start_variation(&mut self) {
        if let (Some(line), None) = (self.lines.last_mut(), self.first) {
            line.nested += 1;
            return;
        }
        let place = self.place.take().unwrap_or((self.node, Place::AfterMove));
        let node = self.node;
        let before = self.before;
        let first = self.first.take();
        let parenthesis = self.tokens.offset() - 1;
        self.lines.push(OpenLine { node, before, first, place, parenthesis, nested: 0 });
        self.node = self.tree.data(node).parent.unwrap_or(NodeId::ROOT);
        self.position = before;
    }

    fn end_variation(&mut self, text: &[u8]) {
        let first = self.first.take();
        if let Some(first) = first {
            self.place = Some((first, Place::AfterVariation));
        }
        if let Some(line) = self.lines.last_mut().filter(|line| line.nested > 0) {
            line.nested -= 1;
            self.node = self.tree.data(line.node).parent.unwrap_or(NodeId::ROOT);
            self.before = line.before;
            self.position = line.before;
            return;
        }
        self.place_pending();
        let Some(line) = self.lines.pop() else {
            return self.add_error(text, ReadErrorKind::NoVariation);
        };
        self.node = line.node;
        self.first = line.first;
        self.before = line.before;
        self.position = line.before;
        make(&mut self.position, self.tree.data(line.node).edge);
    }

    /// Moves the annotations in a variation without a move to those before it.
    fn place_pending(&mut self) {
        if let (None, Some(line)) = (self.place, self.lines.last()) {
            let (id, place) = line.place;
            self.place = Some(line.place);
            let pending = mem::take(&mut self.pending).into_iter();
            let annotations = &mut self.tree.data_mut(id).annotations;
            annotations.extend(pending.map(|annotation| (place, annotation)));
        }
    }

    /// Adds the last token's error, and skips the rest of its line.
    #[cold]
    fn end_line(&mut self, text: &[u8], fault: ReadErrorKind) {
        self.add_error(text, fault);
        if self.lines.is_empty() {
            self.is_done = true;
        } else {
            skip_to_variation_end(&mut self.tokens);
        }
    }

    /// Adds the last token's error.
    #[cold]
    fn add_error(&mut self, text: &[u8], fault: ReadErrorKind) {
        self.add_error_at(self.tokens.offset(), text, fault);
    }

    /// Adds the error for a text that ends at an index.
    fn add_error_at(&mut self, end: usize, text: &[u8], fault: ReadErrorKind) {
        self.tree.error_count += 1;
        if self.tree.errors.len() < MAX_ERRORS {
            let ply = self.tree.node(self.node).map_or(0, |node| node.ply());
            let error = ReadError::new(end, ply, text, fault);
            self.tree.errors.push(error);
        }
    }
}
