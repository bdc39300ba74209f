//! What is compiled for more than the language asks for: the one place with `unsafe`.

mod doors;
mod planes;

pub(crate) use doors::{legal_move_count, legal_moves_into};
pub(crate) use planes::{carried, spelled};
