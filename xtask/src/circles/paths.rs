//! The paths that the tokens of an item mention.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Returns every path in `tokens`, macros included, by its segments.
///
/// A single lower-case name counts only where it is called: elsewhere it may be a variable.
pub fn paths(tokens: TokenStream) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<Vec<String>>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    let mut index = 0;
    while index < tokens.len() {
        match &tokens[index] {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(_) if starts_path(&tokens, index) => {
                let (path, end) = path_at(&tokens, index);
                if path.len() > 1 || is_certain(&path[0], &tokens[end..]) {
                    found.push(path);
                }
                index = end;
                continue;
            }
            _ => {}
        }
        index += 1;
    }
}

/// Tests whether the name at `index` is neither a field, a method nor a lifetime, and does not
/// go on behind another path.
fn starts_path(tokens: &[TokenTree], index: usize) -> bool {
    let mark = |back: usize| index.checked_sub(back).and_then(|index| punct(&tokens[index]));
    match mark(1) {
        Some('\'') => false,
        // A range is no field.
        Some('.') => mark(2) == Some('.'),
        Some(':') => mark(2) != Some(':'),
        // `$crate` begins a path, `$name` is a parameter of a macro.
        Some('$') => matches!(&tokens[index], TokenTree::Ident(word) if word == "crate"),
        _ => true,
    }
}

/// Returns the segments of the path at `index`, and the index behind them.
fn path_at(tokens: &[TokenTree], mut index: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    while let Some(TokenTree::Ident(segment)) = tokens.get(index) {
        path.push(segment.to_string());
        index += 1;
        let is_colon = |index: usize| tokens.get(index).and_then(punct) == Some(':');
        let goes_on = matches!(tokens.get(index + 2), Some(TokenTree::Ident(_)));
        if !(is_colon(index) && is_colon(index + 1) && goes_on) {
            break;
        }
        index += 2;
    }
    (path, index)
}

/// Tests whether a single name, with these tokens behind it, is the name of an item.
fn is_certain(name: &str, behind: &[TokenTree]) -> bool {
    let is_called = match behind.first() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(token) if punct(token) == Some('!') => true,
        // A turbofish; one colon alone ends a field or a parameter.
        Some(token) => punct(token) == Some(':') && behind.get(1).and_then(punct) == Some(':'),
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
