//! Extraction of paths from the tokens of an item.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns the segments of every path in `tokens`, including macro bodies.
///
/// A single lower-case name counts only if it is called. Otherwise it may be a variable.
pub fn paths(tokens: TokenStream) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    collect(tokens, &mut paths);
    paths
}

fn collect(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut index = 0;
    while index < tokens.len() {
        match &tokens[index] {
            TokenTree::Group(group) => collect(group.stream(), paths),
            TokenTree::Ident(_) if starts_path(&tokens, index) => {
                let (path, end) = path_at(&tokens, index);
                if path.len() > 1 || is_item_name(&path[0], &tokens[end..]) {
                    paths.push(path);
                }
                index = end;
                continue;
            }
            _ => {}
        }
        index += 1;
    }
}

/// Tests whether the name at `index` is the first segment of a path.
///
/// Fields, methods, lifetimes and later segments are not.
fn starts_path(tokens: &[TokenTree], index: usize) -> bool {
    let before =
        |distance: usize| index.checked_sub(distance).and_then(|index| punct(&tokens[index]));
    match before(1) {
        Some('\'') => false,
        // Two dots are a range, one dot is a field or a method.
        Some('.') => before(2) == Some('.'),
        Some(':') => before(2) != Some(':'),
        // `$crate` begins a path, `$name` is a parameter of a macro.
        Some('$') => matches!(&tokens[index], TokenTree::Ident(name) if name == "crate"),
        _ => true,
    }
}

/// Returns the segments of the path at `index`, and the index after them.
fn path_at(tokens: &[TokenTree], mut index: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    while let Some(TokenTree::Ident(segment)) = tokens.get(index) {
        path.push(segment.to_string());
        index += 1;
        let is_colon = |index: usize| tokens.get(index).and_then(punct) == Some(':');
        let has_next = matches!(tokens.get(index + 2), Some(TokenTree::Ident(_)));
        if !(is_colon(index) && is_colon(index + 1) && has_next) {
            break;
        }
        index += 2;
    }
    (path, index)
}

/// Tests whether a single name, followed by these tokens, is the name of an item.
fn is_item_name(name: &str, next: &[TokenTree]) -> bool {
    let is_called = match next.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(token) if punct(token) == Some('!') => true,
        // Two colons are a turbofish, one colon ends a field or a parameter.
        Some(token) => punct(token) == Some(':') && next.get(1).and_then(punct) == Some(':'),
        None => false,
    };
    name.starts_with(char::is_uppercase) || is_called
}

fn punct(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(mark) => Some(mark.as_char()),
        _ => None,
    }
}
