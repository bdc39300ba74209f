//! Link tests.

use tabiya::Position;
use tabiya_explain::divide::Divide;

use super::{Link, MAX_VALUE_LEN, PAGE, View, divide_text, encode};

/// Returns the view and the pairs in a link, decoded as the page decodes them.
fn decode(link: &str) -> (String, Vec<(String, String)>) {
    let fragment = link.strip_prefix(PAGE).and_then(|rest| rest.strip_prefix('#'));
    let fragment = fragment.expect("the link has the URL of the page and a fragment");
    let (view, pairs) = fragment.split_once('?').unwrap_or((fragment, ""));
    let pairs = pairs.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (key, value) = pair.split_once('=').expect("a pair has a key and a value");
        (key.to_owned(), decode_value(value))
    });
    (view.to_owned(), pairs.collect())
}

fn decode_value(encoded: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digits: Vec<_> = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&String::from_iter(digits), 16).expect("two digits")
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).expect("values are UTF-8")
}

#[test]
fn encode_keeps_safe_characters_only() {
    let safe = "azAZ09-._~/,:";
    assert_eq!(encode(safe), safe);
    assert_eq!(encode("a b"), "a+b");
    assert_eq!(encode("a+b%20&c=d#e?f"), "a%2Bb%2520%26c%3Dd%23e%3Ff");
    assert_eq!(encode("(\n\"'é♘\0"), "%28%0A%22%27%C3%A9%E2%99%98%00");
}

#[test]
fn link_decoded_restores_values() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..2000 {
        let len = random.usize(1..20);
        let values = [(); 3].map(|()| {
            let any = |_| if random.bool() { random.char('\0'..='~') } else { random.char(..) };
            (0..len).map(any).collect::<String>()
        });
        let keys = ["fen", "move", "output"];
        let link = keys.into_iter().zip(&values).fold(Link::new(View::Why), |link, pair| {
            let (key, value) = pair;
            link.with(key, value)
        });
        let pairs = keys.map(str::to_owned).into_iter().zip(values).collect();
        assert_eq!(decode(&link.to_string()), ("why".to_owned(), pairs), "{link}");
    }
}

#[test]
fn link_with_defaults_is_view_alone() {
    let perft = Link::new(View::Perft).with_position(&Position::START);
    let perft = perft.with("moves", "").with("depth", 3).with("output", "");
    assert_eq!(perft.to_string(), format!("{PAGE}#perft"));
    let tables = Link::new(View::Tables).with("kind", "attacks").with("piece", 'R');
    let tables = tables.with("technique", "hyperbola").with("squares", "d4");
    assert_eq!(tables.to_string(), format!("{PAGE}#tables"));
    let lab = Link::new(View::Lab).with("expr", "rook(d4, occ)");
    assert_eq!(lab.to_string(), format!("{PAGE}#lab"));
}

#[test]
fn link_with_other_views_default_has_key() {
    let diagnose = Link::new(View::Diagnose).with("depth", 3);
    assert_eq!(diagnose.to_string(), format!("{PAGE}#diagnose?depth=3"));
}

#[test]
fn link_with_long_value_omits_it_and_notes() {
    let link = |len| Link::new(View::Perft).with("depth", 5).with("output", "x".repeat(len));
    let longest = link(MAX_VALUE_LEN);
    assert_eq!(longest.note(), None);
    assert!(longest.to_string().ends_with('x'), "a value at the limit is part of the link");
    let longer = link(MAX_VALUE_LEN + 1);
    assert_eq!(longer.to_string(), format!("{PAGE}#perft?depth=5"));
    let note = "note: link without output; expected at most 16384 encoded bytes";
    assert_eq!(longer.note().as_deref(), Some(note));
    // The limit applies to the encoded value.
    let newlines = Link::new(View::Perft).with("output", "\n".repeat(MAX_VALUE_LEN / 3 + 1));
    assert!(newlines.note().is_some());
}

#[test]
fn divide_text_parsed_equals_output() {
    for output in [
        "info string hello from /home/me\n1. E2-E4: 20\nNf3 (g1f3) 4,865,609\n\nNodes: 7\n",
        "perft(1)=2\ne1d1: 5\ne1f1: 5\nperft(2)=10\n",
        "O-O: 1\n0-0-0: 340282366920938463463374607431768211455\ne7e8Q 1\n♘f3: 1",
        "total 0",
    ] {
        let divide = Divide::parse(output).expect(output);
        let text = divide_text(&divide);
        let parsed = Divide::parse(&text).expect(&text);
        assert_eq!(parsed.rows(), divide.rows(), "{text}");
        assert_eq!(parsed.total(), divide.total(), "{text}");
        assert!(parsed.other_lines().1 == 0, "{text}");
    }
}
