//! The check that no crate, Python package or TypeScript folder has an import cycle.
//!
//! The nodes in the import graph are the modules of a crate, both files and inline modules. A
//! module has an edge to the module that *defines* an item it uses. Paths are resolved through
//! `use`, re-exports and globs. These are not uses:
//!
//! - `mod child;`, which declares a module
//! - `pub use child::Item;`, which re-exports an item that the module does not mention otherwise
//! - method calls, which name no module
//! - test code (`#[cfg(test)]`), which may use anything
//!
//! A parent and its child are separate nodes. A child that uses `super::Item` causes a cycle if the
//! parent defines `Item` and uses one of the child's items. In other languages, each file is a
//! node.

mod graph;
mod paths;
mod resolve;
mod scripts;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use self::graph::Graph;
use self::paths::paths;
use self::resolve::{Target, resolve};
use crate::cargo::root;
use crate::modules::{Import, Tree};
use crate::workspace::{MANIFESTS, Package, packages};

/// The manifest of the crate whose classes refer to each other, as those in Python do.
const EXEMPT: &str = "bindings/python/Cargo.toml";

/// Checks every crate in all workspaces and every script folder, and prints the import cycles.
///
/// # Errors
/// Returns an error if there is a cycle or a source file cannot be read.
pub fn check() -> Result<()> {
    let mut graphs = scripts::graphs()?;
    for manifest in MANIFESTS.iter().filter(|manifest| **manifest != EXEMPT) {
        for target in packages(manifest)?.iter().flat_map(Package::targets) {
            let path = Path::new(target["src_path"].as_str().unwrap_or_default());
            let tree = Tree::read(path, &|path| fs::read_to_string(path).ok())?;
            let name = path.strip_prefix(root()).unwrap_or(path);
            graphs.push((name.display().to_string(), crate_graph(&tree)));
        }
    }
    let mut cycles = 0;
    for (name, graph) in &graphs {
        for cycle in graph.cycles() {
            println!("{name}: {}", graph.describe(&cycle));
            cycles += 1;
        }
    }
    ensure!(cycles == 0, "found {cycles} import cycles");
    println!("{} crates and folders without import cycles", graphs.len());
    Ok(())
}

/// Builds a crate's import graph.
fn crate_graph(tree: &Tree) -> Graph {
    let mut graph = Graph::new(tree.modules.iter().map(|module| module.name.clone()).collect());
    for (index, module) in tree.modules.iter().enumerate() {
        let is_private = |import: &&Import| !import.is_reexport && !import.is_glob;
        let imports = module.imports.iter().filter(is_private).map(|import| import.path.clone());
        for path in imports.chain(paths(&module.words)) {
            for target in resolve(tree, index, &path) {
                if let Target::Item(definer, _) = target {
                    graph.add(index, definer, path.join("::"));
                }
            }
        }
    }
    graph
}
