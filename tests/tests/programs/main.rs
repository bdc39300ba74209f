//! Tests that start the workspace's programs, with a module per subject.

mod compare;
mod diagnose;
mod help;
