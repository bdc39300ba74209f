//! Entry blocks: places, results and tags for consecutive games.

use std::collections::HashMap;
use std::ops::Range;

use tabiya::pgn::{TagValue, Termination};

use super::MAX_GAME_LEN;
use super::error::IndexError;
use super::format::{Fields, push_varint};
use super::moves::StoredGame;
use crate::TextPosition;
use crate::eco::{self, Opening, OpeningField};
use crate::filter::TagFilter;

/// The result bits in an entry's first byte.
const RESULT_BITS: u8 = 0b11;

/// The bit for an entry with a whole position, not only a distance to the game before.
const HAS_POSITION: u8 = 0b100;

/// The results by their code.
const RESULTS: [Termination; 4] =
    [Termination::Unfinished, Termination::WhiteWins, Termination::BlackWins, Termination::Draw];

/// A writer for an entry block.
#[derive(Debug, Default)]
pub(super) struct EntryWriter {
    /// The numbers for the block's texts, from 1 on.
    numbers: HashMap<Vec<u8>, u64>,
    texts: Vec<u8>,
    entries: Vec<u8>,
    /// The end of the last game.
    end: TextPosition,
}

impl EntryWriter {
    /// Adds a game with its tag texts, among which 0 stands for a missing one.
    pub(super) fn add<'a>(
        &mut self,
        position: TextPosition,
        len: u64,
        result: Termination,
        tags: impl Iterator<Item = Option<&'a [u8]>>,
    ) {
        let code = RESULTS.iter().position(|&other| other == result).unwrap_or_default() as u8;
        let gap = position.text_offset.wrapping_sub(self.end.text_offset);
        if gap <= position.text_offset && self.end.advanced(gap) == position {
            self.entries.push(code);
            push_varint(&mut self.entries, gap);
        } else {
            self.entries.push(code | HAS_POSITION);
            for field in [position.frame_offset, position.offset_in_frame, position.text_offset] {
                push_varint(&mut self.entries, field);
            }
        }
        push_varint(&mut self.entries, len);
        for tag in tags {
            let number = tag.map_or(0, |text| self.number(text));
            push_varint(&mut self.entries, number);
        }
        self.end = position.advanced(len);
    }

    /// Returns a text's number; the text is added if it is new.
    fn number(&mut self, text: &[u8]) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.numbers.len() as u64 + 1;
        self.numbers.insert(text.to_vec(), number);
        push_varint(&mut self.texts, text.len() as u64);
        self.texts.extend_from_slice(text);
        number
    }

    /// Returns the end of the last game.
    pub(super) const fn end(&self) -> TextPosition {
        self.end
    }

    /// Returns the block's approximate length.
    pub(super) fn len(&self) -> usize {
        self.texts.len() + self.entries.len()
    }

    /// Returns the block.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len() + 10);
        push_varint(&mut bytes, self.numbers.len() as u64);
        bytes.extend_from_slice(&self.texts);
        bytes.extend_from_slice(&self.entries);
        bytes
    }
}

/// A game in an entry block.
#[derive(Clone, Copy, Debug)]
struct Record {
    position: TextPosition,
    len: u64,
    result: Termination,
}

/// A block with entries for consecutive games, read from an index.
#[derive(Clone, Debug)]
pub struct EntryBlock<'a> {
    tags: &'a [String],
    /// The first game's number.
    first: u64,
    bytes: Vec<u8>,
    /// The places of the texts in the bytes.
    texts: Vec<Range<usize>>,
    records: Vec<Record>,
    /// The text numbers, for each game and each tag; 0 for a missing tag.
    numbers: Vec<u32>,
}

impl<'a> EntryBlock<'a> {
    /// Parses a block. Returns `None` if the bytes are invalid.
    pub(super) fn parse(
        tags: &'a [String],
        first: u64,
        games: usize,
        bytes: Vec<u8>,
    ) -> Option<Self> {
        let mut fields = Fields(&bytes);
        let mut texts = Vec::new();
        for _ in 0..fields.count()? {
            let len = fields.count()?;
            let start = bytes.len() - fields.0.len();
            fields.bytes(len)?;
            texts.push(start..start + len);
        }
        let mut records = Vec::with_capacity(games.min(fields.0.len()));
        let mut numbers = Vec::new();
        let mut end = TextPosition::default();
        for _ in 0..games {
            let record = parse_record(&mut fields, end)?;
            end = record.position.advanced(record.len);
            for _ in tags {
                let number = u32::try_from(fields.varint()?).ok()?;
                numbers.push((number as usize <= texts.len()).then_some(number)?);
            }
            records.push(record);
        }
        fields.0.is_empty().then_some(())?;
        Some(Self { tags, first, bytes, texts, records, numbers })
    }

