//! A unit's result: its counts, and the process that counted it.

use std::fmt;
use std::process;

use tabiya::Position;
use tabiya::perft::Backend;

use super::error::ResultError;
use crate::bytes::{Fields, printable, push_text};
use crate::units_file::ContentHash;

/// The maximum length of a version in bytes.
const VERSION_LEN: usize = 16;
/// The maximum length of the name of a host in bytes, as on Linux.
const HOST_LEN: usize = 64;
/// The size of a checksum in bytes.
const CHECKSUM_LEN: usize = 4;

/// The process that counts, as results record it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    /// The machine's name: 1 to 64 characters of printable ASCII.
    pub host: String,
    /// The identifier of the process.
    pub pid: u32,
    /// The program's version: 1 to 16 characters of printable ASCII.
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

/// The variant of the positions of a unit that a process counts.
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

/// The means of a count, as results record them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// The back end of the count.
    pub backend: Backend,
    /// The size of the hash table in bytes, or 0 for an exact count without one.
    pub hash_bytes: u64,
    /// The variant of the positions.
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

/// The two sums of a unit, which are equal in all correct results of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The sum of the leaves of the unit's positions.
    pub leaves: u128,
    /// The sum of the leaves, each multiplied by the multiplicity of its position.
    pub nodes: u128,
}

/// A unit's result.
///
/// In bytes, it ends with its own checksum. A [result file](super::encode_file) holds the results
/// of one unit by different processes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UnitResult {
    /// The number of the unit.
    pub unit: u64,
    /// The content hash of the units file.
    pub content_hash: ContentHash,
    /// The depth of the leaves below the root of the units file.
    pub depth: u8,
    /// The sum of the leaves of the unit's positions.
    pub leaves: u128,
    /// The sum of the leaves, each multiplied by the multiplicity of its position.
    pub nodes: u128,
    /// The count's means.
    pub method: Method,
    /// The process that counted.
    pub process: Process,
    /// The start of the count in milliseconds since 1970, in UTC.
    pub started: u64,
    /// The duration of the count in milliseconds.
    pub duration: u64,
}

impl UnitResult {
    /// The size of a result in bytes.
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

    /// Parses a result's bytes. Only the result of [`to_bytes`](Self::to_bytes) is valid.
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
