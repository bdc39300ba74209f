//! The allow list: findings that are right as they are.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use super::finding::Finding;

/// The path of the allow list, from the root of the repository.
pub const FILE: &str = "xtask/data/prose-allow.tsv";

/// The maximum number of entries of the allow list.
const MAX_ENTRIES: usize = 10;

/// The entries of the allow list, and whether each matched a finding.
#[derive(Debug)]
pub struct AllowList {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    path: PathBuf,
    phrase: String,
    line: usize,
    is_used: bool,
}

impl AllowList {
    /// Reads lines of a path, a phrase and a reason, separated by tabs; `#` begins a comment.
    ///
    /// # Errors
    /// If a line has other fields or an empty one, or if there are too many entries.
    pub fn read(text: &str) -> Result<Self> {
        let mut entries = Vec::new();
        for (index, text) in text.lines().enumerate().filter(|(_, text)| !text.starts_with('#')) {
            let line = index + 1;
            let fields: Vec<_> = text.split('\t').collect();
            let ([path, phrase, _], true) =
                (&fields[..], fields.iter().all(|field| !field.is_empty()))
            else {
                bail!("{FILE}:{line}: not an entry; expected file, phrase and reason");
            };
            let (path, phrase) = (PathBuf::from(path), (*phrase).to_owned());
            entries.push(Entry { path, phrase, line, is_used: false });
        }
        let len = entries.len();
        ensure!(len <= MAX_ENTRIES, "{FILE}: {len} entries; expected at most {MAX_ENTRIES}");
        Ok(Self { entries })
    }

    /// Tests whether an entry allows a finding, and marks the entry as used.
    pub fn allows(&mut self, path: &Path, finding: &Finding) -> bool {
        let is_for =
            |entry: &&mut Entry| entry.path == path && finding.context.contains(&entry.phrase);
        let entry = self.entries.iter_mut().find(is_for);
        entry.map(|entry| entry.is_used = true).is_some()
    }

    /// Yields the line numbers of the entries that matched no finding.
    pub fn unused(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().filter(|entry| !entry.is_used).map(|entry| entry.line)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::AllowList;
    use crate::prose::finding::{Finding, Kind};

    #[test]
    fn entry_allows_its_phrase_in_its_file() {
        let mut list =
            AllowList::read("# Text.\na.md\tthe door\ttext\nb.md\tx\ttext").expect("a list");
        let finding = |context: &str| Finding {
            kind: Kind::Word,
            line: 1,
            message: String::new(),
            context: context.to_owned(),
        };
        assert!(!list.allows(Path::new("a.md"), &finding("a door")));
        assert!(!list.allows(Path::new("b.md"), &finding("the door")));
        assert_eq!(list.unused().collect::<Vec<_>>(), [2, 3]);
        assert!(list.allows(Path::new("a.md"), &finding("through the door")));
        assert_eq!(list.unused().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn entry_without_a_reason_is_an_error() {
        for text in ["a.md\tphrase", "a.md\tphrase\t", "a.md", "", "a\tb\tc\td"] {
            assert_eq!(AllowList::read(text).is_err(), !text.is_empty(), "{text:?}");
        }
    }

    #[test]
    fn eleven_entries_are_an_error() {
        assert!(AllowList::read(&"a.md\tb\tc\n".repeat(10)).is_ok());
        assert!(AllowList::read(&"a.md\tb\tc\n".repeat(11)).is_err());
    }
}
