//! The macro that defines enums which are also indices, and the conversion errors.

use core::error::Error;
use core::fmt;

/// The error for an index that is out of range, returned by `TryFrom<u8>`.
///
/// The message names the type, the index and the valid range. For text, the error is
/// [`ParseError`].
///
/// ```
/// use tabiya::Square;
///
/// let error = Square::try_from(64).unwrap_err();
/// assert_eq!(error.to_string(), "invalid square index 64 (expected 0 to 63)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError {
    pub(crate) type_name: &'static str,
    pub(crate) index: u8,
    pub(crate) count: u8,
}

impl fmt::Display for IndexError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { type_name, index, count } = self;
        write!(f, "invalid {type_name} index {index} (expected 0 to {})", count - 1)
    }
}

impl Error for IndexError {}

/// The error for text that is not a value of the type, returned by `FromStr`.
///
/// The message names the type and the expected text. For an index, the error is [`IndexError`].
///
/// ```
/// use tabiya::Square;
///
/// let error = "i9".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "not a square; expected a file a-h and a rank 1-8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub(crate) type_name: &'static str,
    pub(crate) expected: &'static str,
}

impl fmt::Display for ParseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a {}; expected {}", self.type_name, self.expected)
    }
}

impl Error for ParseError {}

/// Defines a fieldless enum whose variants are numbered from 0, with conversions from and to
/// indices.
///
/// The conversion from an index is a `match` with one arm per variant. The optimizer turns it into
/// the identity and knows the result's range, so indexing a table by such a value needs no bounds
/// check.
macro_rules! indexed_enum {
    (
        $(#[$meta:meta])*
        $type_name:literal $name:ident: $count:literal {
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
            /// The number of values.
            #[doc(alias = "NUM")]
            pub const COUNT: usize = $count;

            /// All values, in index order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant,)*];

            /// Returns the value with an index, or `None` if the index is not less than
            /// [`Self::COUNT`].
            ///
            /// ```
            #[doc = concat!("use tabiya_core::", stringify!($name), ";")]
            ///
            #[doc = concat!("let first = ", stringify!($name), "::from_index(0);")]
            #[doc = concat!("assert_eq!(first, Some(", stringify!($name), "::ALL[0]));")]
            #[doc = concat!("assert_eq!(", stringify!($name), "::from_index(", $count, "), None);")]
            /// ```
            #[doc(alias = "try_index")]
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                match index {
                    $($value => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// Returns the index of the value in [`Self::ALL`], for tables.
            ///
            /// ```
            #[doc = concat!("use tabiya_core::", stringify!($name), ";")]
            ///
            #[doc = concat!("let mut counts = [0; ", stringify!($name), "::COUNT];")]
            #[doc = concat!("for value in ", stringify!($name), "::ALL {")]
            ///     counts[value.index()] += 1;
            /// }
            #[doc = concat!("assert_eq!(counts, [1; ", $count, "]);")]
            /// ```
            #[doc(alias = "to_index")]
            #[doc(alias = "to_int")]
            #[doc(alias = "to_usize")]
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
                    type_name: $type_name,
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
