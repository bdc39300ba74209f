//! Tests for the check on a small crate.

use std::path::Path;

use super::{Tree, inspect};

const LIB: &str = "mod attacks; mod generate; mod board; fn any(us: Color) {}";

/// Inspects `attacks` and `generate` in a small crate, with the entry point `attacks::map`.
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
fn other_modules_entry_point_is_a_violation() {
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
