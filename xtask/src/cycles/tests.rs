//! Tests for the check on small crates, each a file list.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::{crate_graph, scripts};
use crate::modules::Tree;

/// Returns the cycles in a crate, each as its module names in order.
#[track_caller]
fn cycles(files: &[(&str, &str)]) -> Vec<String> {
    let source = |path: &Path| {
        let file = files.iter().find(|(name, _)| Path::new("src").join(name) == path);
        file.map(|(_, text)| (*text).to_owned())
    };
    let tree = Tree::read(Path::new("src/lib.rs"), &source).expect("a crate");
    let graph = crate_graph(&tree);
    let name = |module: usize| tree.modules[module].name.clone();
    let names = |cycle: Vec<usize>| cycle.into_iter().map(name).collect::<Vec<_>>().join(" ");
    graph.cycles().into_iter().map(names).collect()
}

#[test]
fn two_module_cycle_is_found() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f() -> crate::a::A { todo!() }"),
        ("c.rs", "use crate::a::A; fn f(_: A) {}"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
}

#[test]
fn cycle_through_module_with_path_attribute_is_found() {
    let files = [
        ("lib.rs", "#[path = \"other/x.rs\"] mod a; mod b;"),
        ("other/x.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f() -> crate::a::A { todo!() }"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
    let files = [
        ("lib.rs", "#[path = \"other\"] mod a { mod x; } mod b;"),
        files[1],
        ("b.rs", "pub struct B; fn f(_: crate::a::x::A) {}"),
    ];
    assert_eq!(cycles(&files), ["a::x b"]);
}

#[test]
fn cycle_through_reexport_is_found() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
        ("a.rs", "use crate::B; pub struct A(B);"),
        ("b.rs", "pub struct B; impl B { fn f() -> crate::A { todo!() } }"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
}

#[test]
fn cycle_through_renames_globs_and_groups_is_found() {
    let files = [
        ("lib.rs", "mod a; mod b; mod all; use b as other;"),
        ("all.rs", "pub use crate::a::{self, A as Renamed}; pub use super::other::*;"),
        ("a.rs", "use crate::all; pub struct A(all::B);"),
        ("b.rs", "use super::all::*; pub struct B; fn f(_: Renamed) {}"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
}

#[test]
fn three_module_cycle_is_found_once() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "pub fn a() { crate::b::b() }"),
        ("b.rs", "pub fn b() { let f = || super::c::c(); f() }"),
        ("c.rs", "pub fn c() { if false { crate::a::a() } }"),
    ];
    assert_eq!(cycles(&files), ["a b c"]);
}

#[test]
fn parent_child_cycle_is_found() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod child; pub struct A; fn f(a: A) { child::f(a) }"),
        ("a/child.rs", "use super::A; pub fn f(_: A) {}"),
    ];
    assert_eq!(cycles(&files), ["a a::child"]);
}

#[test]
fn declaration_and_reexport_are_not_uses() {
    let files = [
        ("lib.rs", "mod a; pub use a::{A, B, f};"),
        ("a.rs", "mod child; mod types; pub use child::{B, f}; pub struct A;"),
        ("a/child.rs", "use super::A; pub struct B(A); pub fn f() {}"),
        ("a/types.rs", "pub struct C(super::B);"),
    ];
    assert_eq!(cycles(&files), Vec::<String>::new());
    let with_use = [
        files[0],
        ("a.rs", "mod child; pub use child::{B, f}; pub struct A; fn g() { f() }"),
        files[2],
    ];
    assert_eq!(cycles(&with_use), ["a a::child"]);
}

