//! The rows of the three pages.

mod chess;
mod cozy_chess;
mod shakmaty;
