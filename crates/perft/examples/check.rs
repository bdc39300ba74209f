//! TEMP
use arbitrary::{Arbitrary, Unstructured};
use tabiya_movegen::Position;
fn old(p: &Position, d: u8) -> u64 {
    if d == 1 { return p.legal_move_count() as u64; }
    p.legal_moves().iter().map(|&m| old(&p.after(m), d - 1)).sum()
}
fn main() {
    let n: u64 = std::env::args().nth(1).map_or(20000, |a| a.parse().unwrap());
    let mut x: u64 = std::env::args().nth(2).map_or(88172645463325252, |a| a.parse().unwrap());
    let mut next = || { x ^= x << 13; x ^= x >> 7; x ^= x << 17; x };
    let (mut bad, mut done) = (0, 0u64);
    while done < n {
        let len = 40 + next() % 500;
        let bytes: Vec<u8> = (0..len).map(|_| next() as u8).collect();
        let Ok(p) = Position::arbitrary(&mut Unstructured::new(&bytes)) else { continue };
        if p.legal_move_count() == 0 { continue; }
        done += 1;
        for (d, expect) in [(1, old(&p, 1)), (2, old(&p, 2))].into_iter().chain((done % 32 == 0).then(|| (3, old(&p, 3)))) {
            let got = tabiya_perft::avx512(&p, d);
            let g2 = if done % 8 == 0 { tabiya_perft::avx2(&p, d) } else { expect };
            let g3 = if done % 8 == 0 { tabiya_perft::portable(&p, d) } else { expect };
            if got != expect || g2 != expect || g3 != expect {
                bad += 1;
                println!("d{d} {expect} avx512 {got} avx2 {g2} portable {g3}: {}", p.fen());
            }
        }
        if bad > 10 { break; }
    }
    println!("{done} positions, {bad} differences");
}
