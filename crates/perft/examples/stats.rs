//! TEMP
use std::sync::atomic::Ordering::Relaxed;
fn main() {
    for (name, fen, depth) in [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("kiwi", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("p3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
        ("p4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
        ("p5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
        ("p6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
    ] {
        let p = tabiya_movegen::Position::from_fen(fen).unwrap();
        for s in &tabiya_perft::STATS { s.store(0, Relaxed); }
        tabiya_perft::avx512(&p, depth);
        let s: Vec<f64> = tabiya_perft::STATS.iter().map(|s| s.load(Relaxed) as f64).collect();
let l = ["", "sliders", "leaving", "hitaxis", "pawns-leaving", "pawns-hit", "pawns-arr", "arrive", "kind", "queen", "else", "king-arr", "king-else", "pawns", "knights", "contested"];
        print!("{name:6}");
        for i in 1..16 { print!(" {} {:.2}", l[i], s[i] / s[0]); }
        println!();
    }
}
