//! The file of a split tree: unique positions some plies below a root, of which each machine counts
//! a shard.
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
//! The other lines are EPD; `multiplicity` is the number of move sequences from the root to the
//! position. The last line has the number of positions and the checksum of all lines before it.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail, ensure};
use tabiya::perft::Subtree;
use tabiya::{FenOptions, Position, epd};

use crate::lines;

/// The first line of a file of subtrees.
const TITLE_LINE: &str = "# tabiya subtrees 1";

/// The contents of a file of subtrees, or of a shard of it.
///
/// A [`Writer`] writes such a file.
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
/// let tree = SplitTree::read(&mut &file[..], |_| true)?;
/// assert_eq!((tree.plies, tree.subtrees.len()), (3, 5_362));
/// assert_eq!(tree.subtrees.iter().map(|subtree| subtree.multiplicity).sum::<u128>(), 8_902);
///
/// // A truncated file is an error.
/// file.truncate(10_000);
/// assert!(SplitTree::read(&mut &file[..], |_| true).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitTree {
    /// The root of the split tree.
    pub root: Position,
    /// The ply at which the tree is split into subtrees.
    pub plies: u8,
    /// The selected subtrees, in the order of the file.
    pub subtrees: Vec<Subtree>,
}

impl SplitTree {
    /// Reads a file of subtrees, and returns the subtrees whose 0-based index `is_selected`
    /// accepts.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if it is not the complete result of a
    /// [`Writer`].
    pub fn read(
        reader: &mut dyn BufRead,
        is_selected: impl Fn(usize) -> bool,
    ) -> anyhow::Result<Self> {
        let mut lines =
            ChecksumReader { reader, buffer: Vec::new(), checksum: crc32fast::Hasher::new() };
        ensure!(
            lines.next_line()? == TITLE_LINE,
            "not a file of subtrees; expected `{TITLE_LINE}` at the start"
        );
        let root = lines.prefixed_line("# root ")?;
        let root = FenOptions::new()
            .allow_impossible_checks(true)
            .read(root.as_bytes())
            .context("invalid root")?;
        let plies = lines.prefixed_line("# plies ")?;
        let found = || lines::excerpt(plies.as_bytes());
        let plies =
            plies.parse().with_context(|| format!("invalid number of plies `{}`", found()))?;
        let (mut subtrees, mut count) = (Vec::new(), 0);
        loop {
            let sum = lines.checksum.clone().finalize();
            let line = lines.next_line()?;
            if line.starts_with('#') {
                let expected = last_line(count, sum);
                let found = lines::excerpt(line.as_bytes());
                ensure!(line == expected, "damaged: found `{found}`; expected `{expected}`");
                break;
            }
            if is_selected(count) {
                let subtree = parse_subtree(line);
                subtrees.push(subtree.with_context(|| format!("position {}", count + 1))?);
            }
            count += 1;
        }
        ensure!(lines.is_at_end()?, "damaged: text after the last line");
        Ok(Self { root, plies, subtrees })
    }
}

/// Parses the EPD line of a subtree.
fn parse_subtree(line: &str) -> anyhow::Result<Subtree> {
    let epd = epd::read_with(FenOptions::new().allow_impossible_checks(true), line)?;
    let mut operations = epd.operations();
    let (Some(multiplicity), None) = (operations.next(), operations.next()) else {
        bail!("invalid operations; expected only `multiplicity`");
    };
    let opcode = multiplicity.opcode();
    let found = lines::excerpt(opcode.as_bytes());
    ensure!(opcode == "multiplicity", "found opcode {found}; expected `multiplicity`");
    let multiplicity = multiplicity.number()?;
    Ok(Subtree { position: epd.position().normalized(), multiplicity })
}

/// A reader of the lines of a file that computes their checksum.
struct ChecksumReader<'a> {
    reader: &'a mut dyn BufRead,
    buffer: Vec<u8>,
    checksum: crc32fast::Hasher,
}

