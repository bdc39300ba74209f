//! The functions of a module, found by their tokens.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A function or method.
#[derive(Debug)]
pub struct Function {
    /// The name; `$name` if a macro sets it.
    pub name: String,
    /// Whether it is `pub`; `pub(crate)` is not.
    pub is_public: bool,
    /// The parameters with their types, without `self`.
    pub parameters: Vec<TokenStream>,
    /// The line of the keyword `fn`.
    pub line: usize,
    /// The number of lines from the keyword to the end of the body.
    pub len: usize,
}

/// Returns all functions in `tokens`, nested ones and those in macros included.
///
/// `syn` does not parse the body of `macro_rules!`, so the tokens are searched.
pub fn functions(tokens: &TokenStream) -> Vec<Function> {
    let mut found = Vec::new();
    collect(tokens.clone(), &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<Function>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "fn" => {
                found.extend(function(&tokens[..index], word.span(), &tokens[index + 1..]));
            }
            TokenTree::Group(group) => collect(group.stream(), found),
            _ => {}
        }
    }
}

/// Returns the function of a keyword `fn`, with the tokens before and behind it; none for a type
/// `fn(u8)` and for a macro's pattern `fn $name:ident`.
fn function(before: &[TokenTree], keyword: Span, behind: &[TokenTree]) -> Option<Function> {
    let mut behind = behind.iter();
    let name = match behind.next()? {
        TokenTree::Ident(name) => name.to_string(),
        token if punct(token) == Some('$') => format!("${}", behind.next()?),
        _ => return None,
    };
    let mut angles = Angles::default();
    let mut behind = behind.filter(|token| angles.are_closed_at(token));
    let parameters = match behind.next()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => group,
        _ => return None,
    };
    let line = keyword.start().line;
    let end = behind.find_map(end)?.end().line;
    let is_public = is_public(before);
    let parameters = split(parameters);
    Some(Function { name, is_public, parameters, line, len: end - line + 1 })
}

/// Returns the place of a token that ends a function: a body, or a semicolon instead of one.
fn end(token: &TokenTree) -> Option<Span> {
    match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Some(group.span_close())
        }
        token => (punct(token) == Some(';')).then(|| token.span()),
    }
}

/// Tests whether a function with these tokens before the keyword is `pub`.
fn is_public(before: &[TokenTree]) -> bool {
    let qualifiers = ["const", "async", "unsafe", "extern"];
    let is_qualifier = |token: &&TokenTree| match token {
        TokenTree::Ident(word) => qualifiers.iter().any(|qualifier| word == qualifier),
        TokenTree::Literal(_) => true, // `extern "C"`
        _ => false,
    };
    let mut before = before.iter().rev().skip_while(is_qualifier);
    matches!(before.next(), Some(TokenTree::Ident(word)) if word == "pub")
}

/// Returns the parameters in a pair of parentheses, without `self`.
fn split(parameters: &Group) -> Vec<TokenStream> {
    let mut found = vec![Vec::new()];
    let mut angles = Angles::default();
    for token in parameters.stream() {
        if angles.are_closed_at(&token) && punct(&token) == Some(',') {
            found.push(Vec::new());
        } else if let Some(last) = found.last_mut() {
            last.push(token);
        }
    }
    found.retain(|parameter| !parameter.is_empty() && !is_self(parameter));
    found.into_iter().map(TokenStream::from_iter).collect()
}

/// Tests whether a parameter is `self`, in any form.
fn is_self(parameter: &[TokenTree]) -> bool {
    let mut pattern = parameter.iter().take_while(|token| punct(token) != Some(':'));
    pattern.any(|token| matches!(token, TokenTree::Ident(word) if word == "self"))
}

fn punct(token: &TokenTree) -> Option<char> {
    if let TokenTree::Punct(mark) = token { Some(mark.as_char()) } else { None }
}

/// The angle brackets open at a place; these delimit no group of tokens.
#[derive(Default)]
struct Angles {
    open: usize,
    previous: Option<char>,
}

impl Angles {
    /// Takes the next token, and tests whether it is outside all angle brackets and none itself.
    fn are_closed_at(&mut self, token: &TokenTree) -> bool {
        let previous = std::mem::replace(&mut self.previous, punct(token));
        match self.previous {
            Some('<') => self.open += 1,
            Some('>') if previous != Some('-') => self.open -= 1,
            _ => return self.open == 0,
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Function, functions};

    #[track_caller]
    fn read(text: &str) -> Vec<Function> {
        functions(&text.parse().expect("it is Rust"))
    }

    #[track_caller]
    fn only(text: &str) -> Function {
        let [function] = read(text).try_into().expect("one function");
        function
    }

    #[test]
    fn functions_nested_and_in_macros_are_found() {
        let names = |text| read(text).into_iter().map(|found| found.name).collect::<Vec<_>>();
        assert_eq!(names("fn a() { fn b() { let c = |d: u8| d; } }"), ["a", "b"]);
        assert_eq!(names("impl T for A { fn b(&self) {} } trait T { fn c(); }"), ["b", "c"]);
        let text = "macro_rules! m { (fn $f:ident) => { fn $f() {} fn g<T>(x: T) {} } }";
        assert_eq!(names(text), ["$f", "g"]);
        assert_eq!(names("const F: fn(u8) -> u8 = f; static G: [fn(); 1] = [g];"), [""; 0]);
    }

    #[test]
    fn parameters_split_outside_brackets_without_self() {
        let parameters = |text: &str| {
            let parameters = only(text).parameters;
            parameters.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(parameters("fn f() {}"), [""; 0]);
        assert_eq!(parameters("fn f(a: A, b: &B,) {}"), ["a : A", "b : & B"]);
        for receiver in ["self", "&self", "&'a mut self", "mut self", "self: Box<Self>"] {
            assert_eq!(parameters(&format!("fn f({receiver}, a: A) {{}}")), ["a : A"]);
        }
        let text = "fn f<const N: usize, F: Fn(A, B) -> C>(a: M<A, B>, f: impl Fn(A) -> M<A, B>, b: (A, B)) {}";
        assert_eq!(parameters(text).len(), 3);
    }

    #[test]
    fn length_counts_from_the_keyword_to_the_end() {
        let position = |text: &str| (only(text).line, only(text).len);
        assert_eq!(position("fn f() {}"), (1, 1));
        assert_eq!(
            position("\n/// Text.\n#[inline]\npub fn f(\n    a: A,\n) {\n    a\n}\n"),
            (4, 5)
        );
        assert_eq!(position("trait T { fn f(\n    a: A,\n); }"), (1, 3));
        assert_eq!(position("fn f() -> A<{ 1 + 1 }>\nwhere\n    A<{ 2 }>: B,\n{\n}\n"), (1, 5));
    }

    #[test]
    fn visibility_is_read_before_qualifiers() {
        assert!(only("pub fn f() {}").is_public);
        assert!(only("fn_like!(); pub const unsafe extern \"C\" fn f() {}").is_public);
        assert!(!only("fn f() {}").is_public);
        assert!(!only("pub struct A; const fn f() {}").is_public);
        assert!(!only("pub(crate) const fn f() {}").is_public);
    }
}
