//! Tests for leaf counts.

use tabiya_program::node_count::NodeCount;

#[test]
fn largest_count_is_lower_bound() {
    let below = u128::MAX - 1;
    let largest = u128::MAX;
    assert_eq!(NodeCount::from_saturating(below), NodeCount::Exact(below));
    assert_eq!(NodeCount::from_saturating(largest), NodeCount::AtLeast(largest));
    assert_eq!(NodeCount::from_saturating(largest).to_string(), format!("at least {largest}"));
}

#[test]
fn lower_bound_json_has_no_nodes() {
    let json = |count| serde_json::to_string(&count).expect("numbers can be serialized");
    assert_eq!(json(NodeCount::Exact(20)), r#"{"nodes":20,"exact":true}"#);
    let at_least = r#"{"nodes":null,"nodes_at_least":20,"exact":false}"#;
    assert_eq!(json(NodeCount::AtLeast(20)), at_least);
}