impl ChecksumReader<'_> {
    fn next_line(&mut self) -> anyhow::Result<&str> {
        let line = lines::next(self.reader, &mut self.buffer)?;
        let line = line.context("damaged: unexpected end of file")??;
        self.checksum.update(line);
        self.checksum.update(b"\n");
        str::from_utf8(line).context("damaged: invalid UTF-8")
    }

    fn prefixed_line(&mut self, name: &str) -> anyhow::Result<String> {
        let line = self.next_line()?;
        let field = line.strip_prefix(name);
        let found = || lines::excerpt(line.as_bytes());
        Ok(field.with_context(|| format!("found `{}`; expected `{name}…`", found()))?.to_owned())
    }

    fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(lines::next(self.reader, &mut self.buffer)?.is_none())
    }
}

/// Returns the last line of a file of subtrees.
fn last_line(positions: usize, sum: u32) -> String {
    format!("# end {positions} positions, crc32 {sum:08x}")
}

/// A writer of a file of subtrees, which [`SplitTree::read`] reads.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    checksum: crc32fast::Hasher,
    positions: usize,
}

impl<W: Write> Writer<W> {
    /// Writes the first lines of a file of subtrees: the root, and the ply of the split.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn begin(out: W, root: &Position, plies: u8) -> io::Result<Self> {
        let mut writer = Self { out, checksum: crc32fast::Hasher::new(), positions: 0 };
        writer.write_line(TITLE_LINE)?;
        writer.write_line(&format!("# root {root}"))?;
        writer.write_line(&format!("# plies {plies}"))?;
        Ok(writer)
    }

    /// Writes the EPD line of a subtree.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, subtree: &Subtree) -> io::Result<()> {
        self.positions += 1;
        let fields = subtree.position.fen().clocks(false);
        self.write_line(&format!("{fields} multiplicity {};", subtree.multiplicity))
    }

    /// Writes the last line, without which the file is invalid.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        let line = last_line(self.positions, self.checksum.clone().finalize());
        self.write_line(&line)?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_line(&mut self, line: &str) -> io::Result<()> {
        self.checksum.update(line.as_bytes());
        self.checksum.update(b"\n");
        writeln!(self.out, "{line}")
    }
}

#[cfg(test)]
mod tests {
    use tabiya::perft::split;

    use super::*;

    fn sample_file() -> (Vec<Subtree>, Vec<u8>) {
        let root = Position::START;
        let subtrees = split(&root, 2);
        let mut writer = Writer::begin(Vec::new(), &root, 2).expect("memory can be written to");
        for subtree in &subtrees {
            writer.write(subtree).expect("memory can be written to");
        }
        (subtrees, writer.end().expect("memory can be written to"))
    }

    #[test]
    fn read_returns_selected_subtrees() {
        let (subtrees, file) = sample_file();
        let all = SplitTree::read(&mut &file[..], |_| true).expect("the file is valid");
        assert_eq!(all, SplitTree { root: Position::START, plies: 2, subtrees: subtrees.clone() });
        for shard in 0..3 {
            let tree =
                SplitTree::read(&mut &file[..], |index| index % 3 == shard).expect("a shard");
            let expected: Vec<_> = subtrees.iter().skip(shard).step_by(3).copied().collect();
            assert_eq!(tree.subtrees, expected, "shard {shard}");
        }
    }

    /// Also holds for a shard without lines.
    #[test]
    fn read_damaged_file_is_error() {
        let (_, file) = sample_file();
        let is_error = |bytes: &[u8]| SplitTree::read(&mut &bytes[..], |_| false).is_err();
        // The last line may lack its line break.
        for len in (0..file.len() - 1).step_by(97).chain(file.len() - 100..file.len() - 1) {
            assert!(is_error(&file[..len]), "{len} bytes");
        }
        for index in (0..file.len() - 1).step_by(31).chain(0..100) {
            let mut file = file.clone();
            file[index] ^= 1;
            assert!(is_error(&file), "byte {index}");
        }
        assert!(is_error(&[&file[..], b"x"].concat()));
    }
}
