//! The graph of imports between the modules of a crate, and its cycles.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::paths::paths;
use super::resolve::{Target, resolve};
use crate::modules::{Module, Tree};

/// The import graph of a crate: an edge from a module to each module whose items it uses.
#[derive(Debug)]
pub struct Graph<'a> {
    tree: &'a Tree,
    /// For each module, the imported modules, each with the paths that name its items.
    edges: Vec<BTreeMap<usize, BTreeSet<String>>>,
}

impl<'a> Graph<'a> {
    /// Builds the import graph of a crate.
    pub fn new(tree: &'a Tree) -> Self {
        let mut edges = vec![BTreeMap::<usize, BTreeSet<String>>::new(); tree.modules.len()];
        for (module, edges) in edges.iter_mut().enumerate() {
            let mut add = |path: &[String]| {
                for target in resolve(tree, module, path) {
                    if let Target::Item(definer, _) = target
                        && definer != module
                    {
                        edges.entry(definer).or_default().insert(path.join("::"));
                    }
                }
            };
            let Module { imports, tokens, .. } = &tree.modules[module];
            let private = imports.iter().filter(|import| !import.is_reexport && !import.is_glob);
            private.for_each(|import| add(&import.path));
            tokens.iter().flat_map(|tokens| paths(tokens.clone())).for_each(|path| add(&path));
        }
        Self { tree, edges }
    }

    /// Returns the import cycles: the strongly connected components of more than one module.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let reachable: Vec<_> =
            (0..self.edges.len()).map(|module| self.reachable(module)).collect();
        let mut cycles = Vec::new();
        for module in 0..self.edges.len() {
            let mutual = |&other: &usize| reachable[other].contains(&module);
            let cycle: Vec<_> = reachable[module].iter().copied().filter(mutual).collect();
            if cycle.first() == Some(&module) {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// Returns the modules that can be reached from a module by at least one edge.
    fn reachable(&self, module: usize) -> BTreeSet<usize> {
        let mut reachable = BTreeSet::new();
        let mut queue = VecDeque::from([module]);
        while let Some(from) = queue.pop_front() {
            queue.extend(self.edges[from].keys().copied().filter(|&next| reachable.insert(next)));
        }
        reachable
    }

    /// Formats an import cycle: one line per edge, with the paths that cause it.
    pub fn describe(&self, cycle: &[usize]) -> String {
        let name = |module: usize| &self.tree.modules[module].name;
        let mut text = format!("{} modules use each other", cycle.len());
        for &from in cycle {
            for (to, paths) in self.edges[from].iter().filter(|(to, _)| cycle.contains(to)) {
                let paths: Vec<_> = paths.iter().map(String::as_str).collect();
                text += &format!("\n    {} -> {}: {}", name(from), name(*to), paths.join(", "));
            }
        }
        text
    }
}
