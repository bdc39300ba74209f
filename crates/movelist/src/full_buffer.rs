//! The panic for a full buffer.

/// The panic message for a full buffer.
macro_rules! full_buffer_message {
    () => {
        "no space for another move: the buffer was not cleared, it is too small, or an illegal move \
         was made on the board"
    };
}

pub(crate) use full_buffer_message;

/// Panics because a buffer is full, and says why that may be.
#[cold]
#[track_caller]
pub(crate) fn fail_full_buffer() -> ! {
    panic!(full_buffer_message!());
}
