//! Tests of the explanations.

mod divide;
mod fen;
mod legality;
