//! The macro behind every small enum that is also an index, and the errors of its
//! conversions.

use core::error::Error;
use core::fmt;

/// A number that names no value of the type: what was given, and how many values there are.
///
/// ```
/// use tabiya_core::Square;
///
/// let error = Square::try_from(64).unwrap_err();
/// assert_eq!(error.to_string(), "64 is no square index (0 to 63)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError {
    pub(crate) what: &'static str,
    pub(crate) index: u8,
    pub(crate) count: u8,
}

impl fmt::Display for IndexError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no {} index (0 to {})", self.index, self.what, self.count - 1)
    }
}

impl Error for IndexError {}

/// The error of the `FromStr` of this crate's types: which type, and the text it expects.
///
/// ```
/// use tabiya_core::Square;
///
/// let error = "i9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square: expected a file a-h and a rank 1-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(crate) what: &'static str,
    pub(crate) expected: &'static str,
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a {}: expected {}", self.what, self.expected)
    }
}

impl Error for ParseError {}

/// Defines a fieldless enum whose variants are numbered from 0, with the conversions that
/// every such type shares.
///
/// The conversion from a number is a `match` with one arm a variant. It reads like a
/// table and compiles to nothing: the optimiser sees the identity, and knows the range of
/// what comes out, so that indexing a table by such a value needs no bounds check.
macro_rules! indexed_enum {
    (
        $(#[$meta:meta])*
        $what:literal $name:ident: $count:literal {
            $($(#[$variant_meta:meta])* $variant:ident = $value:literal,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_meta])* $variant = $value,)*
        }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = $count;

            /// All values, in the order of their indices.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)*];

            /// The value with this index; `None` at [`Self::COUNT`] and above.
            ///
            /// ```
            #[doc = concat!("use tabiya_core::", stringify!($name), ";")]
            ///
            #[doc = concat!("let first = ", stringify!($name), "::from_index(0);")]
            #[doc = concat!("assert_eq!(first, Some(", stringify!($name), "::ALL[0]));")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::from_index(", $count, "), None);")]
            /// ```
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                match index {
                    $($value => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The place of the value in [`Self::ALL`], for indexing tables.
            ///
            /// ```
            #[doc = concat!("use tabiya_core::", stringify!($name), ";")]
            ///
            #[doc = concat!("let mut tally = [0; ", stringify!($name), "::COUNT];")]
            #[doc = concat!("for value in ", stringify!($name), "::ALL {")]
            ///     tally[value.index()] += 1;
            /// }
            #[doc = concat!("assert_eq!(tally, [1; ", $count, "]);")]
            /// ```
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl TryFrom<u8> for $name {
            type Error = $crate::IndexError;

            #[inline]
            fn try_from(index: u8) -> Result<Self, $crate::IndexError> {
                Self::from_index(usize::from(index)).ok_or($crate::IndexError {
                    what: $what,
                    index,
                    count: $count,
                })
            }
        }

        impl From<$name> for u8 {
            #[inline]
            fn from(value: $name) -> u8 {
                value as u8
            }
        }
    };
}
