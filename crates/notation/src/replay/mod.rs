//! Replaying games: the boards after each of a sequence of stored moves.

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
