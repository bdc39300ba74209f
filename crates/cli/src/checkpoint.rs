//! Checkpoints: the progress of a long perft count, in a file that survives a kill at any time.
//!
//! ```text
//! tabiya checkpoint 1, 97 bytes, crc32 e8bff1d1
//! {"fen":"…","depth":9,"plies":3,"subtrees":5362,"digest":2882343476,"finished":[[0,81,1],…]}
//! ```
//!
//! The first line has the length and the checksum of the rest.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use tabiya::perft::Subtree;
use tabiya::{FenOptions, Position};

/// The version of the checkpoint format.
const FORMAT_VERSION: u32 = 1;

/// A perft count and its finished subtrees.
///
/// The subtrees are those of [`split`](tabiya::perft::split) or of a [file](crate::subtrees).
/// Errors are of the type [`CheckpointError`].
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::split;
/// use tabiya_cli::checkpoint::{Checkpoint, CheckpointError};
///
/// let subtrees = split(&Position::START, 2);
/// let mut checkpoint = Checkpoint::new(&Position::START, 6, 2, &subtrees);
/// checkpoint.finished.push((7, 197_742));
///
/// let mut bytes = checkpoint.to_bytes();
/// assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint));
/// bytes[100] ^= 1;
/// assert_eq!(Checkpoint::from_bytes(&bytes), Err(CheckpointError::Damaged));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The FEN of the root of the count.
    pub fen: String,
    /// The depth of the leaves below the root.
    pub depth: u8,
    /// The ply at which the tree is split into subtrees.
    pub plies: u8,
    /// The number of subtrees.
    pub subtrees: usize,
    /// The CRC-32 of the subtrees.
    pub digest: u32,
    /// The indices of the finished subtrees, in ascending order, and their leaves.
    pub finished: Vec<(usize, u128)>,
}

impl Checkpoint {
    /// Creates a checkpoint without finished subtrees.
    pub fn new(root: &Position, depth: u8, plies: u8, subtrees: &[Subtree]) -> Self {
        let mut digest = crc32fast::Hasher::new();
        for subtree in subtrees {
            digest.update(subtree.position.pack().as_ref());
            digest.update(&subtree.multiplicity.to_le_bytes());
        }
        let fen = root.normalized().to_string();
        let (subtrees, digest) = (subtrees.len(), digest.finalize());
        Self { fen, depth, plies, subtrees, digest, finished: Vec::new() }
    }

    /// Returns the bytes of a checkpoint file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Serialization cannot fail: the fields are strings and numbers.
        let body = serde_json::to_vec(self).unwrap_or_default();
        let mut bytes = header(&body).into_bytes();
        bytes.extend(body);
        bytes
    }

    /// Parses the bytes of a checkpoint file. Only the result of [`to_bytes`](Self::to_bytes) is
    /// valid.
    ///
    /// # Errors
    ///
    /// Returns a [`CheckpointError`] if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let (first, body) = bytes.split_at(end.unwrap_or(bytes.len()));
        let version = first.strip_prefix(b"tabiya checkpoint ").and_then(|rest| {
            let end = rest.iter().position(|&byte| byte == b',')?;
            str::from_utf8(&rest[..end]).ok()?.parse().ok()
        });
        match version {
            None => return Err(CheckpointError::NotACheckpoint),
            Some(FORMAT_VERSION) => {}
            Some(found) => return Err(CheckpointError::UnsupportedVersion { found }),
        }
        if first != header(body).as_bytes() {
            return Err(CheckpointError::Damaged);
        }
        // The parser's message may quote the file at any length, so it is omitted.
        let checkpoint = serde_json::from_slice::<Self>(body);
        let checkpoint = checkpoint.map_err(|error| CheckpointError::Invalid {
            reason: match error.classify() {
                Category::Data => "missing, unknown or invalid fields",
                Category::Eof | Category::Io | Category::Syntax => "malformed JSON",
            },
        })?;
        checkpoint.expect_valid().map_err(|reason| CheckpointError::Invalid { reason })?;
        Ok(checkpoint)
    }

    /// Tests the invariants of a checkpoint, and returns the violated one as an error.
    fn expect_valid(&self) -> Result<(), &'static str> {
        let root = FenOptions::new().allow_impossible_checks(true).read(self.fen.as_bytes());
        if !root.is_ok_and(|root| root.to_string() == self.fen) {
            return Err("root is not a FEN in canonical form");
        }
        let is_ascending = self.finished.is_sorted_by(|(index, _), (next, _)| index < next);
        let is_in_range = self.finished.last().is_none_or(|&(index, _)| index < self.subtrees);
        if is_ascending && is_in_range {
            Ok(())
        } else {
            Err("subtree indices are not ascending or too large")
        }
    }

    /// Tests whether another checkpoint belongs to the same count. Finished subtrees are ignored.
    ///
    /// # Errors
    ///
    /// Returns [`CheckpointError::OtherCount`] with the first field that differs.
    pub fn expect_same_count(&self, other: &Self) -> Result<(), CheckpointError> {
        let fields = |checkpoint: &Self| {
            [
                ("root", checkpoint.fen.clone()),
                ("depth", checkpoint.depth.to_string()),
                ("ply of the split", checkpoint.plies.to_string()),
                ("number of subtrees", checkpoint.subtrees.to_string()),
                ("digest of the subtrees", format!("{:08x}", checkpoint.digest)),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(other));
        match pairs.find(|(expected, found)| expected != found) {
            None => Ok(()),
            Some(((field, expected), (_, found))) => {
                Err(CheckpointError::OtherCount { field, found, expected })
            }
        }
    }

    /// Writes a temporary file and renames it, so that the file at the path is complete at any
    /// time.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file, the path with `.part` appended, cannot be written or
    /// renamed.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(".part");
        let mut file = File::create(&temporary)?;
        file.write_all(&self.to_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    }
}

