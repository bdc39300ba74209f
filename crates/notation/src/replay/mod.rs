//! Replaying games: the board after each move in a stored sequence.

mod checked;
mod error;
#[cfg(feature = "threads")]
mod parallel;
mod stored;
mod trusted;

pub use checked::Replay;
pub use error::ReplayError;
#[cfg(feature = "threads")]
pub use parallel::replay_all;
pub use stored::StoredMove;
pub use trusted::TrustedReplay;
