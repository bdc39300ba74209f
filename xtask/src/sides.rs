//! The check that color is a type below the entry points of the generator: no function there
//! takes a `Color` value.
//!
//! A parameter counts if its type mentions `Color`: `Color`, `&Color`, `Option<Color>`,
//! `impl Fn(Color)`. What does not depend on the side takes none; what does takes `S: Side`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{FnArg, ImplItem, Item, Signature, TraitItem};

use crate::cargo::root;

/// The files and folders whose functions take no `Color`.
const BELOW: [&str; 1] = ["crates/movegen/src/generate"];

/// The functions of these files that may: entry points, which branch on the color once.
const ENTRY_POINTS: [(&str, &str); 0] = [];

/// Checks every function of [`BELOW`].
///
/// # Errors
/// If a function takes a `Color` and is no entry point, if an entry point takes none, or if a
/// source cannot be read.
pub fn check() -> Result<()> {
    let (mut found, mut functions) = (BTreeSet::new(), 0);
    for path in BELOW {
        for file in files(&root().join(path))? {
            let text = fs::read_to_string(&file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
            let signatures = signatures(&text).with_context(|| name.clone())?;
            functions += signatures.len();
            let taking = signatures.into_iter().filter(takes_color);
            found.extend(taking.map(|function| (name.clone(), function.ident.to_string())));
        }
    }
    let allowed: BTreeSet<_> = ENTRY_POINTS.map(|(file, name)| (file.into(), name.into())).into();
    for (file, function) in found.difference(&allowed) {
        println!("{file}: `{function}` takes a `Color`; expected a type parameter `S: Side`");
    }
    for (file, function) in allowed.difference(&found) {
        println!("{file}: `{function}` is listed as an entry point, but takes no `Color`");
    }
    ensure!(found == allowed, "color is not a type throughout");
    println!("{functions} functions, none takes a `Color` but {} entry points", allowed.len());
    Ok(())
}

/// Returns the sources in a folder and below it, or the one file.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    let entries = fs::read_dir(path).with_context(|| format!("cannot list {}", path.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() || path.extension().is_some_and(|kind| kind == "rs") {
            found.extend(files(&path)?);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the signatures of all functions and methods of a source, those of tests left out.
fn signatures(text: &str) -> Result<Vec<Signature>> {
    let mut found = Vec::new();
    collect(syn::parse_file(text)?.items, &mut found);
    Ok(found)
}

fn collect(items: Vec<Item>, found: &mut Vec<Signature>) {
    for item in items {
        match item {
            Item::Fn(item) => found.push(item.sig),
            Item::Impl(item) => found.extend(item.items.into_iter().filter_map(method)),
            Item::Trait(item) => found.extend(item.items.into_iter().filter_map(trait_method)),
            Item::Mod(item) if item.ident != "tests" => {
                collect(item.content.map(|(_, items)| items).unwrap_or_default(), found);
            }
            _ => {}
        }
    }
}

fn method(item: ImplItem) -> Option<Signature> {
    if let ImplItem::Fn(method) = item { Some(method.sig) } else { None }
}

fn trait_method(item: TraitItem) -> Option<Signature> {
    if let TraitItem::Fn(method) = item { Some(method.sig) } else { None }
}

fn takes_color(function: &Signature) -> bool {
    function.inputs.iter().any(|input| match input {
        FnArg::Typed(input) => mentions_color(input.ty.to_token_stream()),
        FnArg::Receiver(_) => false,
    })
}

fn mentions_color(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "Color",
        TokenTree::Group(group) => mentions_color(group.stream()),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::{signatures, takes_color};

    /// Returns the names of the functions that take a `Color`.
    fn taking(text: &str) -> Vec<String> {
        let signatures = signatures(text).expect("it is Rust").into_iter();
        signatures.filter(takes_color).map(|function| function.ident.to_string()).collect()
    }

    #[test]
    fn colors_in_any_parameter_are_found() {
        let text = "
            fn by_value(us: Color) {}
            fn by_reference<S: Side>(_: u8, us: &tabiya_core::Color) {}
            struct A;
            impl A { const fn method(&self, us: Option<Color>) {} }
            impl T for A { fn of_trait(us: (u8, Color)) {} }
            trait T { fn required(f: impl Fn(Color) -> u8); }
            mod inner { fn below(us: [Color; 2]) {} }
        ";
        let expected = ["by_value", "by_reference", "method", "of_trait", "required", "below"];
        assert_eq!(taking(text), expected);
    }

    #[test]
    fn sides_results_bodies_and_tests_are_none() {
        let text = "
            fn by_side<S: Side>(board: &Board) -> Color { let us: Color = S::COLOR; us }
            fn other(colors: Colors, color: u8) {}
            mod tests { fn helper(us: Color) {} }
        ";
        assert_eq!(taking(text), Vec::<String>::new());
    }
}