/// Returns the first line of a checkpoint file, which has the length and the checksum of the body.
fn header(body: &[u8]) -> String {
    let (len, sum) = (body.len(), crc32fast::hash(body));
    format!("tabiya checkpoint {FORMAT_VERSION}, {len} bytes, crc32 {sum:08x}\n")
}

/// The error of a file that cannot be used as a [`Checkpoint`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The error of a file that does not begin like a checkpoint.
    NotACheckpoint,
    /// The error of an unsupported version of the checkpoint format.
    UnsupportedVersion {
        /// The version of the checkpoint format that the file names.
        found: u32,
    },
    /// The error of a checkpoint whose length or checksum does not match.
    Damaged,
    /// The error of a checkpoint that the program cannot have written, although length and checksum
    /// match.
    Invalid {
        /// The violated invariant of the checkpoint.
        reason: &'static str,
    },
    /// The error of a checkpoint that belongs to another count.
    OtherCount {
        /// The name of the field that differs.
        field: &'static str,
        /// The value of the field in the checkpoint file.
        found: String,
        /// The value of the field in the current count.
        expected: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACheckpoint => f.write_str("not a checkpoint file"),
            Self::UnsupportedVersion { found } => {
                write!(f, "unsupported checkpoint version {found}; expected {FORMAT_VERSION}")
            }
            Self::Damaged => f.write_str("damaged: length or checksum differ from the first line"),
            Self::Invalid { reason } => write!(f, "invalid checkpoint: {reason}"),
            Self::OtherCount { field, found, expected } => {
                write!(f, "checkpoint of another count: {field} is {found}; expected {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use tabiya::perft::split;

    use super::*;

    fn sample_checkpoint() -> (Checkpoint, Vec<u8>) {
        let mut checkpoint = Checkpoint::new(&Position::START, 8, 2, &split(&Position::START, 2));
        checkpoint.finished = vec![(0, 1), (3, u128::from(u64::MAX) * 9), (399, 0)];
        let bytes = checkpoint.to_bytes();
        (checkpoint, bytes)
    }

    #[test]
    fn from_bytes_inverts_to_bytes() {
        let (checkpoint, bytes) = sample_checkpoint();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint));
    }

    #[test]
    fn from_bytes_changed_byte_is_error() {
        let (_, bytes) = sample_checkpoint();
        for index in 0..bytes.len() {
            for mask in [1, 2, 0x20, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[index] ^= mask;
                assert!(Checkpoint::from_bytes(&bytes).is_err(), "byte {index} ^ {mask}");
            }
        }
    }

    #[test]
    fn from_bytes_missing_or_added_byte_is_error() {
        let (_, bytes) = sample_checkpoint();
        for len in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
        for byte in [0, b' ', b'\n', b'}'] {
            let longer = [&bytes[..], &[byte]].concat();
            assert_eq!(Checkpoint::from_bytes(&longer), Err(CheckpointError::Damaged));
        }
    }

    #[test]
    fn from_bytes_invalid_body_with_checksum_is_error() {
        let (checkpoint, _) = sample_checkpoint();
        for finished in [vec![(3, 1), (3, 1)], vec![(4, 1), (3, 1)], vec![(400, 1)]] {
            let bytes = Checkpoint { finished, ..checkpoint.clone() }.to_bytes();
            let error = Checkpoint::from_bytes(&bytes).expect_err("the checkpoint is invalid");
            assert!(matches!(error, CheckpointError::Invalid { .. }), "{error}");
        }
        let roots = ["", "8/8/8/8/8/8/8/8 w - - 0 1", "a\nb", &"x".repeat(1 << 20)];
        for fen in roots.map(str::to_owned) {
            let bytes = Checkpoint { fen, ..checkpoint.clone() }.to_bytes();
            let error = Checkpoint::from_bytes(&bytes).expect_err("the checkpoint is invalid");
            assert!(error.to_string().contains("root"), "{error}");
        }
        let long = format!("{{\"{}\":1}}", "x".repeat(1 << 20));
        for body in ["", "{}", "[]", "{\"fen\":1}", &long] {
            let bytes = [&header(body.as_bytes()), body].concat();
            let error =
                Checkpoint::from_bytes(bytes.as_bytes()).expect_err("the checkpoint is invalid");
            assert!(matches!(error, CheckpointError::Invalid { .. }), "{error}");
            assert!(error.to_string().len() < 200, "{error}");
        }
        let version_2 = "tabiya checkpoint 2, 0 bytes, crc32 00000000\n";
        let error = Checkpoint::from_bytes(version_2.as_bytes());
        assert_eq!(error, Err(CheckpointError::UnsupportedVersion { found: 2 }));
    }

    #[test]
    fn expect_same_count_names_first_difference() {
        let (checkpoint, _) = sample_checkpoint();
        let subtrees = split(&Position::START, 2);
        let after = split(&Position::START, 1)[3].position;
        for (other, field) in [
            (Checkpoint::new(&after, 8, 2, &subtrees), "root"),
            (Checkpoint::new(&Position::START, 7, 2, &subtrees), "depth"),
            (Checkpoint::new(&Position::START, 8, 1, &subtrees), "split"),
            (Checkpoint::new(&Position::START, 8, 2, &subtrees[1..]), "number"),
            (Checkpoint::new(&Position::START, 8, 2, &split(&after, 2)[..400]), "digest"),
        ] {
            let error = checkpoint.expect_same_count(&other).expect_err("another count");
            assert!(error.to_string().contains(field), "{error}");
        }
        assert_eq!(checkpoint.expect_same_count(&checkpoint), Ok(()));
    }
}
