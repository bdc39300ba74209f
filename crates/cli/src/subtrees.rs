//! A tree cut in pieces, as a file from which each of many machines takes its shard.
//!
//! ```text
//! # tabiya subtrees 1
//! # root rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//! # plies 1
//! rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - multiplicity 1;
//! …
//! # end 20 positions, crc32 5e1b9f31
//! ```
//!
//! Lines between are EPD; `multiplicity` is the number of move sequences that lead there. The last line
//! vouches for all before it.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail, ensure};
use tabiya::perft::Subtree;
use tabiya::{FenOptions, Position, epd};

use crate::lines;

/// The first line.
const TITLE: &str = "# tabiya subtrees 1";

/// The subtrees of a file.
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::split;
/// use tabiya_cli::subtrees::{SplitTree, Writer};
///
/// let mut file = Vec::new();
/// let mut writer = Writer::begin(&mut file, &Position::START, 3)?;
/// split(&Position::START, 3).iter().try_for_each(|subtree| writer.write(subtree))?;
/// writer.end()?;
///
/// let cut = SplitTree::read(&mut &file[..], |_| true)?;
/// assert_eq!((cut.plies, cut.subtrees.len()), (3, 5_362));
/// assert_eq!(cut.subtrees.iter().map(|subtree| subtree.multiplicity).sum::<u128>(), 8_902);
///
/// // A file that breaks off is none.
/// file.truncate(10_000);
/// assert!(SplitTree::read(&mut &file[..], |_| true).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitTree {
    /// The root of the tree.
    pub root: Position,
    /// How many plies below it the tree is cut.
    pub plies: u8,
    /// The subtrees that were asked for, in the order of the file.
    pub subtrees: Vec<Subtree>,
}

impl SplitTree {
    /// Reads a whole file, and keeps the subtrees at the places, from 0, that are `wanted`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or is not what a [`Writer`] has ended.
    pub fn read(reader: &mut dyn BufRead, wanted: impl Fn(usize) -> bool) -> anyhow::Result<Self> {
        let mut lines = Lines { reader, line: Vec::new(), sum: crc32fast::Hasher::new() };
        ensure!(lines.next()? == TITLE, "not a file of subtrees; expected `{TITLE}` at the start");
        let root = lines.field("# root ")?;
        let root = FenOptions::new()
            .allow_impossible_checks(true)
            .read(root.as_bytes())
            .context("invalid root")?;
        let plies = lines.field("# plies ")?;
        let plies = plies.parse().with_context(|| format!("invalid number of plies `{plies}`"))?;
        let (mut subtrees, mut found) = (Vec::new(), 0);
        loop {
            let before = lines.sum.clone().finalize();
            let line = lines.next()?;
            if line.starts_with('#') {
                let expected = last_line(found, before);
                ensure!(line == expected, "damaged: found `{line}`; expected `{expected}`");
                break;
            }
            if wanted(found) {
                let read = || subtree(line).with_context(|| format!("position {}", found + 1));
                subtrees.push(read()?);
            }
            found += 1;
        }
        ensure!(lines.is_over()?, "damaged: text after the last line");
        Ok(Self { root, plies, subtrees })
    }
}

/// Reads the line of a subtree.
fn subtree(line: &str) -> anyhow::Result<Subtree> {
    let epd = epd::read_with(FenOptions::new().allow_impossible_checks(true), line)?;
    let mut operations = epd.operations();
    let (Some(multiplicity), None) = (operations.next(), operations.next()) else {
        bail!("invalid operations; expected only `multiplicity`");
    };
    let opcode = multiplicity.opcode();
    ensure!(opcode == "multiplicity", "found opcode {opcode}; expected `multiplicity`");
    let multiplicity = multiplicity.number()?;
    Ok(Subtree { position: epd.position().normalized(), multiplicity })
}

/// The lines of a file, and the checksum of those that were read.
struct Lines<'a> {
    reader: &'a mut dyn BufRead,
    line: Vec<u8>,
    sum: crc32fast::Hasher,
}

