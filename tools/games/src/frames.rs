//! The frames in a Zstandard file that `pzstd` wrote.
//!
//! `pzstd` writes a skippable 12-byte frame before each frame: `50 2A 4D 18 04 00 00 00`, then the
//! next frame's size in 4 bytes, little-endian. The frames are independent of each other, and their
//! places are known without decoding. A frame begins anywhere in a game's text.

use std::io;

use crate::codec::{Codec, ZSTD_MAGIC, starts_with_zstd_frame};
use crate::error::GamesError;
use crate::file::SharedFile;

/// The length of the skippable frame before each frame.
pub(crate) const HEADER_LEN: u64 = 12;

/// The skippable frame's magic number, and the length of its contents.
const SKIPPABLE_START: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// The length of the pieces in which a header is searched.
const SEARCH_LEN: usize = 1 << 20;

/// The maximum number of frames in a list, so that a file with tiny frames needs little memory.
const MAX_FRAMES: usize = 1 << 20;

/// A frame in a file that `pzstd` wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame {
    /// The offset of the skippable frame before the frame.
    pub offset: u64,
    /// The frame's length in bytes, without the skippable frame.
    pub len: u32,
}

impl Frame {
    /// Returns the offset of the frame itself.
    pub const fn data_offset(&self) -> u64 {
        self.offset + HEADER_LEN
    }

    /// Returns the offset after the frame.
    pub const fn end(&self) -> u64 {
        self.data_offset() + self.len as u64
    }
}

/// A file's frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FrameList {
    /// The frames from first to last. The last one may be truncated.
    pub(crate) frames: Vec<Frame>,
    /// The places with bytes that are not a frame, in the file's order.
    pub(crate) gaps: Vec<Gap>,
}

/// Bytes that are not a frame, or a frame whose header has a wrong length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The offset at which a header was expected.
    pub(crate) offset: u64,
    /// The index of the frame after it, or the number of frames.
    pub(crate) next_frame: usize,
}

impl FrameList {
    /// Returns the gap directly before a frame, or after the last one.
    pub(crate) fn gap_before(&self, frame: usize) -> Option<u64> {
        let index = self.gaps.binary_search_by_key(&frame, |gap| gap.next_frame).ok()?;
        Some(self.gaps[index].offset)
    }

    /// Returns the error for this gap.
    pub(crate) fn damage_before(&self, frame: usize) -> Option<GamesError> {
        let reason = "expected the header of a frame";
        let offset = self.gap_before(frame)?;
        Some(GamesError::Damaged { codec: Codec::Zstd, offset, reason })
    }
}

/// Reads the headers of all frames; after bytes that are none, the next header is searched. Returns
/// `None` if the file has other Zstandard frames, or too many frames to list: a stream decoder
/// reads such files.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub(crate) fn scan(file: &SharedFile) -> io::Result<Option<FrameList>> {
    let mut list = FrameList { frames: Vec::new(), gaps: Vec::new() };
    let mut offset = 0;
    while offset < file.len() {
        let mut buffer = [0; HEADER_LEN as usize + ZSTD_MAGIC.len()];
        let read = file.read_at(&mut buffer, offset)?;
        let (header, magic) = buffer[..read].split_at(read.min(HEADER_LEN as usize));
        let is_header = header.starts_with(&SKIPPABLE_START) || SKIPPABLE_START.starts_with(header);
        let is_frame = is_header && ZSTD_MAGIC.starts_with(magic);
        if !is_frame {
            let next = if is_header { magic } else { header };
            if list.frames.is_empty() || starts_with_zstd_frame(next) {
                return Ok(None);
            }
            list.gaps.push(Gap { offset, next_frame: list.frames.len() });
            match list.find_next(file)? {
                Some(next) => offset = next,
                None => break,
            }
            continue;
        }
        if list.frames.len() == MAX_FRAMES {
            return Ok(None);
        }
        let len = header.get(SKIPPABLE_START.len()..).and_then(|len| len.try_into().ok());
        let frame = Frame { offset, len: len.map_or(u32::MAX, u32::from_le_bytes) };
        list.frames.push(frame);
        offset = frame.end();
        // A frame that ends after the file may have a wrong length.
        if offset > file.len()
            && let Some(next) = list.find_next(file)?
        {
            list.gaps.push(Gap { offset: frame.offset, next_frame: list.frames.len() });
            offset = next;
        }
    }
    Ok(Some(list))
}

