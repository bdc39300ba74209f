//! What is known of a long count, in a file that survives a kill at any moment.
//!
//! ```text
//! tabiya checkpoint 1, 97 bytes, crc32 e8bff1d1
//! {"fen":"…","depth":9,"plies":3,"subtrees":5362,"digest":2882343476,"finished":[[0,81,1],…]}
//! ```
//!
//! The first line vouches for every byte of the rest.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use tabiya::perft::Subtree;
use tabiya::{FenOptions, Position};

/// The version of the form that is written and read.
const VERSION: u32 = 1;

/// A count under way: what is counted, and what is finished.
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
/// assert_eq!(Checkpoint::from_bytes(&bytes), Err(CheckpointError::Altered));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// The root.
    pub fen: String,
    /// How many plies below the root leaves are counted.
    pub depth: u8,
    /// How many plies below the root the tree is cut.
    pub plies: u8,
    /// How many subtrees there are.
    pub subtrees: usize,
    /// A digest of the subtrees.
    pub digest: u32,
    /// The places of the subtrees that are counted, ascending, and their leaves.
    pub finished: Vec<(usize, u128)>,
}

impl Checkpoint {
    /// Nothing is finished yet.
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

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Text and numbers: nothing that JSON could not hold.
        let body = serde_json::to_vec(self).unwrap_or_default();
        let mut bytes = first_line(&body).into_bytes();
        bytes.extend(body);
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) gives, and nothing else.
    ///
    /// # Errors
    ///
    /// [`CheckpointError`] says in what way the bytes are no checkpoint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let end = bytes.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
        let (first, body) = bytes.split_at(end.unwrap_or(bytes.len()));
        let version = first.strip_prefix(b"tabiya checkpoint ").and_then(|rest| {
            let end = rest.iter().position(|&byte| byte == b',')?;
            str::from_utf8(&rest[..end]).ok()?.parse().ok()
        });
        match version {
            None => return Err(CheckpointError::Foreign),
            Some(VERSION) => {}
            Some(found) => return Err(CheckpointError::Version { found }),
        }
        if first != first_line(body).as_bytes() {
            return Err(CheckpointError::Altered);
        }
        // What the parser says may hold words of the file, of any length: they are left out.
        let read: Self = serde_json::from_slice(body).map_err(|error| CheckpointError::Form {
            why: match error.classify() {
                Category::Data => "missing, unknown or invalid fields",
                Category::Eof | Category::Io | Category::Syntax => "malformed JSON",
            },
        })?;
        read.expect_form().map_err(|why| CheckpointError::Form { why })?;
        Ok(read)
    }

    /// Whether a count could have come to this, or why not.
    fn expect_form(&self) -> Result<(), &'static str> {
        let root = FenOptions::new().allow_impossible_checks(true).read(self.fen.as_bytes());
        if !root.is_ok_and(|root| root.to_string() == self.fen) {
            return Err("root is not a FEN in canonical form");
        }
        let ascends = self.finished.is_sorted_by(|(place, _), (next, _)| place < next);
        let is_inside = self.finished.last().is_none_or(|&(place, _)| place < self.subtrees);
        if ascends && is_inside {
            Ok(())
        } else {
            Err("subtree indices are not ascending or too large")
        }
    }

    /// Whether a checkpoint is of the same count as this one, whatever is finished.
    ///
    /// # Errors
    ///
    /// [`CheckpointError::Other`] names the first thing that differs.
    pub fn expect_same_count(&self, of_file: &Self) -> Result<(), CheckpointError> {
        let fields = |of: &Self| {
            [
                ("root", of.fen.clone()),
                ("depth", of.depth.to_string()),
                ("ply of the split", of.plies.to_string()),
                ("number of subtrees", of.subtrees.to_string()),
                ("digest of the subtrees", format!("{:08x}", of.digest)),
            ]
        };
        let mut pairs = fields(self).into_iter().zip(fields(of_file));
        match pairs.find(|(expected, found)| expected != found) {
            None => Ok(()),
            Some(((what, expected), (_, found))) => {
                Err(CheckpointError::Other { what, found, expected })
            }
        }
    }

    /// Writes the file aside and renames it, so that the path holds a whole one at any moment.
    ///
    /// # Errors
    ///
    /// If the file or the one beside it, with `.part` after its name, cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let mut aside = path.as_os_str().to_owned();
        aside.push(".part");
        let mut file = File::create(&aside)?;
        file.write_all(&self.to_bytes())?;
        file.sync_all()?;
        fs::rename(&aside, path)
    }
}

/// The line that vouches for the rest.
fn first_line(body: &[u8]) -> String {
    let (len, sum) = (body.len(), crc32fast::hash(body));
    format!("tabiya checkpoint {VERSION}, {len} bytes, crc32 {sum:08x}\n")
}

