//! The check of the shape of functions in the published libraries: their length, and the number of
//! their parameters.
//!
//! Doc comments and attributes before a function do not count as its lines, and code for tests
//! is not checked.

use std::fs;

use anyhow::{Result, ensure};

use crate::cargo::root;
use crate::functions::functions;
use crate::modules::{Module, Tree};
use crate::workspace::LIBRARIES;

/// The lines that a function has at most.
const LINES: usize = 60;

/// The parameters that a function has at most, `self` not counted.
const PARAMETERS: usize = 5;

/// Checks every function of the published libraries.
///
/// # Errors
/// If a function is too long or has too many parameters, or if a source cannot be read.
pub fn check() -> Result<()> {
    let (mut count, mut violations) = (0, 0);
    for library in LIBRARIES {
        let folder = library.strip_prefix("tabiya-").unwrap_or(library);
        let file = root().join("crates").join(folder).join("src/lib.rs");
        let tree = Tree::read(&file, &|path| fs::read_to_string(path).ok())?;
        for module in &tree.modules {
            let (functions, found) = inspect(module);
            count += functions;
            violations += found.len();
            found.iter().for_each(|violation| println!("{violation}"));
        }
    }
    ensure!(violations == 0, "found {violations} functions that are too long or too wide");
    println!("{count} functions, none has more than {LINES} lines or {PARAMETERS} parameters");
    Ok(())
}

/// Returns the number of functions in a module, and what is wrong with them.
fn inspect(module: &Module) -> (usize, Vec<String>) {
    let file = module.file.strip_prefix(root()).unwrap_or(&module.file).display();
    let (mut count, mut violations) = (0, Vec::new());
    for function in module.tokens.iter().flat_map(functions) {
        count += 1;
        let place = format!("{file}:{}: `{}`", function.line, function.name);
        if function.len > LINES {
            let len = function.len;
            violations.push(format!("{place} has {len} lines; expected at most {LINES}"));
        }
        let parameters = function.parameters.len();
        if parameters > PARAMETERS {
            let expected = format!("expected at most {PARAMETERS}");
            violations.push(format!("{place} has {parameters} parameters; {expected}"));
        }
    }
    (count, violations)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Tree, inspect};

    /// Inspects the module `inner` of a crate in one file.
    #[track_caller]
    fn violations(inner: &str) -> Vec<String> {
        let source = |_: &Path| Some(format!("mod inner {{\n{inner}\n}}"));
        let tree = Tree::read(Path::new("src/lib.rs"), &source).expect("all files are there");
        inspect(&tree.modules[1]).1
    }

    /// Returns a function of so many lines.
    fn of_lines(name: &str, lines: usize) -> String {
        format!("/// Text.\n#[inline]\npub fn {name}() {{\n{}}}\n", "    f();\n".repeat(lines - 2))
    }

    #[test]
    fn function_longer_than_60_lines_is_a_violation() {
        let text = of_lines("short", 60) + &of_lines("long", 61);
        assert_eq!(violations(&text), ["src/lib.rs:66: `long` has 61 lines; expected at most 60"]);
    }

    #[test]
    fn long_function_in_an_impl_or_macro_is_a_violation() {
        let long = of_lines("long", 100);
        let expected = ["src/lib.rs:5: `long` has 100 lines; expected at most 60"];
        assert_eq!(violations(&format!("impl A {{\n{long}}}")), expected);
        assert_eq!(violations(&format!("macro_rules! m {{ () => {{\n{long}}} }}")), expected);
    }

    #[test]
    fn more_than_five_parameters_are_a_violation() {
        let expected = ["src/lib.rs:2: `f` has 6 parameters; expected at most 5"];
        assert_eq!(violations("fn f(a: A, b: B, c: C, d: D, e: E, f: F) {}"), expected);
        let text = "trait T { fn f(&self, a: A, b: B, c: C, d: D, e: E, f: F); }";
        assert_eq!(violations(text), expected);
        assert_eq!(violations("fn f(&self, a: A, b: M<B, C>, d: D, e: E, f: F) {}"), [""; 0]);
    }

    #[test]
    fn code_for_tests_may_have_any_shape() {
        let text = of_lines("long", 61);
        assert_eq!(violations(&format!("#[cfg(test)] mod tests {{ {text} }}")), [""; 0]);
        assert_eq!(violations(&format!("#[cfg(test)]\n{text}")), [""; 0]);
    }
}
