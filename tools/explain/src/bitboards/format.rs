//! Bitboards as literals in several languages, numbers, boards and square lists.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use tabiya::{Bitboard, Square};

use super::layout::Layout;

/// A language whose literals have 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Language {
    /// Rust: `0x0000_0000_0000_ff00_u64`.
    Rust,
    /// C: `UINT64_C(0x000000000000ff00)` from `<stdint.h>`.
    C,
    /// C++: `0x000000000000ff00ULL`.
    #[doc(alias = "C++")]
    Cpp,
    /// Java: `0x000000000000ff00L`, which is signed.
    Java,
    /// C#: `0x000000000000ff00UL`.
    #[doc(alias = "C#")]
    CSharp,
    /// Go: `uint64(0x000000000000ff00)`.
    Go,
    /// Python: `0x000000000000ff00`.
    Python,
    /// JavaScript: `0x000000000000ff00n`, which is a `BigInt`.
    #[doc(alias = "TypeScript")]
    JavaScript,
}

impl Language {
    /// All languages, in the order in which they are documented.
    pub const ALL: [Self; 8] = [
        Self::Rust,
        Self::C,
        Self::Cpp,
        Self::Java,
        Self::CSharp,
        Self::Go,
        Self::Python,
        Self::JavaScript,
    ];

    /// Returns the name in lower case: `rust`, `cpp`, `csharp`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Java => "java",
            Self::CSharp => "csharp",
            Self::Go => "go",
            Self::Python => "python",
            Self::JavaScript => "javascript",
        }
    }

    /// Returns a number as a literal that is valid in any expression in the language.
    ///
    /// ```
    /// use tabiya_explain::bitboards::Language;
    ///
    /// assert_eq!(Language::Rust.literal(0xff00), "0x0000_0000_0000_ff00_u64");
    /// assert_eq!(Language::Java.literal(1 << 63), "0x8000000000000000L");
    /// assert_eq!(Language::JavaScript.literal(1), "0x0000000000000001n");
    /// ```
    pub fn literal(self, bits: u64) -> String {
        let (prefix, suffix) = match self {
            Self::Rust => {
                let [a, b, c, d] = [48, 32, 16, 0].map(|shift| bits >> shift & 0xffff);
                return format!("0x{a:04x}_{b:04x}_{c:04x}_{d:04x}_u64");
            }
            Self::C => ("UINT64_C(", ")"),
            Self::Cpp => ("", "ULL"),
            Self::Java => ("", "L"),
            Self::CSharp => ("", "UL"),
            Self::Go => ("uint64(", ")"),
            Self::Python => ("", ""),
            Self::JavaScript => ("", "n"),
        };
        format!("{prefix}{bits:#018x}{suffix}")
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A form in which [`format_bitboard`] writes a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextForm {
    /// A hexadecimal literal in a language.
    Literal(Language),
    /// An unsigned decimal number.
    Decimal,
    /// A binary number with 64 digits and the prefix `0b`.
    Binary,
    /// The squares' names, a1 first: `{a1, c3}`.
    Squares,
    /// Eight lines with `X` and `.`, the eighth rank at the top.
    Board,
}

/// Formats a set. The layout matters only for numbers.
///
/// [`parse_bitboard`](super::parse_bitboard) reads the text.
///
/// ```
/// use tabiya::{Bitboard, Square};
/// use tabiya_explain::bitboards::{Layout, TextForm, format_bitboard};
///
/// let set = Square::A1.bitboard() | Square::C3.bitboard();
/// assert_eq!(format_bitboard(set, TextForm::Decimal, Layout::LERF), "262145");
/// assert_eq!(format_bitboard(set, TextForm::Squares, Layout::LERF), "{a1, c3}");
/// ```
pub fn format_bitboard(set: Bitboard, form: TextForm, layout: Layout) -> String {
    let bits = layout.to_bits(set);
    match form {
        TextForm::Literal(language) => language.literal(bits),
        TextForm::Decimal => bits.to_string(),
        TextForm::Binary => format!("{bits:#066b}"),
        TextForm::Squares => {
            let names: Vec<String> = set.into_iter().map(|at: Square| at.to_string()).collect();
            format!("{{{}}}", names.join(", "))
        }
        TextForm::Board => set.to_string(),
    }
}
