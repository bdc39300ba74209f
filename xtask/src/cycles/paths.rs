//! Extracting paths from a module's tokens.

/// Returns the segments in every path among the tokens, including macro bodies.
///
/// A single lower-case name counts only if it is called. Otherwise it may be a variable.
pub fn paths(words: &[String]) -> Vec<Vec<String>> {
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let mut paths = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let before = words[index.saturating_sub(2)..=index].iter().rev().map(String::as_str);
        if !starts_path(&before.collect::<Vec<_>>()) {
            index += 1;
            continue;
        }
        let mut path = vec![word(index).to_owned()];
        index += 1;
        while word(index) == "::" && is_name(word(index + 1)) {
            path.push(word(index + 1).to_owned());
            index += 2;
        }
        // Two colons are a turbofish.
        let is_called = ["(", "!", "::"].contains(&word(index));
        if path.len() > 1 || path[0].starts_with(char::is_uppercase) || is_called {
            paths.push(path);
        }
    }
    paths
}

fn is_name(word: &str) -> bool {
    word.starts_with(|first: char| first == '_' || first.is_alphabetic())
}

/// Tests whether a token, followed by those before it, is the first segment of a path.
///
/// Fields, methods, lifetimes and later segments are not.
fn starts_path(words: &[&str]) -> bool {
    let is_first = match words[1..] {
        ["'" | "::", ..] => false,
        // Two dots are a range, one dot is a field or a method.
        [".", other, ..] => other == ".",
        // `$crate` begins a path, `$name` is a macro parameter.
        ["$", ..] => words[0] == "crate",
        _ => true,
    };
    is_first && is_name(words[0])
}