    /// Returns the entries in the file's order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = IndexEntry<'_>> {
        (0..self.records.len()).map(|index| IndexEntry { block: self, index })
    }

    /// Returns a game's entry, if the block has it.
    pub fn entry(&self, game: u64) -> Option<IndexEntry<'_>> {
        let index = usize::try_from(game.checked_sub(self.first)?).ok()?;
        (index < self.records.len()).then_some(IndexEntry { block: self, index })
    }
}

/// Parses the place and the result for a game that follows another one.
fn parse_record(fields: &mut Fields<'_>, end: TextPosition) -> Option<Record> {
    let code = fields.u8()?;
    let position = match code & !RESULT_BITS {
        0 => {
            let gap = fields.varint()?;
            end.text_offset.checked_add(gap)?;
            end.advanced(gap)
        }
        HAS_POSITION => {
            let frame_offset = fields.varint()?;
            let offset_in_frame = fields.varint()?;
            TextPosition { frame_offset, offset_in_frame, text_offset: fields.varint()? }
        }
        _ => return None,
    };
    let len = fields.varint().filter(|&len| len <= MAX_GAME_LEN)?;
    position.text_offset.checked_add(len)?;
    Some(Record { position, len, result: RESULTS[usize::from(code & RESULT_BITS)] })
}

/// A game's entry in an index.
#[derive(Clone, Copy, Debug)]
pub struct IndexEntry<'a> {
    block: &'a EntryBlock<'a>,
    index: usize,
}

impl<'a> IndexEntry<'a> {
    /// Returns the game's number in the file, counted from 0.
    pub fn game(&self) -> u64 {
        self.block.first + self.index as u64
    }

    /// Returns the game's place.
    pub fn position(&self) -> TextPosition {
        self.record().position
    }

    /// Returns the game's length in bytes of text.
    #[expect(clippy::len_without_is_empty, reason = "a game has at least one byte")]
    pub fn len(&self) -> u64 {
        self.record().len
    }

    /// Returns the result: from the tag pair `Result`, else from the termination marker.
    pub fn result(&self) -> Termination {
        self.record().result
    }

    /// Returns a tag's value, or `None` if the game or the index lacks the tag. Upper and lower
    /// case are equal.
    pub fn tag(&self, name: impl AsRef<[u8]>) -> Option<TagValue<'a>> {
        let name = name.as_ref();
        let is_name = |tag: &String| tag.as_bytes().eq_ignore_ascii_case(name);
        let index = self.block.tags.iter().position(is_name)?;
        self.raw_value(index).map(TagValue::from_raw)
    }

    /// Tests whether the game satisfies a filter whose tags are all in the index. The game has no
    /// opening here: see [`satisfies_with_moves`](Self::satisfies_with_moves).
    pub fn satisfies(&self, filter: &TagFilter) -> bool {
        self.satisfies_with_opening(filter, None)
    }

    /// Tests whether the game satisfies a filter whose tags are all in the index. `moves` belong to
    /// the game; a filter by opening makes the first ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the index has illegal moves.
    pub fn satisfies_with_moves(
        &self,
        filter: &TagFilter,
        moves: &StoredGame<'_>,
    ) -> Result<bool, IndexError> {
        let opening = if filter.reads_moves() { eco::opening_of_stored(moves)? } else { None };
        Ok(self.satisfies_with_opening(filter, opening))
    }

    fn satisfies_with_opening(
        &self,
        filter: &TagFilter,
        opening: Option<&'static Opening>,
    ) -> bool {
        // Two bits do not tell a double forfeit from an unknown result; the tag pair does.
        let from_tag = || Termination::from_text(self.tag("Result")?.raw());
        let known = Some(self.result()).filter(|result| *result != Termination::Unfinished);
        let result = known.or_else(from_tag).unwrap_or(Termination::Unfinished);
        filter.matches_values(result, |name| match OpeningField::from_any_case(name) {
            Some(field) => field.tag_value(opening),
            None => self.tag(name),
        })
    }

    /// Returns the text for the tag with an index, as in the file.
    fn raw_value(&self, tag: usize) -> Option<&'a [u8]> {
        let block = self.block;
        let number = block.numbers[self.index * block.tags.len() + tag] as usize;
        Some(&block.bytes[block.texts[number.checked_sub(1)?].clone()])
    }

    fn record(&self) -> &'a Record {
        &self.block.records[self.index]
    }
}
