//! The check that generator functions take color as a type, not as a `Color` value.
//!
//! Functions whose result depends on the side take `S: Side`. A parameter violates the rule if its
//! type mentions `Color`: `Color`, `&Color`, `Option<Color>`, `impl Fn(Color)`. Listed entry points are
//! exempt.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Result, ensure};
use regex_lite::Regex;

use crate::cargo::root;
use crate::modules::Tree;

#[cfg(test)]
mod tests;

/// The root file of the crate with the generator.
const CRATE: &str = "crates/movegen/src/lib.rs";

/// The checked modules, each with its descendants.
const CHECKED_MODULES: [&str; 11] = [
    "attacks",
    "castling",
    "check_info",
    "dispatch",
    "en_passant",
    "generate",
    "key",
    "legality",
    "make",
    "side_context",
    "undo",
];

/// The exempt functions in these modules: public queries with a color argument, which branch on the
/// color once.
const ENTRY_POINTS: [(&str, &str); 2] = [("attacks", "attack_map"), ("attacks", "attack_map_by")];

/// A regular expression for a function in spaced tokens: `pub`, the name, and the parameters, with
/// two levels of parentheses inside. Bounds on type parameters, `F: Fn(A)`, have one.
const FUNCTION: &str = r"(pub )?(?:(?:const|async|unsafe|extern 0|extern) )*fn (\w+) (?:< (?:[^()]|\( [^()]*\))*?> )?\( ((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)";

/// Checks every function in [`CHECKED_MODULES`].
///
/// # Errors
/// Returns an error in these cases:
///
/// - A function takes a `Color` and is not an entry point.
/// - An entry point takes no `Color` or is not public.
/// - A listed module does not exist.
/// - A source file cannot be read.
pub fn check() -> Result<()> {
    let tree = Tree::read(&root().join(CRATE), &|path| fs::read_to_string(path).ok())?;
    let (functions, violations) = inspect(&tree, &CHECKED_MODULES, &ENTRY_POINTS);
    for violation in &violations {
        println!("{CRATE}: {violation}");
    }
    ensure!(violations.is_empty(), "found {} violations", violations.len());
    println!("{functions} functions; only {} entry points take a `Color`", ENTRY_POINTS.len());
    Ok(())
}

/// Returns the number of functions in the modules, and a message for each violation.
fn inspect(tree: &Tree, paths: &[&str], entry_points: &[(&str, &str)]) -> (usize, Vec<String>) {
    let function = Regex::new(FUNCTION).expect("a valid regular expression");
    let color = Regex::new(r"\bColor\b").expect("a valid regular expression");
    let mut unused: BTreeSet<_> = entry_points.iter().copied().collect();
    let mut count = 0;
    let mut violations = Vec::new();
    for &path in paths {
        let mut modules = tree.with_descendants(path).peekable();
        if modules.peek().is_none() {
            violations.push(format!("`{path}` is listed, but does not exist"));
        }
        for module in modules {
            let text = module.words.join(" ");
            for found in function.captures_iter(&text) {
                count += 1;
                if !color.is_match(&found[3]) {
                    continue;
                }
                let name = &found[2];
                let listed = entry_points.iter().find(|listed| **listed == (&*module.name, name));
                let name = format!("{}::{name}", module.name);
                if listed.is_none_or(|listed| !unused.remove(listed)) {
                    let expected = "expected a type parameter `S: Side`";
                    violations.push(format!("`{name}` takes a `Color`; {expected}"));
                } else if found.get(1).is_none() {
                    violations.push(format!("`{name}` is an entry point; expected `pub`"));
                }
            }
        }
    }
    violations.extend(unused.into_iter().map(|(path, name)| {
        format!("`{path}::{name}` is listed as an entry point, but takes no `Color`")
    }));
    (count, violations)
}