/// Why a file is not used as a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file does not begin as checkpoints do.
    Foreign,
    /// Another version of the program wrote it.
    Version {
        /// The version of its form.
        found: u32,
    },
    /// Its bytes are not those that were written: some changed or are missing.
    Altered,
    /// Its bytes are vouched for, but no checkpoint is written so.
    Form {
        /// What is wrong.
        why: &'static str,
    },
    /// It belongs to another count.
    Other {
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What is being counted.
        expected: String,
    },
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("not a checkpoint file"),
            Self::Version { found } => {
                write!(f, "unsupported checkpoint version {found}; expected {VERSION}")
            }
            Self::Altered => f.write_str("damaged: length or checksum differ from the first line"),
            Self::Form { why } => write!(f, "invalid checkpoint: {why}"),
            Self::Other { what, found, expected } => {
                write!(f, "checkpoint of another count: {what} is {found}; expected {expected}")
            }
        }
    }
}

impl std::error::Error for CheckpointError {}

#[cfg(test)]
mod tests {
    use tabiya::perft::split;

    use super::*;

    fn written() -> (Checkpoint, Vec<u8>) {
        let mut checkpoint = Checkpoint::new(&Position::START, 8, 2, &split(&Position::START, 2));
        checkpoint.finished = vec![(0, 1), (3, u128::from(u64::MAX) * 9), (399, 0)];
        let bytes = checkpoint.to_bytes();
        (checkpoint, bytes)
    }

    #[test]
    fn what_is_written_is_read() {
        let (checkpoint, bytes) = written();
        assert_eq!(Checkpoint::from_bytes(&bytes), Ok(checkpoint));
    }

    #[test]
    fn every_other_byte_is_noticed() {
        let (_, bytes) = written();
        for place in 0..bytes.len() {
            for other in [1, 2, 0x20, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[place] ^= other;
                assert!(Checkpoint::from_bytes(&bytes).is_err(), "byte {place} ^ {other}");
            }
        }
    }

    #[test]
    fn every_missing_or_added_byte_is_noticed() {
        let (_, bytes) = written();
        for len in 0..bytes.len() {
            assert!(Checkpoint::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
        for byte in [0, b' ', b'\n', b'}'] {
            let longer = [&bytes[..], &[byte]].concat();
            assert_eq!(Checkpoint::from_bytes(&longer), Err(CheckpointError::Altered));
        }
    }

    #[test]
    fn what_nobody_wrote_is_refused_whatever_vouches_for_it() {
        let (checkpoint, _) = written();
        for finished in [vec![(3, 1), (3, 1)], vec![(4, 1), (3, 1)], vec![(400, 1)]] {
            let bytes = Checkpoint { finished, ..checkpoint.clone() }.to_bytes();
            let error = Checkpoint::from_bytes(&bytes).expect_err("no such checkpoint");
            assert!(matches!(error, CheckpointError::Form { .. }), "{error}");
        }
        let roots = ["", "8/8/8/8/8/8/8/8 w - - 0 1", "a\nb", &"x".repeat(1 << 20)];
        for fen in roots.map(str::to_owned) {
            let bytes = Checkpoint { fen, ..checkpoint.clone() }.to_bytes();
            let error = Checkpoint::from_bytes(&bytes).expect_err("no such checkpoint");
            assert!(error.to_string().contains("root"), "{error}");
        }
        let long = format!("{{\"{}\":1}}", "x".repeat(1 << 20));
        for body in ["", "{}", "[]", "{\"fen\":1}", &long] {
            let bytes = [&first_line(body.as_bytes()), body].concat();
            let error = Checkpoint::from_bytes(bytes.as_bytes()).expect_err("no such checkpoint");
            assert!(matches!(error, CheckpointError::Form { .. }), "{error}");
            assert!(error.to_string().len() < 200, "{error}");
        }
        let other = "tabiya checkpoint 2, 0 bytes, crc32 00000000\n";
        let error = Checkpoint::from_bytes(other.as_bytes());
        assert_eq!(error, Err(CheckpointError::Version { found: 2 }));
    }

    #[test]
    fn the_checkpoint_of_another_count_is_told() {
        let (mine, _) = written();
        let cut = split(&Position::START, 2);
        let after = split(&Position::START, 1)[3].position;
        for (other, what) in [
            (Checkpoint::new(&after, 8, 2, &cut), "root"),
            (Checkpoint::new(&Position::START, 7, 2, &cut), "depth"),
            (Checkpoint::new(&Position::START, 8, 1, &cut), "split"),
            (Checkpoint::new(&Position::START, 8, 2, &cut[1..]), "number"),
            (Checkpoint::new(&Position::START, 8, 2, &split(&after, 2)[..400]), "digest"),
        ] {
            let error = mine.expect_same_count(&other).expect_err("another count");
            assert!(error.to_string().contains(what), "{error}");
        }
        assert_eq!(mine.expect_same_count(&mine), Ok(()));
    }
}
