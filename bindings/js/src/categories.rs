//! The export that counts leaves by category.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use tabiya_explain::leaf_categories::LeafCategories;

use crate::json::write_json;
use crate::state::position;

/// Writes the leaf categories at a depth as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn leaf_categories(depth: u8) -> i32 {
    write_json(&LeafCategories::count(&position(), depth))
}
