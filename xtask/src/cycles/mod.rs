//! The check that no crate of the workspace has an import cycle.
//!
//! The nodes of the import graph are the modules of a crate, both files and inline modules. A module
//! has an edge to the module that *defines* an item it uses. Paths are resolved through `use`,
//! re-exports and globs. These are not uses:
//!
//! - `mod child;`, which declares a module
//! - `pub use child::Item;`, which re-exports an item that the module does not mention otherwise
//! - method calls, which name no module
//! - test code (`#[cfg(test)]`), which may use anything
//!
//! A parent and its child are separate nodes. A child that uses `super::Item` causes a cycle if the
//! parent defines `Item` and uses an item of the child.

mod graph;
mod paths;
mod resolve;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use self::graph::Graph;
use crate::cargo::root;
use crate::modules::Tree;

/// The folders of packages outside `crates/`.
const PACKAGES: [&str; 6] =
    ["benches", "benches/instructions", "tests", "tests/oracle", "tests/suites", "xtask"];

/// Checks every crate of the workspace and prints its import cycles.
///
/// # Errors
/// Returns an error if there is a cycle or a source file cannot be read.
pub fn check() -> Result<()> {
    let mut cycles = 0;
    let crates = crate_roots()?;
    for file in &crates {
        let tree = Tree::read(file, &|path| fs::read_to_string(path).ok())?;
        let graph = Graph::new(&tree);
        for cycle in graph.cycles() {
            let name = file.strip_prefix(root()).unwrap_or(file);
            println!("{}: {}", name.display(), graph.describe(&cycle));
            cycles += 1;
        }
    }
    ensure!(cycles == 0, "found {cycles} import cycles");
    println!("{} crates without import cycles", crates.len());
    Ok(())
}

/// Returns the root files of all crates: libraries, programs and integration tests.
fn crate_roots() -> Result<Vec<PathBuf>> {
    let mut packages = entries(&root().join("crates"))?;
    packages.extend(entries(&root().join("tools"))?);
    packages.extend(PACKAGES.map(|name| root().join(name)));
    let mut roots = Vec::new();
    for package in packages {
        let source = package.join("src");
        roots.extend([source.join("lib.rs"), source.join("main.rs")]);
        for folder in [source.join("bin"), package.join("tests")] {
            let programs = if folder.is_dir() { entries(&folder)? } else { Vec::new() };
            roots.extend(programs.into_iter().map(|path| match path.is_dir() {
                true => path.join("main.rs"),
                false => path,
            }));
        }
    }
    roots.retain(|path| path.extension().is_some_and(|kind| kind == "rs") && path.is_file());
    ensure!(roots.len() > 15, "found only {} crates", roots.len());
    Ok(roots)
}

/// Returns the paths in a folder, sorted.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut paths = Vec::new();
    for entry in entries {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}
