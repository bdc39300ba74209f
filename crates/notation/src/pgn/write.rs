//! The game writer.

use core::error::Error;
use core::fmt::{self, Write};

use arrayvec::ArrayVec;
use tabiya_core::Move;
use tabiya_movegen::Position;

use super::layout::{EXPORT_WIDTH, Layout};
use super::read_error::{ReadError, ReadErrorKind};
use super::reader::{Event, Reader};
use super::split::RawGame;
use super::start::StartError;
use super::tag::{TagValue, WriteText, write_text};
use super::termination::Termination;
use super::token::{Nag, Token};
use crate::san;

/// The form in which [`RawGame::write`] writes a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Style {
    /// The text that was read.
    AsRead,
    /// The export format of the PGN standard:
    ///
    /// - the seven roster tag pairs, then the others sorted by name
    /// - as many tokens in a line as fit in fewer than 80 characters
    /// - moves in SAN, signs such as `!?` as `$5`, a number such as `12...` only where the standard
    ///   requires one
    /// - one termination marker, equal to the tag pair `Result`
    Export,
    /// The seven roster tag pairs and the moves, in the export format.
    ///
    /// The tag pairs `FEN`, `SetUp` and `Variant` are kept, because the moves depend on them. Equal
    /// games have equal texts, even if their comments, variations and other tag pairs differ.
    Reduced,
    /// The movetext in one line, and the tag pairs in their order.
    OneLine,
}

/// The names of the seven tag pairs that every game in the export format has, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// The roster values that stand for missing tag pairs.
const MISSING_VALUES: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

/// The maximum number of tag pairs outside the roster that [`Style::Export`] writes.
const MAX_TAGS: usize = 128;

impl RawGame<'_> {
    /// Writes the game in a style.
    ///
    /// A comment after `;` is written in braces, and so is text that does not belong to the game,
    /// such as `]` and escaped lines. `}` in a comment becomes `)`. Bytes that are not UTF-8 are
    /// written as Windows-1252; [`bytes`](Self::bytes) returns the original bytes.
    ///
    /// The result is [`RawGame::result`]. If a FEN needed a waived rule, a valid FEN replaces it.
    ///
    /// # Errors
    ///
    /// Returns a [`WriteError`] if the start position or a move is invalid, or if `out` returns an
    /// error. Part of the game may have been written by then. [`Style::AsRead`] reads no moves.
    ///
    /// ```
    /// use tabiya::pgn::{RawGame, Style};
    ///
    /// let game = RawGame::new("[White \"A\"]\n1.e2e4! e5 {a} 2.Nf3 1-0");
    /// let mut text = String::new();
    /// game.write(Style::Export, &mut text)?;
    /// assert!(text.ends_with("[Result \"1-0\"]\n\n1. e4 $1 1... e5 { a } 2. Nf3 1-0\n\n"));
    ///
    /// text.clear();
    /// game.write(Style::OneLine, &mut text)?;
    /// assert_eq!(text, "[White \"A\"]\n\n1. e4! e5 { a } 2. Nf3 1-0\n\n");
    /// # Ok::<(), tabiya::pgn::WriteError>(())
    /// ```
    pub fn write(&self, style: Style, out: &mut impl Write) -> Result<(), WriteError> {
        if style == Style::AsRead {
            return Ok(write_text(out, self.bytes())?);
        }
        let start = self.start_position().map_err(WriteError::Start)?;
        let reader = Reader::new(start, self.tokens());
        let result = self.result();
        let corrected_fen = self.corrected_fen(&start);
        if style == Style::OneLine {
            for tag in self.tags() {
                match &corrected_fen {
                    Some(fen) if tag.name() == b"FEN" => write_tag(out, b"FEN", &fen.as_str())?,
                    _ => write_tag(out, tag.name(), &tag.value())?,
                }
            }
        } else {
            self.write_export_tags(style, result, corrected_fen.as_deref(), out)?;
        }
        out.write_char('\n')?;
        let mut writer = MovetextWriter::new(out, style);
        self.write_movetext(reader, &mut writer)?;
        Ok(writer.finish(result)?)
    }

    /// Writes the roster and then the other tag pairs, sorted by name.
    fn write_export_tags(
        &self,
        style: Style,
        result: Termination,
        corrected_fen: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), WriteError> {
        let mut roster = [None; ROSTER.len()];
        let mut others = OtherTags::new();
        if self.tag("FEN").is_some() {
            others.push((b"SetUp", b"1"));
        }
        if let Some(fen) = corrected_fen {
            insert_tag(&mut others, b"FEN", fen.as_bytes())?;
        }
        for tag in self.tags() {
            let name = tag.name();
            let value = tag.raw_value();
            match ROSTER.iter().position(|other| other.as_bytes() == name) {
                Some(index) => _ = roster[index].get_or_insert(value),
                None if is_kept(style, name) => insert_tag(&mut others, name, value)?,
                None => {}
            }
        }
        let is_filled = |value: &&[u8]| !value.is_empty();
        let values = roster.map(|value| value.filter(is_filled).map(TagValue::from_raw));
        write_roster(out, result, values)?;
        for (name, value) in others {
            write_tag(out, name, &TagValue::from_raw(value))?;
        }
        Ok(())
    }

    fn write_movetext<W: Write>(
        &self,
        mut reader: Reader<'_>,
        writer: &mut MovetextWriter<'_, W>,
    ) -> Result<(), WriteError> {
        while let Some(token) = reader.next_token() {
            // Moves and comments do not become events, because the compiler would copy each event twice.
            match token {
                Token::Move(text) => {
                    if let Some(mv) = reader.make_san(text) {
                        if writer.style != Style::Reduced || reader.depth() == 0 {
                            writer.write_move(reader.position_before(), Some(mv))?;
                        }
                        continue;
                    }
                }
                Token::Comment(comment) if writer.style != Style::Reduced => {
                    writer.write_comment(comment.text())?;
                    continue;
                }
                _ => {}
            }
            if let Some(event) = reader.read_token(token) {
                writer.write_event(event, &reader)?;
            }
        }
        while let Some(event) = reader.end() {
            writer.write_event(event, &reader)?;
        }
        Ok(())
    }
}

