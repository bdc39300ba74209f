//! The error type of [`ParallelPerft`](super::ParallelPerft).

use core::error::Error;
use core::fmt;

/// An error from creating the threads or the hash table for a
/// [`ParallelPerft`](crate::ParallelPerft).
///
/// ```
/// use tabiya::perft::{ParallelPerft, Perft};
///
/// let error = ParallelPerft::new(Perft::new(), 1)?.with_hash(100).unwrap_err();
/// assert_eq!(error.to_string(), "hash size 100 B is below the minimum of 128 B");
/// # Ok::<(), tabiya::perft::ParallelPerftError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParallelPerftError {
    /// The error for a system that cannot start the counting threads.
    Threads {
        /// The requested number of threads; 0 stands for one per logical CPU.
        #[doc(alias = "asked")]
        requested: usize,
    },
    /// The error for a hash table smaller than 128 bytes.
    HashTooSmall {
        /// The requested hash table size in bytes.
        bytes: u64,
    },
    /// The error for a hash table that the system cannot allocate.
    Memory {
        /// The requested hash table size in bytes.
        bytes: u64,
    },
}

impl fmt::Display for ParallelPerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads { requested: 0 } => {
                f.write_str("cannot start one thread per logical CPU")
            }
            Self::Threads { requested } => write!(f, "cannot start {requested} threads"),
            Self::HashTooSmall { bytes } => {
                write!(f, "hash size {} is below the minimum of 128 B", Size(*bytes))
            }
            Self::Memory { bytes } => write!(f, "cannot allocate a {} hash table", Size(*bytes)),
        }
    }
}

impl Error for ParallelPerftError {}

/// A size in bytes, displayed in the largest binary unit that divides it.
struct Size(u64);

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        let is_divisible = |shift| self.0 != 0 && self.0.trailing_zeros() >= shift;
        let unit = units.into_iter().find(|&(shift, _)| is_divisible(shift));
        let (shift, name) = unit.unwrap_or((0, "B"));
        write!(f, "{} {name}", self.0 >> shift)
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn messages_display_sizes_in_binary_units() {
        let cases = [
            (0, "0 B"),
            (1, "1 B"),
            (1000, "1000 B"),
            (1 << 10, "1 KiB"),
            (3 << 20, "3 MiB"),
            (512 << 30, "512 GiB"),
            (1 << 60, "1048576 TiB"),
            (u64::MAX, "18446744073709551615 B"),
        ];
        for (bytes, text) in cases {
            assert_eq!(Size(bytes).to_string(), text);
            let message = ParallelPerftError::Memory { bytes }.to_string();
            assert_eq!(message, std::format!("cannot allocate a {text} hash table"));
        }
    }
}
