//! The check that functions of the generator take color as a type, not as a `Color` value.
//!
//! Functions whose result depends on the side take `S: Side`. A parameter violates the rule if its
//! type mentions `Color`: `Color`, `&Color`, `Option<Color>`, `impl Fn(Color)`. Listed entry points are
//! exempt.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Result, ensure};
use proc_macro2::{TokenStream, TokenTree};

use crate::cargo::root;
use crate::functions::functions;
use crate::modules::Tree;

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

/// The exempt functions of these modules: public queries with a color argument, which branch on the
/// color once.
const ENTRY_POINTS: [(&str, &str); 2] = [("attacks", "attack_map"), ("attacks", "threats")];

/// Checks every function of [`CHECKED_MODULES`].
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
    let mut unused: BTreeSet<_> = entry_points.iter().copied().collect();
    let (mut count, mut violations) = (0, Vec::new());
    for &path in paths {
        let mut modules = tree.with_descendants(path).peekable();
        if modules.peek().is_none() {
            violations.push(format!("`{path}` is listed, but does not exist"));
        }
        for module in modules {
            for function in module.tokens.iter().flat_map(functions) {
                count += 1;
                if !function.parameters.into_iter().any(mentions_color) {
                    continue;
                }
                let (path, name) = (&*module.name, &*function.name);
                let entry_point = unused.iter().copied().find(|&listed| listed == (path, name));
                if entry_point.is_none_or(|listed| !unused.remove(&listed)) {
                    let expected = "expected a type parameter `S: Side`";
                    violations.push(format!("`{path}::{name}` takes a `Color`; {expected}"));
                } else if !function.is_public {
                    violations.push(format!("`{path}::{name}` is an entry point; expected `pub`"));
                }
            }
        }
    }
    violations.extend(unused.into_iter().map(|(path, name)| {
        format!("`{path}::{name}` is listed as an entry point, but takes no `Color`")
    }));
    (count, violations)
}

fn mentions_color(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == "Color",
        TokenTree::Group(group) => mentions_color(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Tree, inspect};

    const LIB: &str = "mod attacks; mod generate; mod board; fn any(us: Color) {}";

    /// Inspects `attacks` and `generate` of a small crate, with the entry point `attacks::map`.
    #[track_caller]
    fn inspect_crate(attacks: &str, generate: &str) -> (usize, Vec<String>) {
        let source = |path: &Path| match path.to_str() {
            Some("src/lib.rs") => Some(LIB.to_owned()),
            Some("src/attacks.rs") => Some(attacks.to_owned()),
            Some("src/generate.rs") => Some(generate.to_owned()),
            Some("src/board.rs") => Some("pub fn king(of: Color) {}".to_owned()),
            _ => None,
        };
        let tree = Tree::read(Path::new("src/lib.rs"), &source).expect("a crate");
        inspect(&tree, &["attacks", "generate"], &[("attacks", "map")])
    }

    /// Returns the violations in `generate`, given a correct entry point.
    #[track_caller]
    fn violations(generate: &str) -> Vec<String> {
        inspect_crate("pub fn map(color: Color) {}", generate).1
    }

    #[test]
    fn color_in_any_parameter_is_a_violation() {
        let text = "
            fn by_value(us: Color) {}
            pub fn by_reference<S: Side>(_: u8, us: &tabiya_core::Color) {}
            struct A;
            impl A { const fn method(&self, us: Option<Color>) { fn nested(us: Color) {} } }
            impl T for A { fn of_trait(us: (u8, Color)) {} }
            trait T { fn required(f: impl Fn(Color) -> u8); }
            macro_rules! m { () => { fn of_macro(us: Color) {} } }
            mod inner { fn below(us: [Color; 2]) {} }
        ";
        let expected = [
            "by_value",
            "by_reference",
            "method",
            "nested",
            "of_trait",
            "required",
            "of_macro",
            "inner::below",
        ];
        let expected = expected.map(|name| {
            format!("`generate::{name}` takes a `Color`; expected a type parameter `S: Side`")
        });
        assert_eq!(violations(text), expected);
    }

    #[test]
    fn color_in_results_bodies_and_tests_is_allowed() {
        let text = "
            fn generic<S: Side>(board: &Board) -> Color { let us: Color = S::COLOR; us }
            fn other_types(colors: Colors, color: u8) {}
            #[cfg(test)] mod tests { fn helper(us: Color) {} }
        ";
        assert_eq!(violations(text), Vec::<String>::new());
    }

    #[test]
    fn entry_point_of_other_module_is_a_violation() {
        let expected = "`generate::map` takes a `Color`; expected a type parameter `S: Side`";
        assert_eq!(violations("pub fn map(color: Color) {}"), [expected]);
    }

    #[test]
    fn entry_point_without_color_is_a_violation() {
        let expected = "`attacks::map` is listed as an entry point, but takes no `Color`";
        assert_eq!(inspect_crate("pub fn map() {}", ""), (1, vec![expected.to_owned()]));
    }

    #[test]
    fn private_entry_point_is_a_violation() {
        let expected = "`attacks::map` is an entry point; expected `pub`";
        let result = inspect_crate("pub(crate) fn map(color: Color) {}", "fn f() {}");
        assert_eq!(result, (2, vec![expected.to_owned()]));
    }

    #[test]
    fn missing_module_is_a_violation() {
        let source = |_: &Path| Some("mod moves { fn f(us: Color) {} }".to_owned());
        let tree = Tree::read(Path::new("src/lib.rs"), &source).expect("a crate");
        let expected = "`move` is listed, but does not exist";
        assert_eq!(inspect(&tree, &["move"], &[]), (0, vec![expected.to_owned()]));
    }
}
