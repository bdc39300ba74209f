//! Tests of the explanations.

mod legality;
