//! Tests that start programs of the workspace, with a module per subject.

mod compare;
mod diagnose;
mod help;
