//! Links to the explorer page, in the scheme of `docs/reference/links.md`.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Write};

use clap::Args;
use tabiya::Position;
use tabiya_explain::divide::Divide;

use crate::message;
use crate::position::format_fen;

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
    link: bool,
}

impl LinkArgs {
    /// Returns the URL of the link that `create` returns, if a link is requested.
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

/// Writes the URL of a link as the last line of a text output, if there is one.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn write_line(out: &mut dyn Write, url: Option<&str>) -> io::Result<()> {
    url.map_or(Ok(()), |url| writeln!(out, "link: {url}"))
}

/// A view of the explorer page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The reason why a move is legal or illegal.
    Why,
    /// The leaf counts of root moves, compared with those of an engine.
    Perft,
    /// An attack set and its derivation.
    Tables,
    /// An expression of sets of squares.
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

/// A link to a view of the explorer page. [`Display`] writes the URL.
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

    /// Sets the value of a key. A value longer than [`MAX_VALUE_LEN`] is left out.
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

    /// Sets the position of the view.
    #[must_use]
    pub fn with_position(self, position: &Position) -> Self {
        self.with("fen", format_fen(position))
    }

    /// Sets the divide output of an engine and its depth.
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

/// Returns the counts and the total of a divide output, without its other lines.
///
/// Other lines may be long, and may name files and machines.
fn divide_text(divide: &Divide) -> String {
    let rows = divide.rows().iter().map(|row| format!("{}: {}", row.r#move, row.count));
    let total = divide.total().map(|total| format!("Total: {total}"));
    rows.chain(total).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use tabiya::Position;
    use tabiya_explain::divide::Divide;

    use super::{Link, MAX_VALUE_LEN, PAGE, View, divide_text, encode};

    /// Returns the view and the pairs of a link, decoded as the page decodes them.
    fn decode(link: &str) -> (String, Vec<(String, String)>) {
        let fragment = link.strip_prefix(PAGE).and_then(|rest| rest.strip_prefix('#'));
        let fragment = fragment.expect("the link has the URL of the page and a fragment");
        let (view, pairs) = fragment.split_once('?').unwrap_or((fragment, ""));
        let pairs = pairs.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (key, value) = pair.split_once('=').expect("a pair has a key and a value");
            (key.to_owned(), decode_value(value))
        });
        (view.to_owned(), pairs.collect())
    }

    fn decode_value(encoded: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = encoded.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'+' => b' ',
                b'%' => {
                    let digits: Vec<_> = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&String::from_iter(digits), 16).expect("two digits")
                }
                byte => byte,
            });
        }
        String::from_utf8(bytes).expect("values are UTF-8")
    }

    #[test]
    fn encode_keeps_safe_characters_only() {
        let safe = "azAZ09-._~/,:";
        assert_eq!(encode(safe), safe);
        assert_eq!(encode("a b"), "a+b");
        assert_eq!(encode("a+b%20&c=d#e?f"), "a%2Bb%2520%26c%3Dd%23e%3Ff");
        assert_eq!(encode("(\n\"'é♘\0"), "%28%0A%22%27%C3%A9%E2%99%98%00");
    }

    #[test]
    fn link_decoded_restores_values() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let len = random.usize(1..20);
            let values = [(); 3].map(|()| {
                let any = |_| if random.bool() { random.char('\0'..='~') } else { random.char(..) };
                (0..len).map(any).collect::<String>()
            });
            let keys = ["fen", "move", "output"];
            let link = keys.into_iter().zip(&values).fold(Link::new(View::Why), |link, pair| {
                let (key, value) = pair;
                link.with(key, value)
            });
            let pairs = keys.map(str::to_owned).into_iter().zip(values).collect();
            assert_eq!(decode(&link.to_string()), ("why".to_owned(), pairs), "{link}");
        }
    }

    #[test]
    fn link_with_defaults_is_view_alone() {
        let perft = Link::new(View::Perft).with_position(&Position::START);
        let perft = perft.with("moves", "").with("depth", 3).with("output", "");
        assert_eq!(perft.to_string(), format!("{PAGE}#perft"));
        let tables = Link::new(View::Tables).with("kind", "attacks").with("piece", 'R');
        let tables = tables.with("technique", "hyperbola").with("squares", "d4");
        assert_eq!(tables.to_string(), format!("{PAGE}#tables"));
        let lab = Link::new(View::Lab).with("expr", "rook(d4, occ)");
        assert_eq!(lab.to_string(), format!("{PAGE}#lab"));
    }

    #[test]
    fn link_with_default_of_other_view_has_key() {
        let diagnose = Link::new(View::Diagnose).with("depth", 3);
        assert_eq!(diagnose.to_string(), format!("{PAGE}#diagnose?depth=3"));
    }

    #[test]
    fn link_with_long_value_omits_it_and_notes() {
        let link = |len| Link::new(View::Perft).with("depth", 5).with("output", "x".repeat(len));
        let longest = link(MAX_VALUE_LEN);
        assert_eq!(longest.note(), None);
        assert!(longest.to_string().ends_with('x'), "a value at the limit is part of the link");
        let longer = link(MAX_VALUE_LEN + 1);
        assert_eq!(longer.to_string(), format!("{PAGE}#perft?depth=5"));
        let note = "note: link without output; expected at most 16384 encoded bytes";
        assert_eq!(longer.note().as_deref(), Some(note));
        // The limit applies to the encoded value.
        let newlines = Link::new(View::Perft).with("output", "\n".repeat(MAX_VALUE_LEN / 3 + 1));
        assert!(newlines.note().is_some());
    }

    #[test]
    fn divide_text_parsed_equals_output() {
        for output in [
            "info string hello from /home/me\n1. E2-E4: 20\nNf3 (g1f3) 4,865,609\n\nNodes: 7\n",
            "perft(1)=2\ne1d1: 5\ne1f1: 5\nperft(2)=10\n",
            "O-O: 1\n0-0-0: 340282366920938463463374607431768211455\ne7e8Q 1\n♘f3: 1",
            "total 0",
        ] {
            let divide = Divide::parse(output).expect(output);
            let text = divide_text(&divide);
            let parsed = Divide::parse(&text).expect(&text);
            assert_eq!(parsed.rows(), divide.rows(), "{text}");
            assert_eq!(parsed.total(), divide.total(), "{text}");
            assert!(!parsed.has_other_lines(), "{text}");
        }
    }
}
