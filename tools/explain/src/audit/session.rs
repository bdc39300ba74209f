//! The lines between one user interface and one engine.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use tabiya::uci::{
    Command, Go, Info, PositionArguments, Response, Score, StartText, Words, parse_integer,
};
use tabiya::{Board, FenError, FenOptions, Move};

use super::castling_mode::CastlingMode;
use super::finding::{Finding, Severity};
use super::perft::Count;
use super::result::{Answer, GameEnd};
use super::root::{Root, fen};
use super::variation::{Variation, check_mate, follow};
use super::word::{end_without_moves, is_cut, is_null, read_word, text_of};

/// The most searches that wait for an answer. Older ones are forgotten.
const MAX_SEARCHES: usize = 64;

/// The parts of an `info` line with moves from the root, besides `pv`.
const OTHER_PLACES: [&str; 3] = ["currmove", "refutation", "currline"];

/// The state of a session, and its findings.
#[derive(Clone, Debug, Default)]
pub struct Session {
    line: u64,
    mode: CastlingMode,
    /// `true` after the option for a variant other than chess, which is not audited.
    is_other_variant: bool,
    /// `true` after an option with which an engine does not play its best move.
    plays_weaker: bool,
    /// The position of the last command, or `None` before the first and after a wrong one.
    root: Option<Arc<Root>>,
    /// The searches without an answer, the oldest first.
    searches: VecDeque<Search>,
    /// The position of the last search with an answer, and the position after the answer.
    last_root: Option<Arc<Root>>,
    game_end: Option<GameEnd>,
    /// `true` if a game began before the last one's result, so that results cannot be attributed.
    has_late_results: bool,
    /// `true` after an answered search. Before it, a log that was cut may lack the search behind an answer.
    is_complete: bool,
    /// The number of forgotten searches whose answers are still to come.
    forgotten_searches: u64,
    findings: Vec<Finding>,
    claims: u64,
    unverifiable: u64,
}

/// A search without an answer.
#[derive(Clone, Debug)]
struct Search {
    root: Option<Arc<Root>>,
    line: u64,
    /// The command, without `ponder`.
    go: String,
    /// `true` if the position has a move that the opponent has not made.
    is_ponder: bool,
    /// The first two moves of the last variation, if its score is exact.
    exact: Option<[Option<Move>; 2]>,
    count: Option<Count>,
}

impl Session {
    /// Returns a session before its first line.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of claims that were checked, and of those whose position is unknown.
    #[must_use]
    pub const fn claim_counts(&self) -> (u64, u64) {
        (self.claims, self.unverifiable)
    }

