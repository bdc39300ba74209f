//! Comments, glyphs and variations for JSON.

use serde::Serialize;
use tabiya::Position;
use tabiya::pgn::{Command, Comment, CommentPart, CommentText, Event, Nag, RawGame, Reader};
use tabiya::uci::CastlingNotation;

use super::MoveNotation;
use crate::findings::read_message;
use crate::ply::Ply;

/// The comments, glyphs and variations in a line. `ply` counts the moves before each, from the game start.
#[derive(Default, Serialize)]
pub(super) struct Annotations {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<CommentObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<GlyphObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Variation>,
}

#[derive(Serialize)]
struct CommentObject {
    ply: usize,
    text: String,
}

#[derive(Serialize)]
struct GlyphObject {
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    nag: Option<u32>,
    /// The sign for a glyph without a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    sign: Option<String>,
}

/// Moves that replace the one after `ply` moves.
#[derive(Default, Serialize)]
struct Variation {
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<Vec<String>>,
    #[serde(flatten)]
    annotations: Annotations,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// The notation for moves in a game.
#[derive(Clone, Copy)]
pub(super) struct LineNotation {
    pub(super) moves: MoveNotation,
    pub(super) castling: CastlingNotation,
}

impl Annotations {
    /// Reads a game up to the first error in its main line.
    pub(super) fn read(game: &RawGame<'_>, notation: LineNotation) -> Self {
        let Ok(mut reader) = game.reader() else { return Self::default() };
        let mut lines = Lines { main: Self::default(), open: Vec::new(), notation };
        while let Some(event) = reader.next() {
            match event {
                Ok(event) => lines.add(event, &reader),
                Err(error) if lines.add_error(read_message(&error)) => {}
                Err(_) => break,
            }
        }
        while !lines.open.is_empty() {
            lines.close();
        }
        lines.main
    }

    fn add_comment(&mut self, ply: usize, comment: Comment<'_>, is_main: bool) {
        let has_values = |part| match part {
            CommentPart::Text(text) => text.trim_ascii().is_empty(),
            CommentPart::Command(command) => {
                matches!(command, Command::Clock { .. } | Command::Eval { .. })
            }
            _ => false,
        };
        // The clock and evaluation lists have these.
        if is_main && comment.parts().all(has_values) {
            return;
        }
        if let Some(text) = CommentText::new(comment.text()) {
            self.comments.push(CommentObject { ply, text: text.as_str().to_owned() });
        }
    }

    fn add_glyph(&mut self, ply: usize, nag: Nag<'_>) {
        let number = nag.number();
        let sign = || String::from_utf8_lossy(nag.bytes()).into_owned();
        let sign = if number.is_none() { Some(sign()) } else { None };
        self.glyphs.push(GlyphObject { ply, nag: number, sign });
    }
}

/// The main line, and the open variations.
struct Lines {
    main: Annotations,
    open: Vec<Variation>,
    notation: LineNotation,
}

impl Lines {
    fn current(&mut self) -> &mut Annotations {
        self.open.last_mut().map_or(&mut self.main, |variation| &mut variation.annotations)
    }

    /// Adds an element.
    fn add(&mut self, event: Event<'_>, reader: &Reader<'_>) {
        let ply = reader.ply();
        let is_main = self.open.is_empty();
        match event {
            Event::Move(mv, _) => self.push_move(Ply::Move(mv), reader.position_before()),
            Event::NullMove(_) => self.push_move(Ply::Null, reader.position_before()),
            Event::Comment(comment) => self.current().add_comment(ply, comment, is_main),
            Event::Nag(nag) => self.current().add_glyph(ply, nag),
            Event::VariationStart => {
                let has_uci = self.notation.moves != MoveNotation::San;
                let has_san = self.notation.moves != MoveNotation::Uci;
                let uci = has_uci.then(Vec::new);
                let san = has_san.then(Vec::new);
                self.open.push(Variation { ply, uci, san, ..Variation::default() });
            }
            Event::VariationEnd => self.close(),
            _ => {}
        }
    }

    /// Adds a move, or a null move, to the last variation.
    fn push_move(&mut self, mv: Ply, before: &Position) {
        let Some(variation) = self.open.last_mut() else { return };
        if let Some(moves) = &mut variation.uci {
            moves.push(mv.uci(self.notation.castling).to_string());
        }
        if let Some(moves) = &mut variation.san {
            moves.push(mv.san(before).to_string());
        }
    }

    /// Adds the error for a variation. Returns `false` in the main line, whose error the game has.
    fn add_error(&mut self, message: String) -> bool {
        match self.open.last_mut() {
            Some(variation) => {
                variation.error.get_or_insert(message);
                true
            }
            None => false,
        }
    }

    /// Ends the last variation.
    fn close(&mut self) {
        if let Some(variation) = self.open.pop() {
            self.current().variations.push(variation);
        }
    }
}
