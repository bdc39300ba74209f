//! The check of function length and parameter count in the published libraries.
//!
//! Doc comments and attributes before a function do not count as its lines. Test code is not checked.

use std::fs;

use anyhow::{Result, ensure};

use crate::cargo::root;
use crate::functions::functions;
use crate::modules::{Module, Tree};
use crate::workspace::LIBRARIES;

/// The maximum number of lines of a function.
const MAX_LINES: usize = 60;

/// The maximum number of parameters of a function, without `self`.
const MAX_PARAMETERS: usize = 5;

/// Checks every function of the published libraries.
///
/// # Errors
/// Returns an error if a function exceeds a maximum or a source file cannot be read.
pub fn check() -> Result<()> {
    let (mut count, mut violations) = (0, 0);
    for library in LIBRARIES {
        let folder = library.strip_prefix("tabiya-").unwrap_or(library);
        let is_tool = ["explain", "units", "games"].contains(&folder);
        let group = if is_tool { "tools" } else { "crates" };
        let file = root().join(group).join(folder).join("src/lib.rs");
        let tree = Tree::read(&file, &|path| fs::read_to_string(path).ok())?;
        for module in &tree.modules {
            let (functions, messages) = inspect(module);
            count += functions;
            violations += messages.len();
            messages.iter().for_each(|message| println!("{message}"));
        }
    }
    ensure!(violations == 0, "found {violations} violations");
    println!("{count} functions have at most {MAX_LINES} lines and {MAX_PARAMETERS} parameters");
    Ok(())
}

/// Returns the number of functions in a module and a message for each violation.
fn inspect(module: &Module) -> (usize, Vec<String>) {
    let file = module.file.strip_prefix(root()).unwrap_or(&module.file).display();
    let (mut count, mut violations) = (0, Vec::new());
    for function in module.tokens.iter().flat_map(functions) {
        count += 1;
        let place = format!("{file}:{}: `{}`", function.line, function.name);
        let lines = function.line_count;
        if lines > MAX_LINES {
            violations.push(format!("{place} has {lines} lines; expected at most {MAX_LINES}"));
        }
        let parameters = function.parameters.len();
        if parameters > MAX_PARAMETERS {
            let expected = format!("expected at most {MAX_PARAMETERS}");
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
        let tree = Tree::read(Path::new("src/lib.rs"), &source).expect("a crate");
        inspect(&tree.modules[1]).1
    }

    /// Returns the source of a function with this number of lines.
    fn function_source(name: &str, lines: usize) -> String {
        format!("/// Text.\n#[inline]\npub fn {name}() {{\n{}}}\n", "    f();\n".repeat(lines - 2))
    }

    #[test]
    fn function_longer_than_60_lines_is_a_violation() {
        let text = function_source("short", 60) + &function_source("long", 61);
        assert_eq!(violations(&text), ["src/lib.rs:66: `long` has 61 lines; expected at most 60"]);
    }

    #[test]
    fn long_function_in_an_impl_or_macro_is_a_violation() {
        let long = function_source("long", 100);
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
    fn test_code_is_ignored() {
        let text = function_source("long", 61);
        assert_eq!(violations(&format!("#[cfg(test)] mod tests {{ {text} }}")), [""; 0]);
        assert_eq!(violations(&format!("#[cfg(test)]\n{text}")), [""; 0]);
    }
}
