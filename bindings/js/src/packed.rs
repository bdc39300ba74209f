//! The export that reads a packed position.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use tabiya::{PackedError, PackedPosition};

use crate::state::{set_position, with_input, write_text};

/// Reads the packed position in the input. Returns 0, or the negative length of the error's message.
#[unsafe(no_mangle)]
extern "C" fn unpack(len: usize) -> i32 {
    with_input(len, |bytes| {
        let Ok(packed) = PackedPosition::try_from(bytes) else {
            let expected = PackedPosition::LEN;
            return -write_text(format_args!("found {} bytes; expected {expected}", bytes.len()));
        };
        match packed.unpack() {
            Ok(position) => {
                set_position(position);
                0
            }
            Err(PackedError::Rule(error)) => -write_text(error),
            Err(error) => -write_text(error),
        }
    })
}
