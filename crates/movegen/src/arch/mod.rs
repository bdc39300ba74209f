//! What is compiled for more than the language asks for: the one place with `unsafe`.

#[cfg(target_arch = "x86_64")]
mod directions;
mod doors;
mod planes;
mod spelled;

pub(crate) use doors::{legal_move_count, legal_moves_into};
pub(crate) use planes::{Carried, Way, bits_on, carried, way_between, way_of};
pub(crate) use spelled::spelled;
