//! The error type of [`ParallelPerft`](super::ParallelPerft).

use core::error::Error;
use core::fmt;

/// The error of a [`ParallelPerft`](crate::ParallelPerft) whose threads or hash table cannot be created.
///
/// ```
/// use tabiya_perft::{ParallelPerft, Perft};
///
/// let error = ParallelPerft::new(Perft::new(), 1)?.with_hash(u64::MAX).unwrap_err();
/// assert_eq!(error.to_string(), "there are no 18446744073709551615 bytes of memory");
/// # Ok::<(), tabiya_perft::ParallelPerftError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParallelPerftError {
    /// The system cannot start the threads.
    Threads {
        /// The requested number of threads; 0 stands for one per logical CPU.
        asked: usize,
    },
    /// The hash table is smaller than 128 bytes.
    HashTooSmall {
        /// The requested size.
        bytes: u64,
    },
    /// The system cannot allocate the hash table.
    Memory {
        /// The requested size.
        bytes: u64,
    },
}

impl fmt::Display for ParallelPerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads { asked: 0 } => f.write_str("cannot start a thread for each processor"),
            Self::Threads { asked } => write!(f, "cannot start {asked} threads"),
            Self::HashTooSmall { bytes } => {
                write!(f, "a hash table needs 128 bytes, and {bytes} were given")
            }
            Self::Memory { bytes } => write!(f, "there are no {bytes} bytes of memory"),
        }
    }
}

impl Error for ParallelPerftError {}
