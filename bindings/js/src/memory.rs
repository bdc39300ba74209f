//! The addresses of the slot, the move list and the buffers.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use crate::state::state;

/// The maximum input size in bytes.
const MAX_INPUT: usize = 16 << 20;

/// Returns the slot's address.
#[unsafe(no_mangle)]
extern "C" fn slot() -> *const u8 {
    state().position.as_ptr().cast_const().cast()
}

/// Returns the slot's size in bytes.
#[unsafe(no_mangle)]
const extern "C" fn slot_size() -> usize {
    size_of::<tabiya::Position>()
}

/// Returns the address of the first move in the list, whose moves have 16 bits.
#[unsafe(no_mangle)]
extern "C" fn move_list() -> *const u8 {
    state().moves.borrow().as_ptr().cast()
}

/// Grows the input to a size, at most 16 MiB, and returns its address. The memory may grow.
#[unsafe(no_mangle)]
extern "C" fn input(len: usize) -> *mut u8 {
    let mut input = state().input.borrow_mut();
    if input.len() < len.min(MAX_INPUT) {
        input.resize(len.min(MAX_INPUT), 0);
    }
    input.as_mut_ptr()
}

/// Returns the output's address.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    state().output.borrow().as_ptr()
}