impl Lines<'_> {
    fn next(&mut self) -> anyhow::Result<&str> {
        let is_there = lines::next(self.reader, &mut self.line)?;
        ensure!(is_there, "damaged: unexpected end of file");
        self.sum.update(&self.line);
        self.sum.update(b"\n");
        str::from_utf8(&self.line).context("damaged: invalid UTF-8")
    }

    fn field(&mut self, name: &str) -> anyhow::Result<String> {
        let line = self.next()?;
        let field = line.strip_prefix(name);
        Ok(field.with_context(|| format!("found `{line}`; expected `{name}…`"))?.to_owned())
    }

    fn is_over(&mut self) -> io::Result<bool> {
        Ok(!lines::next(self.reader, &mut self.line)?)
    }
}

/// The line that vouches for the rest.
fn last_line(positions: usize, sum: u32) -> String {
    format!("# end {positions} positions, crc32 {sum:08x}")
}

/// Writes a file of subtrees; see [`SplitTree`].
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    sum: crc32fast::Hasher,
    positions: usize,
}

impl<W: Write> Writer<W> {
    /// Begins a file of a tree that is cut so many plies below its root.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn begin(out: W, root: &Position, plies: u8) -> io::Result<Self> {
        let mut writer = Self { out, sum: crc32fast::Hasher::new(), positions: 0 };
        writer.line(TITLE)?;
        writer.line(&format!("# root {root}"))?;
        writer.line(&format!("# plies {plies}"))?;
        Ok(writer)
    }

    /// Writes a subtree.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&mut self, subtree: &Subtree) -> io::Result<()> {
        self.positions += 1;
        let fields = subtree.position.fen().clocks(false);
        self.line(&format!("{fields} multiplicity {};", subtree.multiplicity))
    }

    /// Ends the file; without this it is none.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        let line = last_line(self.positions, self.sum.clone().finalize());
        self.line(&line)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.sum.update(line.as_bytes());
        self.sum.update(b"\n");
        writeln!(self.out, "{line}")
    }
}

#[cfg(test)]
mod tests {
    use tabiya::perft::split;

    use super::*;

    fn written() -> (Vec<Subtree>, Vec<u8>) {
        let root = Position::START;
        let subtrees = split(&root, 2);
        let mut writer = Writer::begin(Vec::new(), &root, 2).expect("memory can be written to");
        for subtree in &subtrees {
            writer.write(subtree).expect("memory can be written to");
        }
        (subtrees, writer.end().expect("memory can be written to"))
    }

    #[test]
    fn what_is_written_is_read_shard_by_shard() {
        let (subtrees, file) = written();
        let all = SplitTree::read(&mut &file[..], |_| true).expect("what was written");
        assert_eq!(all, SplitTree { root: Position::START, plies: 2, subtrees: subtrees.clone() });
        for shard in 0..3 {
            let cut = SplitTree::read(&mut &file[..], |place| place % 3 == shard).expect("a shard");
            let expected: Vec<_> = subtrees.iter().skip(shard).step_by(3).copied().collect();
            assert_eq!(cut.subtrees, expected, "shard {shard}");
        }
    }

    /// Even for a shard that holds none of the lines.
    #[test]
    fn every_damage_is_noticed() {
        let (_, file) = written();
        let refused = |bytes: &[u8]| SplitTree::read(&mut &bytes[..], |_| false).is_err();
        // The end of the last line is no part of it.
        for len in (0..file.len() - 1).step_by(97).chain(file.len() - 100..file.len() - 1) {
            assert!(refused(&file[..len]), "{len} bytes");
        }
        for place in (0..file.len() - 1).step_by(31).chain(0..100) {
            let mut file = file.clone();
            file[place] ^= 1;
            assert!(refused(&file), "byte {place}");
        }
        assert!(refused(&[&file[..], b"x"].concat()));
    }
}
