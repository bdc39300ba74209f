//! Tests of the tables and of the perft suites, in one program with a module per subject.

mod derivations;
mod program;
mod suites;
