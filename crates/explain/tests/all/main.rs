//! Tests of the explanations.

mod divide;
mod fen;
mod leaf_categories;
mod legality;
