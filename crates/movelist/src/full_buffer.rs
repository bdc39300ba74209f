//! The panic of a full buffer.

/// Panics because a buffer is full, and says why that may be.
#[cold]
#[track_caller]
pub(crate) fn fail_full_buffer() -> ! {
    panic!(
        "no space for another move: the buffer was not cleared, it is too small, or an illegal move \
         was made on the board"
    );
}
