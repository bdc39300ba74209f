//! Long checks for retractions: random games, and all positions with three men.
#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use tabiya::perft::{PriorPositions, retro_perft};
use tabiya::retrograde::{Pocket, PriorCastling, RetractionOptions};
use tabiya::{
    Color, EnPassantStyle, FenOptions, Move, MoveFilter, Piece, PieceType, Position, Rank, Setup,
    Square,
};
use tabiya_suites::data;
use tabiya_suites::numbers::parse_number;
use tabiya_suites::parallel::{cpu_count, parallel_for_each};
use tabiya_suites::suite::{all_positions, read_text};
use tabiya_tests::playouts::Playouts;
use tabiya_tests::retrograde::{check_forward, check_sound, options as policy_options, pockets};
use tabiya_tests::retrograde_search::{Rules, count_sequences};

/// Check retractions for minutes
#[derive(Parser)]
#[command(name = "retractions")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check that moves of random games are retractions of the positions after them
    Forward {
        /// The number of moves
        #[arg(long, value_name = "N", default_value = "1e7", value_parser = parse_number)]
        moves: u64,
        /// The seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Compare retro-perft counts with those in `tests/data/unmoves`
    Perft {
        /// The greatest count
        #[arg(long, default_value_t = 100_000_000)]
        max: u128,
        /// Compute depths up to 3 by a search on mailbox boards as well: some minutes
        #[arg(long)]
        search: bool,
    },
    /// Check all positions with a white man against a king: each retraction is sound, and there are as many as moves that
    /// lead there
    ThreeMen,
    /// Check that in all positions with four men there are as many retractions as moves, without captures: some minutes
    FourMen,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Forward { moves, seed } => forward(moves, seed),
        Command::Perft { max, search } => perft(max, search),
        Command::ThreeMen => three_men(),
        Command::FourMen => four_men(),
    }
}

fn forward(moves: u64, seed: u64) -> Result<()> {
    let rows = all_positions()?;
    let total = AtomicU64::new(0);
    let styles = [EnPassantStyle::Legal, EnPassantStyle::PseudoLegal, EnPassantStyle::Always];
    let playouts =
        Playouts::new(u64::MAX / 8, seed, &rows).take_while(|_| total.load(Relaxed) < moves);
    parallel_for_each(playouts, cpu_count(), |playout| {
        let castling = PriorCastling::from_start(&playout.boards[0]);
        let options = RetractionOptions::new().castling(castling).allow_impossible_checks(true);
        for (index, board) in playout.boards.iter().enumerate() {
            let found = check_forward(&board.position(), &options, styles[index % 3]);
            total.fetch_add(found, Relaxed);
        }
    });
    println!("{} moves are retractions", total.into_inner());
    Ok(())
}

fn perft(max: u128, searches: bool) -> Result<()> {
    let table = read_text(&data("unmoves/counts/retro_perft.tsv"))?;
    let failures = Mutex::new(Vec::new());
    parallel_for_each(table.lines().skip(1).collect::<Vec<_>>(), cpu_count(), |row| {
        if let Err(error) = compare_counts(row, max, searches) {
            failures.lock().unwrap_or_else(PoisonError::into_inner).push(error);
        }
    });
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures.into_iter().next().map_or(Ok(()), Err)
}

/// Compares the counts of a row with those that the library computes, and on request those of a search.
fn compare_counts(row: &str, max: u128, searches: bool) -> Result<()> {
    const MAX_SEARCH_DEPTH: u32 = 3;
    let fields: Vec<_> = row.split('\t').collect();
    let fen = fields[0];
    let policy = fields[1];
    let position = FenOptions::new().allow_impossible_checks(true).read(fen)?;
    let prior = if fields[2] == "all" { PriorPositions::All } else { PriorPositions::Least };
    let rules = search_rules(policy, prior);
    for (depth, expected) in (1..).zip(&fields[3..]) {
        let Ok(expected) = expected.parse() else { continue };
        if expected <= max {
            let found = retro_perft(&position, depth, &policy_options(policy), prior);
            println!("{fen} {prior:?} {depth}: {found}");
            ensure!(found == expected, "{fen} {policy} {prior:?} {depth}: expected {expected}");
            if searches && depth <= MAX_SEARCH_DEPTH {
                let found = u128::from(count_sequences(&position, depth, rules));
                println!("{fen} {prior:?} {depth}: {found} by search");
                ensure!(found == expected, "{fen} {policy} {prior:?} {depth}: {found} by search");
            }
        }
    }
    Ok(())
}

/// Returns the rules of a policy for the search.
fn search_rules(policy: &str, prior: PriorPositions) -> Rules {
    Rules {
        castles: !policy.contains("castling=none"),
        allows_impossible_checks: policy.contains("checks=any"),
        pockets: pockets(policy),
        is_least: prior == PriorPositions::Least,
    }
}