/// The names and values of tag pairs outside the roster, sorted by name.
type OtherTags<'a> = ArrayVec<(&'a [u8], &'a [u8]), MAX_TAGS>;

/// Inserts a tag pair by name, unless there is one with the same name: the first one counts.
fn insert_tag<'a>(
    tags: &mut OtherTags<'a>,
    name: &'a [u8],
    value: &'a [u8],
) -> Result<(), WriteError> {
    match tags.binary_search_by(|(other, _)| (*other).cmp(name)) {
        Ok(_) => Ok(()),
        Err(index) => tags.try_insert(index, (name, value)).map_err(|_| WriteError::TooManyTags),
    }
}

/// Tests whether a tag pair outside the roster is written.
pub(super) fn is_kept(style: Style, name: &[u8]) -> bool {
    style == Style::Export || matches!(name, b"FEN" | b"SetUp" | b"Variant")
}

/// Writes the roster: the result, and the given values or those for missing tag pairs.
pub(super) fn write_roster<V: WriteText>(
    out: &mut impl Write,
    result: Termination,
    values: [Option<V>; ROSTER.len()],
) -> fmt::Result {
    for ((name, value), missing) in ROSTER.into_iter().zip(values).zip(MISSING_VALUES) {
        match value {
            _ if name == "Result" => write_tag(out, name.as_bytes(), &result.as_str())?,
            Some(value) => write_tag(out, name.as_bytes(), &value)?,
            None => write_tag(out, name.as_bytes(), &missing)?,
        }
    }
    Ok(())
}

/// Writes a tag pair with the standard's escapes. ASCII control characters become spaces.
pub(super) fn write_tag(out: &mut impl Write, name: &[u8], value: &impl WriteText) -> fmt::Result {
    out.write_char('[')?;
    write_text(out, name)?;
    out.write_str(" \"")?;
    value.write(&mut EscapedValue(out))?;
    out.write_str("\"]\n")
}

/// A writer for a tag pair's value.
struct EscapedValue<'w, W>(&'w mut W);

impl<W: Write> Write for EscapedValue<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let is_plain = |byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if text.bytes().all(is_plain) {
            return self.0.write_str(text);
        }
        text.chars().try_for_each(|character| {
            if matches!(character, '"' | '\\') {
                self.0.write_char('\\')?;
            }
            self.0.write_char(if character.is_ascii_control() { ' ' } else { character })
        })
    }
}

/// The movetext writer.
pub(super) struct MovetextWriter<'w, W> {
    layout: Layout<'w, W>,
    style: Style,
    /// `true` if a Black move requires a number: at the start of a line and after annotations.
    needs_number: bool,
    /// `true` if a move was written last, so that a sign such as `!?` can follow directly.
    follows_move: bool,
}

impl<'w, W: Write> MovetextWriter<'w, W> {
    pub(super) const fn new(out: &'w mut W, style: Style) -> Self {
        let width = if matches!(style, Style::OneLine) { usize::MAX } else { EXPORT_WIDTH };
        let layout = Layout::new(out, width);
        Self { layout, style, needs_number: true, follows_move: false }
    }

