//! Resolving a path to the module that defines its item.

use std::collections::BTreeSet;

use crate::modules::{Import, Tree};

/// The module or item that a path resolves to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The target when a path leads to a module.
    Module(usize),
    /// The target when a path leads to an item: the defining module, and whether the item is a
    /// type.
    Item(usize, bool),
    /// The target when a path leads to an item of another crate, which a module of this crate
    /// imports.
    External,
}

/// The lookups in progress, by module and name; they end the recursion on cyclic globs.
type Pending = BTreeSet<(usize, String)>;

/// Returns the targets that a path has in a module; empty if the path leaves the crate.
///
/// The result includes types, values and macros with the same name.
pub fn resolve(tree: &Tree, module: usize, path: &[String]) -> BTreeSet<Target> {
    resolve_path(tree, module, path, &mut Pending::new())
}

fn resolve_path(
    tree: &Tree,
    module: usize,
    path: &[String],
    pending: &mut Pending,
) -> BTreeSet<Target> {
    let mut base = module;
    let mut rest = path;
    let mut is_in_crate = false;
    while let Some((first, tail)) = rest.split_first() {
        base = match first.as_str() {
            "crate" => 0,
            "self" => base,
            "super" => tree.modules[base].parent,
            _ => break,
        };
        is_in_crate = true;
        rest = tail;
    }
    let Some((first, tail)) = rest.split_first() else {
        return if is_in_crate { BTreeSet::from([Target::Module(base)]) } else { BTreeSet::new() };
    };
    let mut targets = lookup_name(tree, base, first, pending);
    if targets.is_empty() && is_in_crate {
        // A macro defines the item, whose tokens are not expanded.
        targets.insert(Target::Item(base, true));
    }
    tail.iter().fold(targets, |targets, segment| {
        targets
            .into_iter()
            .flat_map(|target| resolve_member(tree, target, segment, pending))
            .collect()
    })
}

/// Returns the targets for a path segment that follows a target.
///
/// A variant or an associated item belongs to the module of its type.
fn resolve_member(
    tree: &Tree,
    target: Target,
    segment: &str,
    pending: &mut Pending,
) -> BTreeSet<Target> {
    match target {
        Target::Item(_, false) => BTreeSet::new(),
        Target::Item(_, true) | Target::External => BTreeSet::from([target]),
        Target::Module(module) => {
            let targets = lookup_name(tree, module, segment, pending);
            if targets.is_empty() { BTreeSet::from([Target::Item(module, true)]) } else { targets }
        }
    }
}

/// Returns the modules and items that a name denotes in a module's scope.
fn lookup_name(tree: &Tree, module: usize, name: &str, pending: &mut Pending) -> BTreeSet<Target> {
    if !pending.insert((module, name.to_owned())) {
        return BTreeSet::new();
    }
    let Tree { modules } = tree;
    let mut targets = BTreeSet::new();
    if let Some(&is_type) = modules[module].items.get(name) {
        targets.insert(Target::Item(module, is_type));
    }
    targets.extend(modules[module].children.get(name).map(|&child| Target::Module(child)));
    let binds = |import: &&Import| import.name.as_deref() == Some(name);
    for import in modules[module].imports.iter().filter(binds) {
        let imported = resolve_path(tree, module, &import.path, pending);
        let external = imported.is_empty().then_some(Target::External);
        targets.extend(imported.into_iter().chain(external));
    }
    if targets.is_empty() {
        for import in modules[module].imports.iter().filter(|import| import.is_glob) {
            for target in resolve_path(tree, module, &import.path, pending) {
                match target {
                    Target::Module(source) => {
                        targets.extend(lookup_name(tree, source, name, pending));
                    }
                    // An enum glob imports variants, which `Tree` does not record.
                    Target::Item(..) | Target::External => {}
                }
            }
        }
    }
    pending.remove(&(module, name.to_owned()));
    targets
}
