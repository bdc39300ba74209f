//! Gzip streams.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crc32fast::Hasher;
use flate2::{Decompress, FlushDecompress, Status};

use super::Codec;
use super::counting::CountingReader;
use super::rewinding::RewindingReader;
use crate::error::GamesError;

/// The length of a member's header without its optional fields.
const HEADER_LEN: usize = 10;

/// The length of the checksum and the text's length, after each member.
const TRAILER_LEN: usize = 8;

/// The length of the decoder's window.
const WINDOW_LEN: usize = 1 << 15;

/// The flags for a header's optional fields.
const HAS_CHECKSUM: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;
const RESERVED_FLAGS: u8 = 0b1110_0000;

/// A decoder for the members in a gzip stream. After damage, it goes on at the next member.
pub(super) struct GzipReader<R> {
    input: RewindingReader<R>,
    inflate: Decompress,
    checksum: Hasher,
    state: State,
    /// Text that did not fit into the last buffer.
    held: VecDeque<u8>,
    /// `true` if reading went on, after damage, at a member that may divide a game.
    may_divide_game: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// The first member begins.
    Start,
    /// A member ended.
    BetweenMembers,
    Body,
    /// The data after the last text are damaged.
    Damaged,
    Trailer,
    /// An error was returned: the next member is searched.
    Lost,
}

impl<R: BufRead> GzipReader<R> {
    pub(super) fn new(reader: CountingReader<R>) -> Self {
        Self {
            input: RewindingReader::new(reader),
            inflate: Decompress::new(false),
            checksum: Hasher::new(),
            state: State::Start,
            held: VecDeque::new(),
            may_divide_game: false,
        }
    }

    pub(super) const fn offset(&self) -> u64 {
        self.input.offset()
    }

    /// Tests whether the text after the last damage may begin inside a game.
    ///
    /// Programs such as `bgzip` divide a text into equally long members, and note that length in an
    /// extra field.
    pub(super) const fn may_divide_game(&self) -> bool {
        self.may_divide_game
    }

