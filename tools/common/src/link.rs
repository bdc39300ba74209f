//! Links to the explorer page, in the scheme that `docs/reference/links.md` describes.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use crate::message;
use crate::position::format_fen;
use clap::Args;
use tabiya::Position;
use tabiya_explain::divide::Divide;

/// The URL of the explorer page.
const PAGE: &str = "https://tabiya-chess.github.io/tabiya/";

/// The maximum length of an encoded value, in bytes. Programs that pass on links, such as chats and
/// mail clients, cut long ones.
const MAX_VALUE_LEN: usize = 16 << 10;

/// The argument that requests a link.
#[derive(Args, Clone, Copy, Debug)]
pub struct LinkArgs {
    /// Also print a link that shows the result on the explorer page
    #[arg(long)]
    pub link: bool,
}

impl LinkArgs {
    /// Returns the URL for the link that `create` returns, if a link is requested.
    ///
    /// A note on standard error names the values that are too long and therefore left out.
    pub fn url(self, create: impl FnOnce() -> Option<Link>) -> Option<String> {
        let link = if self.link { create() } else { None }?;
        if let Some(note) = link.note() {
            message::print_line(&note);
        }
        Some(link.to_string())
    }
}

/// Writes the URL of a link as the last line in a text output, if there is one.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn write_line(out: &mut dyn Write, url: Option<&str>) -> io::Result<()> {
    url.map_or(Ok(()), |url| writeln!(out, "link: {url}"))
}

/// A view on the explorer page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The reason why a move is legal or illegal.
    Why,
    /// The leaf counts per root move, compared with an engine's counts.
    Perft,
    /// An attack set and its derivation.
    Tables,
    /// An expression over sets of squares.
    Lab,
    /// The classic bug that yields wrong counts.
    Diagnose,
}

impl View {
    const fn name(self) -> &'static str {
        match self {
            Self::Why => "why",
            Self::Perft => "perft",
            Self::Tables => "tables",
            Self::Lab => "lab",
            Self::Diagnose => "diagnose",
        }
    }

    /// Returns the value that an absent key has, empty for none.
    fn default_value(self, key: &str) -> String {
        let value = match (self, key) {
            (_, "fen") => return format_fen(&Position::START),
            (Self::Perft, "depth") => "3",
            (Self::Tables, "kind") => "attacks",
            (Self::Tables, "technique") => "hyperbola",
            (Self::Tables, "piece") => "R",
            (Self::Tables, "squares") => "d4",
            (Self::Lab, "expr") => "rook(d4, occ)",
            _ => "",
        };
        value.to_owned()
    }
}

/// A link to a view on the explorer page. [`Display`] writes the URL.
#[derive(Clone, Debug)]
pub struct Link {
    view: View,
    /// The keys with their encoded values, without defaults.
    pairs: Vec<(&'static str, String)>,
    /// The keys whose values are too long.
    omitted_keys: Vec<&'static str>,
}

impl Link {
    /// Creates a link to a view whose keys have their defaults.
    pub const fn new(view: View) -> Self {
        Self { view, pairs: Vec::new(), omitted_keys: Vec::new() }
    }

    /// Sets the value of a key. A value longer than 16 KiB when it is encoded is left out.
    #[must_use]
    pub fn with(mut self, key: &'static str, value: impl Display) -> Self {
        let value = value.to_string();
        if value != self.view.default_value(key) {
            match encode(&value) {
                encoded if encoded.len() > MAX_VALUE_LEN => self.omitted_keys.push(key),
                encoded => self.pairs.push((key, encoded)),
            }
        }
        self
    }

    /// Sets the position in the view.
    #[must_use]
    pub fn with_position(self, position: &Position) -> Self {
        self.with("fen", format_fen(position))
    }

    /// Sets an engine's divide output and its depth.
    #[must_use]
    pub fn with_divide(self, depth: u8, divide: &Divide) -> Self {
        self.with("depth", depth).with("output", divide_text(divide))
    }

    /// Returns a note about the values that are left out, if there are any.
    fn note(&self) -> Option<String> {
        let keys = self.omitted_keys.join(", ");
        (!keys.is_empty()).then(|| {
            format!("note: link without {keys}; expected at most {MAX_VALUE_LEN} encoded bytes")
        })
    }
}

impl Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PAGE}#{}", self.view.name())?;
        for (index, (key, value)) in self.pairs.iter().enumerate() {
            let separator = if index == 0 { '?' } else { '&' };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}

/// Encodes a value, byte by byte.
fn encode(value: &str) -> String {
    let mut encoded = String::with_capacity(value.len());
    for byte in value.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'/' | b',' | b':' => encoded.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            b' ' => encoded.push('+'),
            // Writing to a string cannot fail.
            byte => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

/// Returns the counts and the total in a divide output, without its other lines.
///
/// Other lines may be long, and may name files and machines.
fn divide_text(divide: &Divide) -> String {
    let rows = divide.rows().iter().map(|row| format!("{}: {}", row.r#move, row.count));
    let total = divide.total().map(|total| format!("Total: {total}"));
    rows.chain(total).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
