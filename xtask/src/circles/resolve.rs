//! Resolution of paths: from a path in a module to the module that defines the item.

use std::collections::BTreeSet;

use crate::modules::{Import, Tree};

/// The referent of a path inside the crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A module.
    Module(usize),
    /// An item that this module defines, and whether it is a type.
    Item(usize, bool),
    /// Something of another crate, imported by a module of this one.
    Outside,
}

/// The lookups that have begun: circular globs end there.
type Begun = BTreeSet<(usize, String)>;

/// Returns what a path in a module refers to; nothing if that lies outside the crate. Types,
/// values and macros of one name are all returned.
pub fn resolve(tree: &Tree, module: usize, path: &[String]) -> BTreeSet<Target> {
    path_from(tree, module, path, &mut Begun::new())
}

fn path_from(tree: &Tree, module: usize, path: &[String], begun: &mut Begun) -> BTreeSet<Target> {
    let mut at = module;
    let mut rest = path;
    let mut is_ours = false;
    while let Some((first, behind)) = rest.split_first() {
        at = match first.as_str() {
            "crate" => 0,
            "self" => at,
            "super" => tree.modules[at].parent,
            _ => break,
        };
        is_ours = true;
        rest = behind;
    }
    let Some((first, behind)) = rest.split_first() else {
        return if is_ours { BTreeSet::from([Target::Module(at)]) } else { BTreeSet::new() };
    };
    let mut targets = lookup(tree, at, first, begun);
    if targets.is_empty() && is_ours {
        // Written by a macro, where no item shows.
        targets.insert(Target::Item(at, true));
    }
    behind.iter().fold(targets, |targets, segment| {
        targets.into_iter().flat_map(|target| member(tree, target, segment, begun)).collect()
    })
}

/// Returns what a segment behind a target refers to: a variant or associated item belongs to the
/// module of its type.
fn member(tree: &Tree, target: Target, segment: &str, begun: &mut Begun) -> BTreeSet<Target> {
    match target {
        Target::Item(_, false) => BTreeSet::new(),
        Target::Item(_, true) | Target::Outside => BTreeSet::from([target]),
        Target::Module(module) => {
            let found = lookup(tree, module, segment, begun);
            if found.is_empty() { BTreeSet::from([Target::Item(module, true)]) } else { found }
        }
    }
}

/// Returns the referents of a name in the scope of a module.
fn lookup(tree: &Tree, module: usize, name: &str, begun: &mut Begun) -> BTreeSet<Target> {
    if !begun.insert((module, name.to_owned())) {
        return BTreeSet::new();
    }
    let Tree { modules } = tree;
    let mut found = BTreeSet::new();
    if let Some(&is_type) = modules[module].items.get(name) {
        found.insert(Target::Item(module, is_type));
    }
    found.extend(modules[module].children.get(name).map(|&child| Target::Module(child)));
    let binds = |import: &&Import| import.name.as_deref() == Some(name);
    for import in modules[module].imports.iter().filter(binds) {
        let targets = path_from(tree, module, &import.path, begun);
        let is_outside = targets.is_empty().then_some(Target::Outside);
        found.extend(targets.into_iter().chain(is_outside));
    }
    if found.is_empty() {
        for import in modules[module].imports.iter().filter(|import| import.is_glob) {
            for target in path_from(tree, module, &import.path, begun) {
                match target {
                    Target::Module(source) => found.extend(lookup(tree, source, name, begun)),
                    // The variants of an enum, whose names are not read.
                    Target::Item(..) | Target::Outside => {}
                }
            }
        }
    }
    begun.remove(&(module, name.to_owned()));
    found
}