    /// Decodes bytes, and returns their number, which is 0 at the end of the stream only. After an
    /// error that is not from the reader, the next call goes on at the next member.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        if !self.held.is_empty() {
            return Ok(self.held.read(buffer)?);
        }
        loop {
            match self.state {
                State::Start => self.begin_member()?,
                State::BetweenMembers if self.input.peek(1)?.is_empty() => return Ok(0),
                // Archives on tapes are padded.
                State::BetweenMembers if self.input.peek(1)? == [0] => self.input.consume(1),
                State::BetweenMembers if is_header(self.input.peek(HEADER_LEN)?) => {
                    self.begin_member()?;
                }
                State::BetweenMembers => return Err(self.damage("no header of a gzip member")),
                State::Body => match self.inflate(buffer)? {
                    0 => {}
                    len => return Ok(len),
                },
                State::Damaged => return Err(self.damage("invalid gzip data")),
                State::Trailer => self.end_member()?,
                State::Lost => {
                    if !find_header(&mut self.input)? {
                        return Ok(0);
                    }
                    let flags = self.input.peek(HEADER_LEN)?[3];
                    self.may_divide_game = flags & HAS_EXTRA != 0;
                    self.begin_member()?;
                }
            }
        }
    }

    /// Reads a member's header.
    fn begin_member(&mut self) -> Result<(), GamesError> {
        let header: [u8; HEADER_LEN] = self.read_array()?;
        if !header.starts_with(&[0x1F, 0x8B, 8]) || header[3] & RESERVED_FLAGS != 0 {
            return Err(self.damage("invalid header of a gzip member"));
        }
        self.input.forget();
        let flags = header[3];
        if flags & HAS_EXTRA != 0 {
            let len = u16::from_le_bytes(self.read_array()?);
            (0..len).try_for_each(|_| self.read_array::<1>().map(drop))?;
        }
        for field in [HAS_NAME, HAS_COMMENT] {
            while flags & field != 0 && self.read_array()? != [0] {}
        }
        if flags & HAS_CHECKSUM != 0 {
            let _: [u8; 2] = self.read_array()?;
        }
        self.inflate.reset(false);
        self.checksum.reset();
        self.state = State::Body;
        Ok(())
    }

    /// Decodes a part of a member's body, and returns its length: 0 if more calls are needed.
    ///
    /// After damage, the decoder returns none of the text that it holds. It holds none if a call
    /// has space for the rest of its window, but no more.
    fn inflate(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        let space = WINDOW_LEN - self.inflate.total_out() as usize % WINDOW_LEN;
        if let Some(buffer) = buffer.get_mut(..space) {
            return self.inflate_window(buffer);
        }
        let mut text = vec![0; space];
        let len = self.inflate_window(&mut text)?;
        text.truncate(len);
        self.held = text.into();
        Ok(self.held.read(buffer)?)
    }

    /// Decodes at most up to the window's end.
    fn inflate_window(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        let input = self.input.fill_buf()?;
        let is_end = input.is_empty();
        let [read_before, len_before] = [self.inflate.total_in(), self.inflate.total_out()];
        let status = self.inflate.decompress(input, buffer, FlushDecompress::None);
        self.input.consume((self.inflate.total_in() - read_before) as usize);
        let len = (self.inflate.total_out() - len_before) as usize;
        self.checksum.update(&buffer[..len]);
        self.state = match status {
            Ok(Status::StreamEnd) => State::Trailer,
            Ok(Status::Ok | Status::BufError) => State::Body,
            Err(_) => State::Damaged,
        };
        if is_end && len == 0 && self.state == State::Body {
            return Err(self.truncation());
        }
        Ok(len)
    }

    /// Compares the member's checksum, and the length of its text.
    fn end_member(&mut self) -> Result<(), GamesError> {
        let trailer: [u8; TRAILER_LEN] = self.read_array()?;
        let checksum = self.checksum.clone().finalize();
        let len = self.inflate.total_out() as u32;
        if trailer[..4] != checksum.to_le_bytes() || trailer[4..] != len.to_le_bytes() {
            return Err(self.damage("wrong checksum of a gzip member"));
        }
        self.input.forget();
        self.state = State::BetweenMembers;
        Ok(())
    }

    fn read_array<const N: usize>(&mut self) -> Result<[u8; N], GamesError> {
        let mut array = [0; N];
        let mut filled = 0;
        while filled < N {
            match self.input.read(&mut array[filled..])? {
                0 => return Err(self.truncation()),
                len => filled += len,
            }
        }
        Ok(array)
    }

    fn truncation(&mut self) -> GamesError {
        let offset = self.lose_member();
        GamesError::Truncated { codec: Codec::Gzip, offset }
    }

    fn damage(&mut self, reason: &'static str) -> GamesError {
        let offset = self.lose_member();
        GamesError::Damaged { codec: Codec::Gzip, offset, reason }
    }

    /// Goes back to where the next member is searched, and returns the damage's offset.
    fn lose_member(&mut self) -> u64 {
        let offset = self.offset();
        self.state = State::Lost;
        self.input.rewind();
        offset
    }
}

/// Tests whether bytes are a member header as programs write it, without unlikely values.
fn is_header(bytes: &[u8]) -> bool {
    let [0x1F, 0x8B, 8, flags, _, _, _, _, level, system] = *bytes else { return false };
    flags & RESERVED_FLAGS == 0 && matches!(level, 0 | 2 | 4) && matches!(system, 0..=13 | 255)
}

/// Skips bytes up to the next member header, and returns whether there is one.
fn find_header<R: BufRead>(input: &mut RewindingReader<R>) -> io::Result<bool> {
    loop {
        if is_header(input.peek(HEADER_LEN)?) {
            return Ok(true);
        }
        let [_, buffer @ ..] = input.fill_buf()? else { return Ok(false) };
        let skipped = buffer.iter().position(|&byte| byte == 0x1F);
        let len = 1 + skipped.unwrap_or(buffer.len());
        input.consume(len);
    }
}
