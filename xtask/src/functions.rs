//! Extraction of functions from the tokens of a module.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A function or method in Rust source code.
#[derive(Debug)]
pub struct Function {
    /// The name of the function; `$name` for a parameter of a macro.
    pub name: String,
    /// `true` for `pub`, `false` for `pub(crate)` and private functions.
    pub is_public: bool,
    /// The parameters of the function with their types, without `self`.
    pub parameters: Vec<TokenStream>,
    /// The line number of the keyword `fn`.
    pub line: usize,
    /// The number of lines from the keyword to the end of the body.
    pub line_count: usize,
}

/// Returns all functions in `tokens`, including nested functions and those in macros.
///
/// `syn` does not parse the body of `macro_rules!`, so this function searches the tokens.
pub fn functions(tokens: &TokenStream) -> Vec<Function> {
    let mut functions = Vec::new();
    collect(tokens.clone(), &mut functions);
    functions
}

fn collect(tokens: TokenStream, functions: &mut Vec<Function>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(keyword) if keyword == "fn" => {
                functions.extend(function_at(
                    &tokens[..index],
                    keyword.span(),
                    &tokens[index + 1..],
                ));
            }
            TokenTree::Group(group) => collect(group.stream(), functions),
            _ => {}
        }
    }
}

/// Returns the function of a keyword `fn`, given the tokens before and after the keyword.
///
/// Returns `None` for a type `fn(u8)` and for the pattern `fn $name:ident` of a macro.
fn function_at(before: &[TokenTree], keyword: Span, after: &[TokenTree]) -> Option<Function> {
    let mut after = after.iter();
    let name = match after.next()? {
        TokenTree::Ident(name) => name.to_string(),
        token if punct(token) == Some('$') => format!("${}", after.next()?),
        _ => return None,
    };
    let mut brackets = AngleBrackets::default();
    let mut after = after.filter(|token| brackets.is_outside(token));
    let parameters = match after.next()? {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => group,
        _ => return None,
    };
    let line = keyword.start().line;
    let end = after.find_map(end_of_function)?.end().line;
    let is_public = is_public(before);
    let parameters = split_parameters(parameters);
    Some(Function { name, is_public, parameters, line, line_count: end - line + 1 })
}

/// Returns the position of a token that ends a function: a body or a semicolon.
fn end_of_function(token: &TokenTree) -> Option<Span> {
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
        TokenTree::Ident(name) => qualifiers.iter().any(|qualifier| name == qualifier),
        TokenTree::Literal(_) => true, // `extern "C"`
        _ => false,
    };
    let mut before = before.iter().rev().skip_while(is_qualifier);
    matches!(before.next(), Some(TokenTree::Ident(name)) if name == "pub")
}

/// Returns the parameters in a pair of parentheses, without `self`.
fn split_parameters(group: &Group) -> Vec<TokenStream> {
    let mut parameters = vec![Vec::new()];
    let mut brackets = AngleBrackets::default();
    for token in group.stream() {
        if brackets.is_outside(&token) && punct(&token) == Some(',') {
            parameters.push(Vec::new());
        } else if let Some(last) = parameters.last_mut() {
            last.push(token);
        }
    }
    parameters.retain(|parameter: &Vec<TokenTree>| !parameter.is_empty() && !is_self(parameter));
    parameters.into_iter().map(TokenStream::from_iter).collect()
}

/// Tests whether a parameter is `self`, in any form.
fn is_self(parameter: &[TokenTree]) -> bool {
    let mut pattern = parameter.iter().take_while(|token| punct(token) != Some(':'));
    pattern.any(|token| matches!(token, TokenTree::Ident(name) if name == "self"))
}

fn punct(token: &TokenTree) -> Option<char> {
    if let TokenTree::Punct(mark) = token { Some(mark.as_char()) } else { None }
}

/// A counter of open angle brackets, which delimit no token group.
#[derive(Default)]
struct AngleBrackets {
    depth: usize,
    previous: Option<char>,
}

impl AngleBrackets {
    /// Consumes the next token and tests whether it is outside angle brackets and not a bracket
    /// itself.
    fn is_outside(&mut self, token: &TokenTree) -> bool {
        let previous = std::mem::replace(&mut self.previous, punct(token));
        match self.previous {
            Some('<') => self.depth += 1,
            Some('>') if previous != Some('-') => self.depth -= 1,
            _ => return self.depth == 0,
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Function, functions};

    #[track_caller]
    fn parse(text: &str) -> Vec<Function> {
        functions(&text.parse().expect("Rust tokens"))
    }

    #[track_caller]
    fn parse_one(text: &str) -> Function {
        let [function] = parse(text).try_into().expect("one function");
        function
    }

    #[test]
    fn functions_nested_and_in_macros_are_found() {
        let names =
            |text| parse(text).into_iter().map(|function| function.name).collect::<Vec<_>>();
        assert_eq!(names("fn a() { fn b() { let c = |d: u8| d; } }"), ["a", "b"]);
        assert_eq!(names("impl T for A { fn b(&self) {} } trait T { fn c(); }"), ["b", "c"]);
        let text = "macro_rules! m { (fn $f:ident) => { fn $f() {} fn g<T>(x: T) {} } }";
        assert_eq!(names(text), ["$f", "g"]);
        assert_eq!(names("const F: fn(u8) -> u8 = f; static G: [fn(); 1] = [g];"), [""; 0]);
    }

    #[test]
    fn parameters_exclude_self_and_split_outside_brackets() {
        let parameters = |text: &str| {
            let parameters = parse_one(text).parameters;
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
    fn line_count_spans_keyword_to_end() {
        let position = |text: &str| (parse_one(text).line, parse_one(text).line_count);
        assert_eq!(position("fn f() {}"), (1, 1));
        assert_eq!(
            position("\n/// Text.\n#[inline]\npub fn f(\n    a: A,\n) {\n    a\n}\n"),
            (4, 5)
        );
        assert_eq!(position("trait T { fn f(\n    a: A,\n); }"), (1, 3));
        assert_eq!(position("fn f() -> A<{ 1 + 1 }>\nwhere\n    A<{ 2 }>: B,\n{\n}\n"), (1, 5));
    }

    #[test]
    fn visibility_before_qualifiers_is_found() {
        assert!(parse_one("pub fn f() {}").is_public);
        assert!(parse_one("fn_like!(); pub const unsafe extern \"C\" fn f() {}").is_public);
        assert!(!parse_one("fn f() {}").is_public);
        assert!(!parse_one("pub struct A; const fn f() {}").is_public);
        assert!(!parse_one("pub(crate) const fn f() {}").is_public);
    }
}
