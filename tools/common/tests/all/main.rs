//! Tests for what the programs share.

mod causes;
mod destination;
mod lines;
mod node_count;
mod number;
