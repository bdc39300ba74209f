//! Tests that Tabiya agrees with other libraries, in one program with a module per subject.

mod corpus;
mod differential;
mod library_differences;
mod polyglot;
mod program;
mod recorded;
mod san;
