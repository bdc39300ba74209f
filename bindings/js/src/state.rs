//! A module's state: a slot for a position, and buffers.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::fmt::{self, Display, Write};

use tabiya::{MoveList, Position};

/// The module's state.
///
/// JavaScript writes to the slot and to the input between calls. Both are cells whose addresses are exported,
/// so that the compiler assumes no value.
pub struct State {
    /// The slot: the position that the functions read, and that reading and making a move replace.
    pub position: Cell<Position>,
    /// The legal moves that were generated last.
    pub moves: RefCell<MoveList>,
    /// The input: text or bytes.
    pub input: RefCell<Vec<u8>>,
    /// The output: text, bytes or JSON.
    pub output: RefCell<Vec<u8>>,
}

/// A value in a single-threaded program.
pub struct SingleThread<T>(pub T);

#[expect(unsafe_code, reason = "a static must be `Sync`")]
// SAFETY: the target has no threads: WebAssembly without the feature `atomics`, checked in `lib.rs`.
unsafe impl<T> Sync for SingleThread<T> {}

static STATE: SingleThread<State> = SingleThread(State {
    position: Cell::new(Position::START),
    moves: RefCell::new(MoveList::new()),
    input: RefCell::new(Vec::new()),
    output: RefCell::new(Vec::new()),
});

/// Returns the state.
pub fn state() -> &'static State {
    &STATE.0
}

/// Returns the position in the slot.
pub fn position() -> Position {
    state().position.get()
}

/// Replaces the position in the slot.
pub fn set_position(position: Position) {
    state().position.set(position);
}

/// Calls a function with the input's first bytes.
pub fn with_input<T>(len: usize, f: impl FnOnce(&[u8]) -> T) -> T {
    let input = state().input.borrow();
    f(&input[..len.min(input.len())])
}

/// Calls a function with the input's first bytes as text. Bytes that are not UTF-8 are replaced.
pub fn with_text<T>(len: usize, f: impl FnOnce(&str) -> T) -> T {
    with_input(len, |bytes| f(&String::from_utf8_lossy(bytes)))
}

/// Empties the output, calls a function that appends to it, and returns the number of bytes.
pub fn write_output(write: impl FnOnce(&mut Vec<u8>)) -> i32 {
    let mut output = state().output.borrow_mut();
    output.clear();
    write(&mut output);
    output.len() as i32
}

/// The end of a buffer, as a destination for formatted text.
struct Appender<'a>(&'a mut Vec<u8>);

impl Write for Appender<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }

    /// FENs and moves are written by characters: most have one byte.
    fn write_char(&mut self, c: char) -> fmt::Result {
        match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() => self.0.push(byte),
            _ => self.write_str(c.encode_utf8(&mut [0; 4]))?,
        }
        Ok(())
    }
}

#[cfg(feature = "play")]
/// Writes formatted values to the output, each followed by a separator, without the last separator.
/// Returns the number of bytes.
pub fn write_joined<T: Display>(values: impl Iterator<Item = T>, separator: char) -> i32 {
    write_output(|output| {
        for value in values {
            // The appender returns no error, nor do the values.
            let _ = write!(Appender(output), "{value}{separator}");
        }
        output.pop();
    })
}

/// Writes a formatted value to the output and returns the number of bytes.
pub fn write_text(value: impl Display) -> i32 {
    write_output(|output| {
        // The appender returns no error, nor does the value.
        let _ = write!(Appender(output), "{value}");
    })
}
