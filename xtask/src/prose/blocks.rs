//! Prose blocks in a text: paragraphs, headings, list items and table cells.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The character that stands for an inline code span, a word in itself.
pub const CODE: char = '\u{FFFC}';

/// A prose block: its text without markup, on one line.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The text, with [`CODE`] for each code span.
    pub text: String,
    /// `true` for a table cell.
    pub is_cell: bool,
    /// The block's inline code spans in order.
    code: Vec<String>,
    /// The parts of the text: the offset in the text, and in the markdown.
    parts: Vec<(usize, usize)>,
}

/// Returns the parser options for the markdown extensions that the pages use.
pub fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS
}

/// Returns the prose blocks of a text in order, without code blocks and HTML blocks.
pub fn blocks(markdown: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(markdown, options()).into_offset_iter() {
        reader.read(event, range);
    }
    reader.flush();
    reader.blocks
}

impl Block {
    fn push(&mut self, text: &str, offset: usize) {
        self.parts.push((self.text.len(), offset));
        self.text.push_str(text);
    }

    /// Returns the offset in the markdown for an offset in the block's text.
    pub fn offset(&self, at: usize) -> usize {
        let next = self.parts.partition_point(|&(start, _)| start <= at);
        let (start, offset) = self.parts[next.max(1) - 1];
        offset + (at - start)
    }

    /// Returns a part of the block's text with its code spans.
    pub fn excerpt(&self, range: Range<usize>) -> String {
        let first = self.text[..range.start].matches(CODE).count();
        let mut code = self.code[first..].iter();
        let mut excerpt = String::new();
        for character in self.text[range].chars() {
            if character != CODE {
                excerpt.push(character);
            } else if let Some(code) = code.next() {
                excerpt.extend(["`", code, "`"]);
            }
        }
        excerpt
    }
}

/// The state while reading markdown events.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    block: Block,
    /// `true` inside a code block or an HTML block.
    is_code: bool,
}

impl Reader {
    fn read(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            _ if self.is_code => {}
            Event::Text(text) => self.block.push(&text, range.start),
            Event::Code(code) => {
                self.block.push(CODE.encode_utf8(&mut [0; 4]), range.start);
                self.block.code.push(code.into_string());
            }
            Event::SoftBreak | Event::HardBreak => self.block.push(" ", range.start),
            Event::Rule => self.flush(),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if is_inline(&tag.to_end()) {
            return;
        }
        self.flush();
        self.is_code |= matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock);
        self.block.is_cell = matches!(tag, Tag::TableCell);
    }

    fn end(&mut self, tag: TagEnd) {
        if is_inline(&tag) {
            return;
        }
        self.flush();
        self.is_code &= !matches!(tag, TagEnd::CodeBlock | TagEnd::HtmlBlock);
    }

    fn flush(&mut self) {
        let block = std::mem::take(&mut self.block);
        if !block.text.trim().is_empty() {
            self.blocks.push(block);
        }
    }
}

fn is_inline(tag: &TagEnd) -> bool {
    use TagEnd::{Emphasis, Image, Link, Strikethrough, Strong};
    matches!(tag, Emphasis | Image | Link | Strikethrough | Strong)
}
