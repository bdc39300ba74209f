//! Tests of the explanations.

mod divide;
mod legality;
