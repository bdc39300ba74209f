//! Tests for the tables and the perft suites, in one program with a module per subject.

mod derivations;
mod program;
mod suites;
