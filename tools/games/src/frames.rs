//! The frames of a Zstandard file that `pzstd` wrote.
//!
//! `pzstd` writes a skippable frame of 12 bytes before each frame: `50 2A 4D 18 04 00 00 00`, then the
//! size of the next frame in 4 bytes, little-endian. The frames are independent of each other, and their
//! places are known without decoding. A frame begins anywhere in the text of a game.

use std::io;

use crate::codec::{ZSTD_MAGIC, starts_with_zstd_frame};
use crate::file::SharedFile;

/// The length of the skippable frame before each frame.
pub(crate) const HEADER_LEN: u64 = 12;

/// The magic number of the skippable frame, and the length of its contents.
const SKIPPABLE_START: [u8; 8] = [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0];

/// The maximum number of frames in a list, so that a file of tiny frames needs little memory.
const MAX_FRAMES: usize = 1 << 20;

/// A frame of a file that `pzstd` wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame {
    /// The offset of the skippable frame before the frame.
    pub offset: u64,
    /// The length of the frame in bytes, without the skippable frame.
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

/// The frames of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FrameList {
    /// The frames from first to last. The last one may be truncated.
    pub(crate) frames: Vec<Frame>,
    /// The offset where bytes follow that are not a frame, if any.
    pub(crate) damage: Option<u64>,
}

/// Reads the headers of all frames. Returns `None` if the file has other Zstandard frames, or too many
/// frames to list: a decoder of the stream reads such files.
///
/// # Errors
///
/// Returns an error if the file cannot be read.
pub(crate) fn scan(file: &SharedFile) -> io::Result<Option<FrameList>> {
    let mut frames = Vec::new();
    let mut offset = 0;
    while offset < file.len() {
        let mut buffer = [0; HEADER_LEN as usize + ZSTD_MAGIC.len()];
        let read = file.read_at(&mut buffer, offset)?;
        let (header, magic) = buffer[..read].split_at(read.min(HEADER_LEN as usize));
        let is_header = header.starts_with(&SKIPPABLE_START) || SKIPPABLE_START.starts_with(header);
        let is_frame = is_header && ZSTD_MAGIC.starts_with(magic);
        if !is_frame {
            let next = if is_header { magic } else { header };
            if frames.is_empty() || starts_with_zstd_frame(next) {
                return Ok(None);
            }
            return Ok(Some(FrameList { frames, damage: Some(offset) }));
        }
        if frames.len() == MAX_FRAMES {
            return Ok(None);
        }
        let len = header.get(SKIPPABLE_START.len()..).and_then(|len| len.try_into().ok());
        let frame = Frame { offset, len: len.map_or(u32::MAX, u32::from_le_bytes) };
        frames.push(frame);
        offset = frame.end();
    }
    Ok(Some(FrameList { frames, damage: None }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a frame of any contents after a skippable frame.
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
        assert_eq!(scan_bytes(&bytes), Some(FrameList { frames: frames.clone(), damage: None }));
        for len in [39, 48, 50, 57] {
            let truncated = scan_bytes(&bytes[..len]).expect("frames of pzstd");
            assert_eq!((truncated.frames.len(), truncated.damage), (3, None), "{len} bytes");
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
    fn scan_other_bytes_after_frames_is_damage() {
        let list = scan_bytes(&[frame(b"first"), b"<html>".to_vec()].concat()).expect("a frame");
        assert_eq!((list.frames.len(), list.damage), (1, Some(21)));
    }
}
