//! The import graph between modules, and its cycles.

use std::collections::{BTreeMap, BTreeSet};

/// The import graph for a crate or package: an edge from a module to each module whose items it
/// uses.
#[derive(Debug)]
pub struct Graph {
    /// The module names.
    names: Vec<String>,
    /// For each module, the imported modules, each with the paths that name its items.
    edges: Vec<BTreeMap<usize, BTreeSet<String>>>,
}

impl Graph {
    /// Creates a module graph without edges.
    pub fn new(names: Vec<String>) -> Self {
        let edges = vec![BTreeMap::new(); names.len()];
        Self { names, edges }
    }

    /// Adds one module's import of another by a path, unless the module imports itself.
    pub fn add(&mut self, from: usize, to: usize, path: String) {
        if from != to {
            self.edges[from].entry(to).or_default().insert(path);
        }
    }

    /// Returns the import cycles: the strongly connected components with more than one module.
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
        let mut pending = vec![module];
        while let Some(from) = pending.pop() {
            pending.extend(self.edges[from].keys().copied().filter(|&next| reachable.insert(next)));
        }
        reachable
    }

    /// Formats an import cycle: one line per edge, with the paths that cause it.
    pub fn describe(&self, cycle: &[usize]) -> String {
        let mut text = format!("{} modules use each other", cycle.len());
        for &from in cycle {
            for (to, paths) in self.edges[from].iter().filter(|(to, _)| cycle.contains(to)) {
                let paths: Vec<_> = paths.iter().map(String::as_str).collect();
                let from = &self.names[from];
                let to = &self.names[*to];
                text += &format!("\n    {from} -> {to}: {}", paths.join(", "));
            }
        }
        text
    }
}