impl FrameList {
    /// Returns the offset of the next header after the start of the last frame, which ends there at
    /// the latest.
    fn find_next(&mut self, file: &SharedFile) -> io::Result<Option<u64>> {
        let Some(last) = self.frames.last_mut() else { return Ok(None) };
        let found = find_header(file, last.data_offset())?;
        if let Some(len) = found.and_then(|next| u32::try_from(next - last.data_offset()).ok()) {
            last.len = last.len.min(len);
        }
        Ok(found)
    }
}

/// Returns the offset of the first frame header at an offset or after it.
fn find_header(file: &SharedFile, mut offset: u64) -> io::Result<Option<u64>> {
    const PATTERN_LEN: usize = HEADER_LEN as usize + ZSTD_MAGIC.len();
    let mut bytes = Vec::new();
    loop {
        file.read_range(&mut bytes, offset, SEARCH_LEN)?;
        let is_header =
            |window: &[u8]| window.starts_with(&SKIPPABLE_START) && window.ends_with(&ZSTD_MAGIC);
        if let Some(index) = bytes.windows(PATTERN_LEN).position(is_header) {
            return Ok(Some(offset + index as u64));
        }
        if bytes.len() < SEARCH_LEN {
            return Ok(None);
        }
        offset += (SEARCH_LEN - PATTERN_LEN + 1) as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a frame with any contents after a skippable frame.
    fn frame(data: &[u8]) -> Vec<u8> {
        let len = u32::try_from(ZSTD_MAGIC.len() + data.len()).expect("a short frame");
        [&SKIPPABLE_START[..], &len.to_le_bytes(), &ZSTD_MAGIC, data].concat()
    }

    fn scan_bytes(bytes: &[u8]) -> Option<FrameList> {
        let file = tempfile::NamedTempFile::new().expect("a file can be created");
        fs::write(file.path(), bytes).expect("the file can be written");
        let file = SharedFile::open(file.path()).expect("the file exists");
        scan(&file).expect("the file can be read")
    }

    #[test]
    fn scan_pzstd_file_finds_each_frame() {
        let bytes = [frame(b"first"), frame(b""), frame(b"third")].concat();
        let frames = vec![
            Frame { offset: 0, len: 9 },
            Frame { offset: 21, len: 4 },
            Frame { offset: 37, len: 9 },
        ];
        assert_eq!(frames[2].end(), bytes.len() as u64);
        assert_eq!(
            scan_bytes(&bytes),
            Some(FrameList { frames: frames.clone(), gaps: Vec::new() })
        );
        for len in [39, 48, 50, 57] {
            let truncated = scan_bytes(&bytes[..len]).expect("frames of pzstd");
            assert_eq!((truncated.frames.len(), truncated.gaps.len()), (3, 0), "{len} bytes");
            assert!(truncated.frames[2].end() > len as u64);
        }
    }

    #[test]
    fn scan_other_frames_is_left_to_a_stream() {
        let other = [&ZSTD_MAGIC[..], b"data"].concat();
        assert_eq!(scan_bytes(&other), None);
        assert_eq!(scan_bytes(&[frame(b"first"), other].concat()), None);
        let seek_table = b"\x5E\x2A\x4D\x18\x01\x00\x00\x00!";
        assert_eq!(scan_bytes(&[frame(b"first"), seek_table.to_vec()].concat()), None);
    }

    #[test]
    fn scan_other_bytes_is_a_gap() {
        let gap = |offset, next_frame| Gap { offset, next_frame };
        let html = b"<html>".to_vec();
        let list = scan_bytes(&[frame(b"first"), html.clone()].concat()).expect("a frame");
        assert_eq!((list.frames.len(), list.gaps), (1, vec![gap(21, 1)]));
        let bytes = [frame(b"first"), html, frame(b"second"), frame(b"")].concat();
        let list = scan_bytes(&bytes).expect("frames");
        assert_eq!((list.frames.len(), &list.gaps[..]), (3, &[gap(21, 1)][..]));
        assert_eq!(
            (list.frames[1].offset, list.gap_before(1), list.gap_before(2)),
            (27, Some(21), None)
        );
    }

    #[test]
    fn scan_wrong_length_costs_no_other_frame() {
        let frames = [frame(b"first"), frame(b"second"), frame(b"third")];
        for len in [1, 20, 1_000_000_u32] {
            let mut bytes = frames.concat();
            bytes[SKIPPABLE_START.len()..][..4].copy_from_slice(&len.to_le_bytes());
            let list = scan_bytes(&bytes).expect("frames");
            let offsets: Vec<_> = list.frames.iter().map(|frame| frame.offset).collect();
            assert_eq!(offsets, [0, 21, 43], "{len}");
            assert_eq!((list.frames[0].len, list.gaps.len()), (len.min(9), 1), "{len}");
        }
    }
}
