//! The one branch on the side to move.

/// Evaluates an expression with the side to move as the type `$S`, chosen by a [`Color`] value.
///
/// Public entry points branch here; the functions below them take `S: Side`.
///
/// [`Color`]: tabiya_core::Color
macro_rules! by_side {
    ($color:expr, $S:ident => $body:expr) => {
        match $color {
            ::tabiya_core::Color::White => {
                type $S = ::tabiya_core::White;
                $body
            }
            ::tabiya_core::Color::Black => {
                type $S = ::tabiya_core::Black;
                $body
            }
        }
    };
}

pub(crate) use by_side;