/// The types of men beside the kings.
const TYPES: [PieceType; 5] =
    [PieceType::Pawn, PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// The options for positions without castling.
fn options() -> RetractionOptions {
    RetractionOptions::new().castling(PriorCastling::None)
}

/// Calls `visit` with each valid position of the given men, with either side to move, and with each en passant square
/// that allows a legal capture.
fn for_each_position(men: &[Piece], visit: impl Fn(&Position) + Sync) {
    let kings = Square::ALL.into_iter().flat_map(|white| Square::ALL.map(|black| (white, black)));
    let kings = kings.filter(|(white, black)| white != black);
    parallel_for_each(kings.collect::<Vec<_>>(), cpu_count(), |(white, black)| {
        let setup = Setup::default();
        let empty = Square::ALL.into_iter().fold(setup, Setup::without);
        let setup = empty.with(Piece::WhiteKing, white).with(Piece::BlackKing, black);
        let setup = setup.with_castling_rights(Default::default());
        place(men, setup, 0, &visit);
    });
}

/// Places men on the empty squares, equal ones in ascending order.
fn place(men: &[Piece], setup: Setup, first: u8, visit: &impl Fn(&Position)) {
    let Some((&man, rest)) = men.split_first() else { return visit_all(setup, visit) };
    let is_pawn = man.piece_type() == PieceType::Pawn;
    for square in Square::ALL.into_iter().filter(|&square| square as u8 >= first) {
        let is_outer = matches!(square.rank(), Rank::First | Rank::Eighth);
        if setup.piece_on(square).is_none() && !(is_pawn && is_outer) {
            let is_next_equal = rest.first() == Some(&man);
            let first = if is_next_equal { square as u8 + 1 } else { 0 };
            place(rest, setup.with(man, square), first, visit);
        }
    }
}

fn visit_all(setup: Setup, visit: &impl Fn(&Position)) {
    for color in Color::ALL {
        let setup = setup.with_side_to_move(color);
        let Ok(position) = FenOptions::new().check(&setup) else { continue };
        visit(&position);
        let rank = Rank::Sixth.relative_to(color);
        let has_pawns = Color::ALL
            .into_iter()
            .all(|color| position.colored_pieces(color, PieceType::Pawn).any());
        let squares = Square::ALL.into_iter().filter(|square| has_pawns && square.rank() == rank);
        for square in squares {
            let position = FenOptions::new().check(&setup.with_ep_square(Some(square)));
            if let Some(position) = position.ok().filter(|found| found.legal_ep_square().is_some())
            {
                visit(&position);
            }
        }
    }
}

fn three_men() -> Result<()> {
    let table = read_text(&data("unmoves/counts/three_men.tsv"))?;
    let mut retractions = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let letter = fields[0].as_bytes()[1];
        let piece_type = PieceType::from_ascii(letter).context("a piece letter")?;
        let [positions, found, without_last_move] = [(); 3].map(|()| AtomicU64::new(0));
        for_each_position(&[piece_type.of(Color::White)], |position| {
            positions.fetch_add(1, Relaxed);
            check_sound(position, &options(), EnPassantStyle::Legal, false);
            let count = position.retractor(&options()).retraction_count() as u64;
            found.fetch_add(count, Relaxed);
            without_last_move.fetch_add(u64::from(count == 0), Relaxed);
        });
        let counts = [positions, found, without_last_move].map(AtomicU64::into_inner);
        let expected =
            fields[1..4].iter().map(|field| field.parse()).collect::<Result<Vec<u64>, _>>()?;
        println!("{}: {counts:?} positions, retractions, positions without a last move", fields[0]);
        ensure!(counts[..] == expected, "{}: expected {expected:?}", fields[0]);
        retractions += counts[1];
    }
    let moves = moves_to_three_men();
    println!("{retractions} retractions, {moves} moves");
    ensure!(retractions == moves, "a retraction is missing or not a move");
    Ok(())
}

/// Counts the moves that lead to a white man against a king, from all positions with three and four men. A move
/// counts once for all states of a placement.
fn moves_to_three_men() -> u64 {
    let total = Mutex::new(0_u64);
    let add = |men: &[Piece]| {
        let count = AtomicU64::new(0);
        for_each_position(men, |position| {
            let filter = if men.len() == 1 { MoveFilter::ALL } else { MoveFilter::CAPTURES };
            let leads = |mv: &Move| {
                let after = position.after(*mv);
                after.occupied().len() == 3
                    && after.colors(Color::Black).len() == 1
                    && mv.is_en_passant() == position.ep_square().is_some()
            };
            let moves = position.generator().moves(&filter).into_iter().filter(leads).count();
            count.fetch_add(moves as u64, Relaxed);
        });
        if let Ok(mut total) = total.lock() {
            *total += count.into_inner();
        }
    };
    for (index, first) in TYPES.into_iter().enumerate() {
        add(&[first.of(Color::White)]);
        for (other_index, second) in TYPES.into_iter().enumerate() {
            add(&[first.of(Color::White), second.of(Color::Black)]);
            if other_index >= index {
                add(&[first.of(Color::White), second.of(Color::White)]);
            }
        }
    }
    total.into_inner().unwrap_or_default()
}

fn four_men() -> Result<()> {
    let pocket = Pocket::EMPTY.with_unpromotions(u8::MAX);
    let options = options().pocket(pocket);
    let [positions, retractions, moves] = [(); 3].map(|()| AtomicU64::new(0));
    let add = |men: &[Piece]| {
        for_each_position(men, |position| {
            positions.fetch_add(1, Relaxed);
            let count = position.retractor(&options).retraction_count();
            retractions.fetch_add(count as u64, Relaxed);
            // The moves of a placement do not depend on its en passant square, captures aside.
            if position.ep_square().is_none() {
                let legal = position.legal_moves();
                let count = legal.iter().filter(|&&mv| !position.is_capture(mv)).count();
                moves.fetch_add(count as u64, Relaxed);
            }
        });
    };
    for (index, first) in TYPES.into_iter().enumerate() {
        for (other_index, second) in TYPES.into_iter().enumerate() {
            add(&[first.of(Color::White), second.of(Color::Black)]);
            if other_index >= index {
                add(&[first.of(Color::White), second.of(Color::White)]);
            }
        }
    }
    let [positions, retractions, moves] =
        [positions, retractions, moves].map(AtomicU64::into_inner);
    println!("{positions} positions, {retractions} retractions, {moves} moves");
    ensure!(retractions == moves, "a retraction is missing or not a move");
    Ok(())
}
