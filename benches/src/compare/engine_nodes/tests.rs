use super::*;
use crate::standard::STANDARD_POSITIONS;

fn outcome<N: Node>(fen: &str, depth: i32) -> Outcome {
    let mut root = N::parse(fen).expect(fen);
    let state = State::<1>::from_fen(fen).expect(fen);
    search::<N, 1, 1>(&mut root, state, depth, &mut Table::new())
}

fn outcomes(fen: &str, depth: i32) -> Vec<(&'static str, Outcome)> {
    let outcome = |&competitor: &Competitor| {
        Some((competitor.name(), with_node!(competitor, outcome, fen, depth)?))
    };
    Competitor::ALL.iter().filter_map(outcome).collect()
}

#[test]
fn libraries_visit_the_same_nodes() {
    for position in &STANDARD_POSITIONS {
        let outcomes = outcomes(position.fen, 5);
        println!("{} {outcomes:?}", position.name);
        for (name, outcome) in &outcomes {
            assert_eq!(*outcome, outcomes[0].1, "{name} in {}", position.fen);
        }
    }
}