    /// Writes a move with its number. `None` is a null move in the position.
    pub(super) fn write_move(&mut self, before: &Position, mv: Option<Move>) -> fmt::Result {
        let is_white = before.side_to_move().is_white();
        if is_white || self.needs_number {
            let dots = if is_white { "." } else { "..." };
            self.layout.push_number("", before.fullmove_number().into(), dots)?;
        }
        self.needs_number = false;
        self.follows_move = true;
        match mv {
            Some(mv) => self.layout.push(&san::display(before, mv)),
            None => self.layout.push("--"),
        }
    }

    /// Writes the reader's last event, unless the style leaves out such events.
    fn write_event(
        &mut self,
        event: Result<Event<'_>, ReadError>,
        reader: &Reader<'_>,
    ) -> Result<(), WriteError> {
        if self.style == Style::Reduced && reader.depth() > 0 {
            return Ok(());
        }
        match event {
            Ok(Event::Move(mv, _)) => self.write_move(reader.position_before(), Some(mv))?,
            Ok(Event::NullMove(_)) => self.write_move(reader.position_before(), None)?,
            Ok(event) if self.style != Style::Reduced => {
                self.write_other_event(event, reader.depth())?;
            }
            Ok(_) => {}
            Err(error) => match error.fault {
                ReadErrorKind::NoVariation => {}
                ReadErrorKind::UnclosedVariation if self.style == Style::Reduced => {}
                ReadErrorKind::UnclosedVariation => self.end_variation()?,
                _ => return Err(WriteError::Read(error)),
            },
        }
        Ok(())
    }

    /// Writes an event other than a move, at the given variation depth.
    fn write_other_event(&mut self, event: Event<'_>, depth: usize) -> fmt::Result {
        match event {
            Event::Comment(comment) => self.write_comment(comment.text()),
            Event::Nag(nag) => self.write_nag(nag),
            Event::Other(text) => self.write_comment(text),
            Event::Termination(termination) if depth > 0 => {
                self.write_comment(termination.as_str().as_bytes())
            }
            Event::VariationStart => self.start_variation(),
            Event::VariationEnd => self.end_variation(),
            _ => Ok(()),
        }
    }

    /// Writes a comment, unless the text is blank.
    pub(super) fn write_comment(&mut self, text: &[u8]) -> fmt::Result {
        let is_written = self.layout.push_comment(text)?;
        self.needs_number |= is_written;
        self.follows_move &= !is_written;
        Ok(())
    }

    pub(super) fn start_variation(&mut self) -> fmt::Result {
        self.write_parenthesis("(")
    }

    pub(super) fn end_variation(&mut self) -> fmt::Result {
        self.write_parenthesis(")")
    }

    fn write_parenthesis(&mut self, parenthesis: &str) -> fmt::Result {
        self.needs_number = true;
        self.follows_move = false;
        self.layout.push(parenthesis)
    }

    fn write_nag(&mut self, nag: Nag<'_>) -> fmt::Result {
        match nag.number() {
            Some(number) => self.write_nag_number(number),
            None => self.write_comment(nag.bytes()),
        }
    }

    /// Writes a numeric annotation glyph, in one line as a sign such as `!?` directly after a move.
    pub(super) fn write_nag_number(&mut self, number: u32) -> fmt::Result {
        const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
        let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let sign = index.and_then(|index| SIGNS.get(index));
        let follows_move = core::mem::take(&mut self.follows_move);
        // Two signs would become one with another meaning.
        if let Some(sign) = sign.filter(|_| self.style == Style::OneLine && follows_move) {
            return self.layout.append(sign);
        }
        self.needs_number = true;
        self.layout.push_number("$", number, "")
    }

    /// Writes a termination marker and an empty line.
    pub(super) fn finish(mut self, result: Termination) -> fmt::Result {
        self.layout.push(result.as_str())?;
        self.layout.end()
    }
}

/// An error from [`RawGame::write`], and from the same function on a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The error for an invalid start position.
    Start(StartError),
    /// The error for a text that is not a legal move, or for variations nested too deeply.
    Read(ReadError),
    /// The error for more than 128 tag pairs outside the roster.
    TooManyTags,
    /// The error for [`Style::AsRead`] with a game that has no source text: a tree.
    NoSource,
    /// The writer's error.
    Format(fmt::Error),
}

impl From<fmt::Error> for WriteError {
    #[inline]
    fn from(error: fmt::Error) -> Self {
        Self::Format(error)
    }
}

impl fmt::Display for WriteError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(_) => f.write_str("invalid start position"),
            Self::Read(_) => f.write_str("invalid movetext"),
            Self::TooManyTags => write!(f, "more than {MAX_TAGS} tag pairs beside the roster"),
            Self::NoSource => f.write_str("AsRead: a tree has no source; expected another style"),
            Self::Format(_) => f.write_str("cannot write the game"),
        }
    }
}

impl Error for WriteError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Start(error) => Some(error),
            Self::Read(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::TooManyTags | Self::NoSource => None,
        }
    }
}
