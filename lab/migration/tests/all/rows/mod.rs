//! The rows on the three pages.

mod chess;
mod cozy_chess;
mod shakmaty;
