//! A unit's result: its counts, and the process that counted it.

use std::fmt;
use std::process;

use tabiya::Position;
use tabiya::perft::Backend;

use super::error::ResultError;
use crate::bytes::{Fields, printable, push_text};
use crate::units_file::ContentHash;

/// A version's maximum length in bytes.
const VERSION_LEN: usize = 16;
/// A host name's maximum length in bytes, as on Linux.
const HOST_LEN: usize = 64;
/// A checksum's size in bytes.
const CHECKSUM_LEN: usize = 4;

/// The process that counts, as results record it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The machine's name: 1 to 64 printable ASCII characters.
    pub host: String,
    /// The process identifier.
    pub pid: u32,
    /// The program's version: 1 to 16 printable ASCII characters.
    pub version: String,
}

impl Process {
    /// Returns the current process.
    pub fn current() -> Self {
        let host = printable(&gethostname::gethostname().to_string_lossy());
        let host = if host.is_empty() { "unknown".to_owned() } else { host };
        let mut version = env!("CARGO_PKG_VERSION").to_owned();
        version.truncate(VERSION_LEN);
        Self { host: host.chars().take(HOST_LEN).collect(), pid: process::id(), version }
    }
}

/// The variant of a unit's positions that a process counts.
///
/// Both variants have the same counts. Flipped positions have other keys, so that a hash collision
/// in one count does not occur in the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// The positions as they are in the units file.
    Unchanged,
    /// The positions with [swapped colors](Position::swap_colors).
    ColorsFlipped,
}

impl Variant {
    /// Both variants, by their number in a result's bytes.
    const ALL: [Self; 2] = [Self::Unchanged, Self::ColorsFlipped];

    /// Returns a position's variant.
    pub fn of(self, position: &Position) -> Position {
        match self {
            Self::Unchanged => *position,
            Self::ColorsFlipped => position.swap_colors(),
        }
    }
}

/// The counting method, as results record it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// The back end that counts.
    pub backend: Backend,
    /// The hash table's size in bytes, or 0 for an exact count without one.
    pub hash_bytes: u64,
    /// The variant that is counted.
    pub variant: Variant,
    /// The number of threads.
    pub threads: u16,
}

impl Method {
    /// Tests whether no hash collision can change the count.
    pub const fn is_exact(&self) -> bool {
        self.hash_bytes == 0
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hash_bytes {
            0 => write!(f, "{}, exact", self.backend)?,
            bytes => write!(f, "{}, hash {bytes} B", self.backend)?,
        }
        match self.variant {
            Variant::Unchanged => Ok(()),
            Variant::ColorsFlipped => f.write_str(", colors flipped"),
        }
    }
}

/// A unit's two sums, which are equal in all its correct results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The leaves summed over the unit's positions.
    pub leaves: u128,
    /// The sum in which each position's leaves are multiplied by its multiplicity.
    pub nodes: u128,
}

/// A unit's result.
///
/// In bytes, it ends with its own checksum. A [result file](super::encode_file) holds one unit's
/// results from different processes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitResult {
    /// The unit number.
    pub unit: u64,
    /// The units file's content hash.
    pub content_hash: ContentHash,
    /// The leaf depth below the units file's root.
    pub depth: u8,
    /// The leaves summed over the unit's positions.
    pub leaves: u128,
    /// The sum in which each position's leaves are multiplied by its multiplicity.
    pub nodes: u128,
    /// The counting method.
    pub method: Method,
    /// The process that counted.
    pub process: Process,
    /// The count's start in milliseconds since 1970, in UTC.
    pub started: u64,
    /// The count's duration in milliseconds.
    pub duration: u64,
}

impl UnitResult {
    /// A result's size in bytes.
    pub const LEN: usize = 208;

    /// Returns the two sums.
    pub const fn counts(&self) -> Counts {
        Counts { leaves: self.leaves, nodes: self.nodes }
    }

    /// Returns the result's bytes.
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let Self { method, process, .. } = self;
        let backend = Backend::ALL.iter().position(|&other| other == method.backend);
        let mut bytes = Vec::with_capacity(Self::LEN);
        bytes.extend(self.unit.to_le_bytes());
        bytes.extend(self.content_hash.0);
        bytes.extend(self.leaves.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(method.hash_bytes.to_le_bytes());
        bytes.extend((method.variant as u64).to_le_bytes());
        bytes.extend(self.started.to_le_bytes());
        bytes.extend(self.duration.to_le_bytes());
        bytes.extend(process.pid.to_le_bytes());
        bytes.extend(method.threads.to_le_bytes());
        bytes.extend([self.depth, backend.unwrap_or_default() as u8]);
        push_text(&mut bytes, &process.version, VERSION_LEN);
        push_text(&mut bytes, &process.host, HOST_LEN);
        bytes.resize(Self::LEN - CHECKSUM_LEN, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().unwrap_or([0; Self::LEN])
    }

    /// Parses a result's bytes. Only what [`to_bytes`](Self::to_bytes) returns is valid.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultError`] if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, ResultError> {
        let (checked, checksum) = bytes.split_at(Self::LEN - CHECKSUM_LEN);
        if crc32fast::hash(checked).to_le_bytes() != checksum {
            return Err(ResultError::Checksum);
        }
        let mut fields = Fields(checked);
        let unit = fields.u64();
        let content_hash = ContentHash(fields.array());
        let leaves = fields.u128();
        let nodes = fields.u128();
        let hash_bytes = fields.u64();
        let variant = fields.u64();
        let started = fields.u64();
        let duration = fields.u64();
        let pid = fields.u32();
        let threads = fields.u16();
        let depth = fields.u8();
        let invalid = |reason| ResultError::Invalid { reason };
        let backend = Backend::ALL.get(usize::from(fields.u8())).copied();
        let backend = backend.ok_or(invalid("unknown back end"))?;
        let variant = usize::try_from(variant).ok().and_then(|index| Variant::ALL.get(index));
        let variant = *variant.ok_or(invalid("unknown variant of the positions"))?;
        let version = fields.text::<VERSION_LEN>().map_err(invalid)?;
        let host = fields.text::<HOST_LEN>().map_err(invalid)?;
        let method = Method { backend, hash_bytes, variant, threads };
        let process = Process { host, pid, version };
        let result =
            Self { unit, content_hash, depth, leaves, nodes, method, process, started, duration };
        if result.to_bytes() != *bytes {
            return Err(invalid("unused bytes are not zero"));
        }
        Ok(result)
    }
}
