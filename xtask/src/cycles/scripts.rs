//! The import graphs for folders with Python, TypeScript or JavaScript.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Result;
use regex_lite::{Captures, Regex};

use super::graph::Graph;
use crate::cargo::{root, tracked_files};

/// The checked folders.
const FOLDERS: [&str; 3] = ["bindings/js/lib", "bindings/python/python", "site/src"];

/// A regular expression for a Python import: the module, and the imported names.
const PYTHON: &str = r"(?m)^\s*(?:from\s+([\w.]+)\s+)?import\s+(\([^)]*\)|[^\n(]+)";

/// A regular expression that matches a file import in TypeScript or JavaScript, with or without
/// types.
const TYPESCRIPT: &str = r#"\b(?:from|import)\s*\(?\s*"(\.[^"]+)""#;

/// Returns each folder's import graph.
///
/// # Errors
/// Returns an error if a file cannot be read.
pub fn graphs() -> Result<Vec<(String, Graph)>> {
    let tracked = tracked_files()?;
    let mut graphs = Vec::new();
    for folder in FOLDERS {
        let is_script = |path: &&PathBuf| {
            let extension = path.extension().unwrap_or_default();
            path.starts_with(folder)
                && ["py", "ts", "tsx", "js"].iter().any(|kind| extension == *kind)
        };
        let mut files = BTreeMap::new();
        for path in tracked.iter().filter(is_script) {
            files.insert(path.clone(), fs::read_to_string(root().join(path))?);
        }
        graphs.push((folder.to_owned(), graph(Path::new(folder), &files)?));
    }
    Ok(graphs)
}

/// Builds the import graph for the files below a folder, where the Python packages begin.
pub fn graph(folder: &Path, files: &BTreeMap<PathBuf, String>) -> Result<Graph> {
    let python = Regex::new(PYTHON)?;
    let typescript = Regex::new(TYPESCRIPT)?;
    let mut graph = Graph::new(files.keys().map(|path| path.display().to_string()).collect());
    for (from, (path, text)) in files.iter().enumerate() {
        let imports: Vec<_> = if path.extension().is_some_and(|kind| kind == "py") {
            let found = python.captures_iter(text);
            found.flat_map(|found| python_imports(folder, path, &found)).collect()
        } else {
            let found = typescript.captures_iter(text);
            found.map(|found| typescript_import(path, &found[1])).collect()
        };
        for (import, candidates) in imports {
            let mut targets = candidates
                .iter()
                .filter_map(|candidate| files.keys().position(|file| file == Path::new(candidate)));
            if let Some(to) = targets.next() {
                graph.add(from, to, import);
            }
        }
    }
    Ok(graph)
}

/// An import as written, and the files that it may mean, the first choice first.
type Imported = (String, Vec<String>);

/// Returns the imports in a Python statement, one per name: a module, or one of its items.
fn python_imports(folder: &Path, file: &Path, statement: &Captures<'_>) -> Vec<Imported> {
    let module = statement.get(1).map_or("", |module| module.as_str());
    let names = module.trim_start_matches('.');
    let base = match module.len() - names.len() {
        0 => folder,
        dots => file.ancestors().nth(dots).unwrap_or(folder),
    };
    let base = base.join(names.replace('.', "/"));
    let imported = statement[2].split(|mark| "(),".contains(mark));
    let imported = imported.filter_map(|name| name.split_whitespace().next());
    let import = |name: &str| {
        let item = base.join(name.replace('.', "/"));
        let paths = if module.is_empty() { vec![&item] } else { vec![&item, &base] };
        let files = paths.iter().map(|path| path.display());
        let files = files.flat_map(|path| [format!("{path}.py"), format!("{path}/__init__.py")]);
        (format!("{module} {name}"), files.collect())
    };
    imported.map(import).collect()
}

/// Returns a TypeScript import, which may name a file, or leave out or replace its extension.
fn typescript_import(file: &Path, target: &str) -> Imported {
    let mut path = file.parent().unwrap_or(file).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            name => path.push(name),
        }
    }
    let stem = path.with_extension("");
    let files = [&path, &stem].map(|path| path.display().to_string());
    let files = files
        .iter()
        .flat_map(|path| ["", ".ts", ".tsx", ".js"].map(|kind| format!("{path}{kind}")));
    (target.to_owned(), files.collect())
}
