//! Tests for explanations.

mod bitboards;
mod diagram;
mod divide;
mod divide_layouts;
mod expression;
mod fen;
#[cfg(feature = "serde")]
mod json;
mod leaf_categories;
mod legality;
