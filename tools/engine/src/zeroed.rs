//! Memory that the system provides filled with zeros, page by page at the first access.

use std::alloc::{Layout, alloc_zeroed};

use crate::entry::Entry;

/// Returns empty entries, or `None` if the system cannot allocate them.
///
/// `vec!` would access all pages, and abort the program if it cannot allocate them.
pub(crate) fn empty_entries(len: usize) -> Option<Vec<Entry>> {
    let layout = Layout::array::<Entry>(len).ok().filter(|layout| layout.size() > 0)?;
    // SAFETY: `layout` has a nonzero size.
    let pointer = unsafe { alloc_zeroed(layout) }.cast::<Entry>();
    if pointer.is_null() {
        return None;
    }
    // SAFETY: `pointer` is not null, and the global allocator returned it for a layout with `len`
    // entries. Zero bytes are a valid entry: integers, `Bound::Unknown`, which is 0, and `None` in
    // an `Option<Move>`, since `Move` is a transparent `NonZeroU16`.
    Some(unsafe { Vec::from_raw_parts(pointer, len, len) })
}