    /// Returns the memory for positions and commands in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let searches = self.searches.iter().map(|search| (&search.root, search.go.capacity()));
        let roots = [(&self.root, 0), (&self.last_root, 0)].into_iter().chain(searches);
        let root_memory = |root: &Option<Arc<Root>>| root.as_ref().map_or(0, |root| root.memory());
        size_of::<Self>() + roots.map(|(root, len)| len + root_memory(root)).sum::<usize>()
    }

    /// Returns the last position of the engine's game, as far as this session knows it, or `None` if results come later
    /// than the next game.
    #[must_use]
    pub fn game_end(&self) -> Option<GameEnd> {
        if self.has_late_results {
            return None;
        }
        let search = self.searches.front().filter(|search| !search.is_ponder);
        let root = search.and_then(|search| search.root.as_ref());
        let searching = root.map(|root| root_end(root, Answer::Missing));
        searching.or_else(|| self.game_end.clone())
    }

    /// Forgets the game, whose end is known.
    pub fn end_game(&mut self) {
        self.game_end = None;
    }

    /// Returns the findings since the last call, in the order of their lines.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        mem::take(&mut self.findings)
    }

    /// Reads a line to the engine, with its number.
    pub fn command_line(&mut self, line: u64, text: &[u8]) {
        let Some(command) = Command::parse(text) else { return };
        self.line = line;
        if !matches!(command, Command::IsReady | Command::Stop | Command::PonderHit) {
            self.drop_count();
        }
        match command {
            Command::Uci => self.restart(),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Position(arguments) => {
                self.root = if self.is_other_variant { None } else { self.position(arguments) };
            }
            Command::Go(go) => self.start(go),
            Command::PonderHit => {
                // Earlier searches were stopped.
                if let Some(search) = self.searches.back_mut() {
                    search.is_ponder = false;
                }
            }
            Command::NewGame => self.has_late_results |= self.game_end.is_some(),
            _ => {}
        }
    }

    /// Reads a line from the engine, with its number.
    pub fn response_line(&mut self, line: u64, text: &[u8]) {
        self.line = line;
        match Response::parse(text) {
            Some(Response::UciOk) if self.mode == CastlingMode::Unknown => {
                self.mode = CastlingMode::Standard;
            }
            Some(response @ (Response::Info(_) | Response::BestMove { .. }))
                if self.is_other_variant =>
            {
                self.claims += 1;
                self.unverifiable += 1;
                if matches!(response, Response::BestMove { .. }) {
                    self.searches.pop_front();
                }
            }
            Some(Response::Info(info)) => self.check_info(info),
            Some(Response::BestMove { best, ponder }) => self.check_best_move(best, ponder),
            Some(_) => {}
            None => {
                let count = self.searches.front_mut().and_then(|search| search.count.as_mut());
                if count.is_some_and(|count| count.read(line, &String::from_utf8_lossy(text))) {
                    self.end_count();
                }
            }
        }
    }

    fn set_option(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"UCI_Chess960") {
            let is_chess960 = value.eq_ignore_ascii_case(b"true");
            self.mode = if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        } else if name.eq_ignore_ascii_case(b"UCI_Variant") {
            self.is_other_variant = !value.eq_ignore_ascii_case(b"chess");
        } else if name.eq_ignore_ascii_case(b"Skill Level") {
            self.plays_weaker = parse_integer(value).is_some_and(|level| level < 20);
        } else if name.eq_ignore_ascii_case(b"UCI_LimitStrength") {
            self.plays_weaker = value.eq_ignore_ascii_case(b"true");
        }
    }

    /// Returns the position that a command sets up, or adds what is wrong with the command.
    fn position(&mut self, arguments: PositionArguments<'_>) -> Option<Arc<Root>> {
        self.claims += 1;
        let first = self.findings.len();
        let end = match start_board(arguments.start) {
            Ok(board) => {
                if self.mode == CastlingMode::Unknown && has_rook_files(arguments.start) {
                    self.mode = CastlingMode::Chess960;
                }
                let root = Root::new(board);
                let findings = &mut self.findings;
                Some(follow(&root, arguments.moves, self.mode, "position", findings))
            }
            Err(finding) => {
                self.findings.push(*finding);
                None
            }
        };
        self.findings[first..].iter_mut().for_each(|finding| finding.line = self.line);
        end.filter(|variation| variation.is_legal).map(|variation| Arc::new(variation.end))
    }

    fn start(&mut self, go: Go<'_>) {
        let words = Words::new(go.arguments()).filter(|word| *word != b"ponder");
        let words: Vec<_> = words.map(String::from_utf8_lossy).collect();
        let depth = go.number("perft").and_then(Result::ok);
        let depth = depth.and_then(|depth| u8::try_from(depth).ok()).filter(|&depth| depth > 0);
        if self.searches.len() == MAX_SEARCHES {
            self.searches.pop_front();
            self.forgotten_searches += 1;
        }
        self.searches.push_back(Search {
            root: self.root.clone(),
            line: self.line,
            is_ponder: go.has("ponder"),
            go: alloc::format!("go {}", words.join(" ")).trim_end().to_string(),
            exact: None,
            count: depth.map(Count::new),
        });
    }

    /// Drops searches that lost their answer: those before the first one that a line fits.
    fn attribute(&mut self, fits: impl Fn(&Root, CastlingMode) -> bool) {
        if self.searches.len() < 2 {
            return;
        }
        // An unknown position fits any line.
        let fits_search = |search: &Search| {
            let root = search.root.as_ref();
            root.is_none_or(|root| fits(root, self.mode.in_position(&root.board)))
        };
        for _ in 0..self.searches.iter().position(fits_search).unwrap_or(0) {
            let root = self.searches.front().and_then(|search| search.root.clone());
            self.add(root.as_deref(), Finding::new("bestmove-missing", b"-"));
            let lost = self.searches.pop_front();
            if let (Some(finding), Some(lost)) = (self.findings.last_mut(), lost) {
                (finding.line, finding.fen) = (lost.line, None);
            }
        }
    }

    /// Returns the root of the search that output belongs to.
    fn root(&mut self) -> Option<Arc<Root>> {
        let root = self.searches.front().and_then(|search| search.root.clone());
        self.unverifiable += u64::from(root.is_none());
        root
    }

    fn check_info(&mut self, info: Info<'_>) {
        let mut pv = Words::default();
        let mut mate = None;
        let mut is_bound = false;
        let mut is_main = true;
        let mut has_other_moves = false;
        for (name, mut words) in info.parts() {
            match name {
                b"pv" => pv = words,
                b"score" => mate = Score::parse(words).and_then(Score::mate),
                b"multipv" => is_main = words.next() == Some(b"1"),
                b"lowerbound" | b"upperbound" => is_bound = true,
                name => {
                    has_other_moves |= OTHER_PLACES.iter().any(|place| place.as_bytes() == name);
                }
            }
        }
        let mate = mate.filter(|_| !is_bound);
        let has_pv = !pv.text().is_empty();
        if !has_pv && mate.is_none() && !has_other_moves {
            if is_bound
                && is_main
                && let Some(search) = self.searches.front_mut()
            {
                search.exact = None;
            }
            return;
        }
        self.claims += 1;
        if has_pv {
            self.attribute(|root, mode| follow(root, pv, mode, "pv", &mut Vec::new()).is_legal);
        }
        let Some(root) = self.root() else { return };
        let mut findings = Vec::new();
        let variation = follow(&root, pv, self.mode, "pv", &mut findings);
        if variation.is_legal
            && let Some(moves) = mate
        {
            check_mate_score(&root, moves, &variation, &mut findings);
        }
        for (name, words) in info.parts().filter(|_| has_other_moves) {
            let other = OTHER_PLACES.iter().find(|place| place.as_bytes() == name);
            if let Some(place) = other {
                let words = if *place == "currline" { without_number(words) } else { words };
                follow(&root, words, self.mode, place, &mut findings);
            }
        }
        for finding in findings {
            self.add(Some(&root), finding);
        }
        if let Some(search) = self.searches.front_mut()
            && is_main
            && (variation.len > 0 || is_bound)
        {
            // A later bound makes an exact score void.
            search.exact = (!is_bound).then_some(variation.first);
        }
    }

    fn check_best_move(&mut self, best: &[u8], ponder: Option<&[u8]>) {
        self.claims += 1;
        self.attribute(|root, mode| {
            let Ok(read) = read_word(&root.board, best, mode) else { return false };
            let after = root.board.after(read.mv);
            ponder.is_none_or(|word| is_null(word) || read_word(&after, word, mode).is_ok())
        });
        if self.searches.is_empty() {
            let is_asked = self.forgotten_searches > 0;
            self.forgotten_searches -= u64::from(is_asked);
            let root = self.root.clone().filter(|_| self.is_complete && !is_asked);
            self.unverifiable += u64::from(root.is_none());
            if root.is_some() {
                self.add(root.as_deref(), Finding::new("bestmove-unasked", best));
            }
            return;
        }
        if let Some(root) = self.root() {
            let read = self.check_first_move(&root, best);
            if let (Some(mv), Some(word)) = (read, ponder) {
                self.check_ponder_move(&root, mv, word);
            }
            if self.searches.front().is_some_and(|search| !search.is_ponder) {
                let mut end = (*root).clone();
                let answer = if read.is_none() { Answer::Illegal } else { Answer::Unknown };
                read.into_iter().for_each(|mv| end.make_move(mv));
                self.game_end = Some(root_end(&end, answer));
            }
            self.last_root = Some(root);
            self.is_complete = true;
        }
        self.searches.pop_front();
    }

    /// Checks the best move, and returns it.
    fn check_first_move(&mut self, root: &Root, best: &[u8]) -> Option<Move> {
        let mode = self.mode.in_position(&root.board);
        let read = match read_word(&root.board, best, mode) {
            Ok(read) => read,
            Err(error) => {
                let is_no_claim = error.problem == "null" && !root.board.has_legal_move();
                if !is_no_claim && !is_cut(best) {
                    self.add(Some(root), Finding::of_word("bestmove", best, error));
                }
                return None;
            }
        };
        if let Some(notation) = read.wrong_notation {
            self.add(Some(root), Finding::of_notation("bestmove-notation", best, notation));
        }
        let search = self.searches.front()?;
        let is_allowed = match Command::parse(search.go.as_bytes()) {
            Some(Command::Go(go)) => {
                // If no word is a legal move, the sender is wrong.
                let mut moves =
                    go.search_moves().filter_map(|word| read_word(&root.board, word, mode).ok());
                let first = moves.next();
                first.is_none_or(|first| {
                    first.mv == read.mv || moves.any(|other| other.mv == read.mv)
                })
            }
            _ => true,
        };
        let is_from_pv = search.exact.is_none_or(|[first, _]| first == Some(read.mv));
        if !is_allowed {
            self.add(Some(root), Finding::new("bestmove-not-allowed", best));
        }
        if !is_from_pv {
            let finding = Finding::new("bestmove-other-than-pv", best);
            let severity = if self.plays_weaker { Severity::Note } else { finding.severity };
            self.add(Some(root), Finding { severity, ..finding });
        }
        Some(read.mv)
    }

    fn check_ponder_move(&mut self, root: &Root, best: Move, word: &[u8]) {
        let board = root.board.after(best);
        let exact = self.searches.front().and_then(|search| search.exact);
        let expected = exact.filter(|exact| exact[0] == Some(best)).and_then(|exact| exact[1]);
        let finding = match read_word(&board, word, self.mode.in_position(&board)) {
            Ok(read) if expected.is_some_and(|expected| expected != read.mv) => {
                Finding::new("ponder-other-than-pv", word)
            }
            Err(error) if error.problem != "null" && !is_cut(word) => {
                Finding::of_word("ponder", word, error)
            }
            _ => return,
        };
        self.add(Some(root), Finding { fen: Some(fen(&board)), ..finding });
    }

    /// Returns what may explain a wrong first move: it is legal in another position of the game.
    fn hint(&self, root: &Root, word: &[u8]) -> Option<&'static str> {
        let is_legal = |board: &Board| read_word(board, word, self.mode.in_position(board)).is_ok();
        let last = self.last_root.as_ref();
        if root.before.as_ref().is_some_and(is_legal) {
            Some("legal one move earlier")
        } else if last.is_some_and(|last| is_legal(&last.board)) {
            Some("legal in the position of the last search")
        } else {
            let other = root.board.null_move();
            other.is_some_and(|board| is_legal(&board)).then_some("legal for the opponent")
        }
    }

    /// Forgets everything that a restarted engine forgets: options, position, searches.
    fn restart(&mut self) {
        self.mode = CastlingMode::Unknown;
        self.is_other_variant = false;
        self.plays_weaker = false;
        self.forget_position();
    }

    /// Forgets position and searches, such as after lines that were not read. Claims are unverifiable until the next
    /// position.
    pub fn forget_position(&mut self) {
        self.root = None;
        self.searches.clear();
        self.game_end = None;
        self.is_complete = false;
        self.forgotten_searches = 0;
    }

    /// Drops a count of `go perft` that has not arrived as a whole, so that it cannot be verified.
    fn drop_count(&mut self) {
        let count = self.searches.front().and_then(|search| search.count.as_ref());
        if let Some(has_rows) = count.map(Count::has_rows) {
            self.claims += u64::from(has_rows);
            self.unverifiable += u64::from(has_rows);
            self.searches.pop_front();
        }
    }

    /// Ends a count of `go perft`, and checks it. Other searches go on.
    fn end_count(&mut self) {
        let Some(Search { root, count: Some(count), .. }) = self.searches.front() else { return };
        let (root, checked) = match root {
            Some(root) => (root.clone(), count.check(&root.board, self.line)),
            None => return drop(self.searches.pop_front()),
        };
        self.claims += 1;
        self.unverifiable += u64::from(checked.is_none());
        for finding in checked.unwrap_or_default() {
            self.add(Some(&root), finding);
        }
        self.searches.pop_front();
    }

    /// Adds a finding about output, with the search that it belongs to, and the likely cause of an illegal first move.
    fn add(&mut self, root: Option<&Root>, finding: Finding) {
        let is_first = finding.ply.unwrap_or(1) == 1 && !finding.code.starts_with("ponder");
        let illegal = root.filter(|_| is_first && finding.code.ends_with("-illegal"));
        let hint = illegal.and_then(|root| self.hint(root, finding.claim.as_bytes()));
        self.findings.push(Finding {
            hint: hint.or(finding.hint),
            chess960: self.mode == CastlingMode::Chess960,
            line: if finding.line == 0 { self.line } else { finding.line },
            position: finding.position.or_else(|| root.map(|root| root.command(false))),
            go: self.searches.front().map(|search| search.go.clone()),
            fen: finding.fen.or_else(|| root.map(|root| fen(&root.board))),
            ..finding
        });
    }
}