#[test]
fn paths_in_bodies_and_macros_are_uses() {
    let files = [
        ("lib.rs", "#[macro_use] mod a; mod b;"),
        ("a.rs", "macro_rules! m { () => { $crate::b::b() }; } pub fn a() {}"),
        ("b.rs", "pub fn b() { use crate::a::a as called; called() }"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub struct A; fn f() { assert!(matches!(crate::b::b(), 1)) }"),
        ("b.rs", "pub fn b() -> u8 { let _: [super::a::A; 0] = []; 1 }"),
    ];
    assert_eq!(cycles(&files), ["a b"]);
}

#[test]
fn test_code_is_ignored() {
    let files = [
        ("lib.rs", "mod a; mod b; #[cfg(all(test, unix))] mod more;"),
        ("a.rs", "pub fn a() {} #[cfg(test)] mod tests { use crate::b::b; }"),
        ("b.rs", "pub fn b() { crate::a::a() }"),
    ];
    assert_eq!(cycles(&files), Vec::<String>::new());
    let not_only_tests = files[1].1.replace("cfg(test)", "cfg(any(test, unix))");
    let uses_b = not_only_tests.replace("mod tests { use crate::b::b; }", "use crate::b::b;");
    assert_eq!(cycles(&[files[0], ("a.rs", &uses_b), files[2]]), ["a b"]);
}

#[test]
fn fields_methods_variables_and_other_crates_are_not_uses() {
    let files = [
        ("lib.rs", "mod a; mod b; use other::lines; mod outer;"),
        (
            "a.rs",
            "pub use crate::b::size; pub struct A { size: u8 } impl A { fn f(&self, size: u8) -> u8 { self.size + size } }",
        ),
        ("b.rs", "use crate::a::A; pub fn size(a: A) -> u8 { a.f(1) }"),
        ("outer.rs", "fn f() { crate::lines::read(); std::mem::drop(1) }"),
    ];
    assert_eq!(cycles(&files), Vec::<String>::new());
}

#[test]
fn inline_modules_and_associated_items_are_resolved() {
    let files = [(
        "lib.rs",
        "mod a { pub enum Kind { One } pub fn f() -> u8 { super::b::B::NUMBER } }
         mod b { pub struct B; impl B { pub const NUMBER: u8 = crate::a::Kind::One as u8; } }",
    )];
    assert_eq!(cycles(&files), ["a b"]);
}

#[test]
fn description_lists_edges_and_paths() {
    let files = |path: &Path| match path.to_str() {
        Some("src/lib.rs") => Some("mod a; mod b;".to_owned()),
        Some("src/a.rs") => Some("use crate::b::B; pub struct A(B);".to_owned()),
        Some("src/b.rs") => Some("pub struct B; fn f(_: super::a::A) {}".to_owned()),
        _ => None,
    };
    let tree = Tree::read(Path::new("src/lib.rs"), &files).expect("a crate");
    let graph = crate_graph(&tree);
    let cycle = graph.cycles().pop().expect("one cycle");
    assert_eq!(
        graph.describe(&cycle),
        "2 modules use each other\n    a -> b: B, crate::b::B\n    b -> a: super::a::A"
    );
}

#[test]
fn module_without_file_is_an_error() {
    let source = |path: &Path| path.ends_with("lib.rs").then(|| "mod lost;".to_owned());
    let error = Tree::read(Path::new("src/lib.rs"), &source).expect_err("a missing file");
    assert!(error.to_string().contains("lost"), "{error}");
}

/// Checks the cycles between scripts in the folder `src`, as they are described.
#[track_caller]
fn check_scripts(files: &[(&str, &str)], expected: &[&str]) {
    let file = |&(path, text): &(&str, &str)| (PathBuf::from(path), text.to_owned());
    let files: BTreeMap<_, _> = files.iter().map(file).collect();
    let graph = scripts::graph(Path::new("src"), &files).expect("valid expressions");
    let cycles: Vec<_> = graph.cycles().iter().map(|cycle| graph.describe(cycle)).collect();
    assert_eq!(cycles, expected);
}

#[test]
fn python_module_cycle_is_found() {
    let files = [
        ("src/a/__init__.py", "from .b import B\nfrom ._c import (\n    C,\n    D as E,\n)\n"),
        ("src/a/b.py", "def f():\n    from ._c import C\n"),
        ("src/a/_c.py", "import sys\nif TYPE_CHECKING:\n    from . import b as other\n"),
        ("src/a/d/__init__.py", "from .. import B\nimport a.d.e\n"),
        ("src/a/d/e.py", "from .._c import C\nfrom ..d import f\n"),
    ];
    check_scripts(
        &files,
        &[
            "2 modules use each other\n    src/a/_c.py -> src/a/b.py: . b\n    src/a/b.py -> src/a/_c.py: ._c C",
            "2 modules use each other\n    src/a/d/__init__.py -> src/a/d/e.py:  a.d.e\n    \
             src/a/d/e.py -> src/a/d/__init__.py: ..d f",
        ],
    );
}

#[test]
fn package_that_imports_its_modules_is_no_cycle() {
    let files = [
        ("src/a/__init__.py", "from ._b import B\n\"\"\"\n>>> from a import c\n\"\"\"\n"),
        ("src/a/_b.py", "from ._d import D\n"),
        ("src/a/_d.py", "import json, os\nfrom numpy import array\n"),
        ("src/a/c.py", "from . import _b, B\n"),
    ];
    check_scripts(&files, &[]);
}

#[test]
fn typescript_file_cycle_is_found() {
    let files = [
        ("src/a.ts", "import { type B, b } from \"./views/b\";\nexport * from \"./c.js\";\n"),
        ("src/views/b.tsx", "const a = await import(\"../a.ts\");\nimport \"./b.css\";\n"),
        ("src/c.ts", "import { h } from \"preact\";\n"),
        ("src/d.js", "import type { E } from \"./e.js\";\n"),
        ("src/e.js", "import {\n  D,\n} from \"./d.js\";\nimport { a } from \"./a.ts\";\n"),
    ];
    check_scripts(
        &files,
        &[
            "2 modules use each other\n    src/a.ts -> src/views/b.tsx: ./views/b\n    \
             src/views/b.tsx -> src/a.ts: ../a.ts",
            "2 modules use each other\n    src/d.js -> src/e.js: ./e.js\n    src/e.js -> src/d.js: ./d.js",
        ],
    );
}