/// Returns the end of a game at a position.
fn root_end(root: &Root, answer: Answer) -> GameEnd {
    let occurrences = root.keys.history().repetitions(root.board.halfmove_clock()) + 1;
    GameEnd { board: root.board, occurrences, answer }
}

/// Checks a mate score. If the variation bears it out, a draw on the way is a warning about the score.
fn check_mate_score(root: &Root, moves: i64, variation: &Variation, findings: &mut Vec<Finding>) {
    let wrong = check_mate(root, moves, variation);
    let is_borne_out = wrong.is_none() && moves != 0;
    if is_borne_out && end_without_moves(&variation.end.board).is_some() {
        for finding in findings.iter_mut().filter(|finding| finding.code == "pv-after-draw") {
            (finding.code, finding.severity) = ("mate-after-draw", Severity::Warning);
        }
    }
    findings.splice(0..0, wrong);
}

/// Returns the start position of a `position` command.
fn start_board(start: StartText<'_>) -> Result<Board, Box<Finding>> {
    let wrong = |rule: &str, sentence: &str| {
        let rule = rule.to_string();
        let sentence = sentence.to_string();
        let text = match start {
            StartText::Initial => &b"startpos"[..],
            StartText::Fen(text) | StartText::Other(text) => text,
        };
        let position = Some(alloc::format!("position {}", text_of(text)));
        Box::new(Finding { rule, sentence, position, ..Finding::new("position-fen", b"-") })
    };
    let options = FenOptions::new().allow_impossible_checks(true);
    match start {
        StartText::Initial => Ok(Board::START),
        StartText::Other(_) => Err(wrong("start", "expected startpos or fen FEN")),
        StartText::Fen(text) => options.read(text).map(Board::from).map_err(|error| {
            let field = crate::fen::category(&error);
            let rule = if error == FenError::OpponentInCheck { "opposite-check" } else { &field };
            wrong(rule, &error.to_string())
        }),
    }
}

/// Tests whether a FEN names castling rooks by their files, as Shredder-FEN does.
fn has_rook_files(start: StartText<'_>) -> bool {
    let StartText::Fen(text) = start else { return false };
    let castling = Words::new(text).nth(2).unwrap_or_default();
    castling.iter().any(|byte| (b'a'..=b'h').contains(&byte.to_ascii_lowercase()))
}

/// Returns the words behind the number of the processor, which may come first.
fn without_number(words: Words<'_>) -> Words<'_> {
    let mut rest = words;
    let is_number = rest.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit));
    if is_number { rest } else { words }
}
