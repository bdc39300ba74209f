//! The lines between one user interface and one engine.

use alloc::collections::VecDeque;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use tabiya::uci::{Command, Go, Info, Response, Score, Words};
use tabiya::{Board, Move};

use super::castling_mode::CastlingMode;
use super::finding::{Fault, Finding, Severity};
use super::mate;
use super::move_word::{WordError, is_null, read_word, text_of};
use super::perft::Count;
use super::place::{Place, Wrong, draw_sentence};
use super::position::read_position;
use super::root::{Root, fen};
use super::variation::{Problem, Variation, WrongMove, follow};

/// The most searches that wait for an answer. Older ones are forgotten.
const MAX_SEARCHES: usize = 8;

/// The state of a session, and its findings.
#[derive(Clone, Debug, Default)]
pub struct Session {
    mode: CastlingMode,
    /// `true` after the option for a variant other than chess, which is not audited.
    is_other_variant: bool,
    has_skill_level: bool,
    /// The position of the last command, or `None` before the first and after a wrong one.
    root: Option<Root>,
    /// The searches without an answer, the oldest first.
    searches: VecDeque<Search>,
    findings: Vec<Finding>,
    claims: u64,
    unverifiable: u64,
}

/// A search without an answer.
#[derive(Clone, Debug)]
struct Search {
    root: Option<Root>,
    line: u64,
    /// The command, without `ponder`.
    go: String,
    /// The words after `searchmoves`.
    search_moves: Vec<Vec<u8>>,
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

    /// Tests whether a search waits for its answer.
    #[must_use]
    pub fn is_searching(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Returns the findings since the last call, in the order of their lines.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        mem::take(&mut self.findings)
    }

    /// Reads a line to the engine, with its number.
    pub fn command_line(&mut self, line: u64, text: &[u8]) {
        let Some(command) = Command::parse(text) else { return };
        self.end_count(line);
        match command {
            Command::Uci => self.searches.clear(),
            Command::SetOption { name, value } => self.set_option(name, value),
            Command::Position(_) if self.is_other_variant => self.root = None,
            Command::Position(arguments) => {
                self.claims += 1;
                self.root = read_position(self.mode, line, arguments, &mut self.findings);
            }
            Command::Go(go) => self.start(line, go),
            _ => {}
        }
    }

    /// Reads a line from the engine, with its number.
    pub fn response_line(&mut self, line: u64, text: &[u8]) {
        match Response::parse(text) {
            Some(Response::UciOk) if self.mode == CastlingMode::Unknown => {
                self.mode = CastlingMode::Standard;
            }
            Some(Response::Info(_) | Response::BestMove { .. }) if self.is_other_variant => {
                self.claims += 1;
                self.unverifiable += 1;
            }
            Some(Response::Info(info)) => self.read_info(line, info),
            Some(Response::BestMove { best, ponder }) => self.read_best_move(line, best, ponder),
            Some(_) => {}
            None => self.read_count(line, text),
        }
    }

    fn set_option(&mut self, name: &[u8], value: &[u8]) {
        if name.eq_ignore_ascii_case(b"UCI_Chess960") {
            let is_chess960 = value.eq_ignore_ascii_case(b"true");
            self.mode = if is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        } else if name.eq_ignore_ascii_case(b"UCI_Variant") {
            self.is_other_variant = !value.eq_ignore_ascii_case(b"chess");
        } else if name.eq_ignore_ascii_case(b"Skill Level") {
            self.has_skill_level = true;
        }
    }

    fn start(&mut self, line: u64, go: Go<'_>) {
        let words = Words::new(go.arguments()).filter(|word| *word != b"ponder").map(text_of);
        let command: Vec<_> = core::iter::once("go".to_string()).chain(words).collect();
        let depth = go.number("perft").and_then(Result::ok);
        let depth = depth.and_then(|depth| u8::try_from(depth).ok()).filter(|&depth| depth > 0);
        if self.searches.len() == MAX_SEARCHES {
            self.searches.pop_front();
            self.unverifiable += 1;
        }
        self.searches.push_back(Search {
            root: self.root.clone(),
            line,
            go: command.join(" "),
            search_moves: go.search_moves().map(<[u8]>::to_vec).collect(),
            exact: None,
            count: depth.map(Count::new),
        });
    }

    /// Drops searches that lost their answer: a line fits the newest search alone.
    fn attribute(&mut self, fits: impl Fn(&Root, CastlingMode) -> bool) {
        if self.searches.len() < 2 {
            return;
        }
        let mode = self.mode;
        let fits_search = |search: Option<&Search>| {
            let root = search.and_then(|search| search.root.as_ref());
            root.is_some_and(|root| fits(root, mode.in_position(&root.board)))
        };
        if fits_search(self.searches.front()) || !fits_search(self.searches.back()) {
            return;
        }
        let newest = self.searches.pop_back();
        for lost in mem::take(&mut self.searches) {
            let sentence = "no best move answers this search";
            let wrong = Wrong::new("bestmove-missing", Severity::Warning, "-", sentence);
            let finding = wrong.into_finding(lost.line, "-");
            let position = lost.root.as_ref().map(|root| root.command(false));
            self.findings.push(Finding {
                fault: Fault::Engine,
                position,
                go: Some(lost.go),
                ..finding
            });
        }
        self.searches.extend(newest);
    }

    /// Takes the root of the search that output belongs to.
    fn take_root(&mut self) -> Option<Root> {
        let root = self.searches.front_mut().and_then(|search| search.root.take());
        self.unverifiable += u64::from(root.is_none());
        root
    }

    fn read_info(&mut self, line: u64, info: Info<'_>) {
        let pv = info.pv();
        let others = [
            (info.words("currmove"), Place::CurrentMove),
            (info.words("refutation"), Place::Refutation),
            (without_number(info.words("currline")), Place::CurrentLine),
        ];
        let mate = match info.score() {
            Some(Score::Mate(moves)) if !info.is_bound() => Some(moves),
            _ => None,
        };
        let has_pv = !pv.text().is_empty();
        if !has_pv && mate.is_none() && others.iter().all(|(words, _)| words.text().is_empty()) {
            return;
        }
        self.claims += 1;
        if has_pv {
            self.attribute(|root, mode| follow(root, pv, mode).is_legal);
        }
        let Some(root) = self.take_root() else { return };
        let mode = self.mode.in_position(&root.board);
        let variation = follow(&root, pv, mode);
        let is_mate = self.check_mate(line, &root, mate, &variation);
        for wrong in &variation.wrong {
            self.add_wrong_move(line, &root, wrong, Place::Pv, is_mate);
        }
        for (words, place) in others {
            for wrong in follow(&root, words, mode).wrong {
                self.add_wrong_move(line, &root, &wrong, place, false);
            }
        }
        let is_main = info.number("multipv").is_none_or(|number| number == 1);
        let Some(search) = self.searches.front_mut() else { return };
        if is_main && variation.len > 0 {
            // A later bound makes an exact score void.
            search.exact = (!info.is_bound()).then_some(variation.first);
        }
        search.root = Some(root);
    }

    /// Checks a mate score, and tests whether the variation bears it out.
    fn check_mate(
        &mut self,
        line: u64,
        root: &Root,
        mate: Option<i64>,
        variation: &Variation<'_>,
    ) -> bool {
        let Some(moves) = mate.filter(|_| variation.is_legal) else { return false };
        let Some(wrong) = mate::check(&root.board, moves, variation) else {
            return moves != 0 && variation.mate_or_stalemate().is_some();
        };
        let ply = (moves != 0).then_some(variation.len);
        let claim = if moves == 0 { "-".to_string() } else { moves.to_string() };
        let finding = Finding { ply, ..self.claim(line, root, wrong, &claim) };
        self.findings.push(finding);
        false
    }

    /// Adds the finding for a move of a variation. `is_mate` tells whether the variation bears out a mate score.
    fn add_wrong_move(
        &mut self,
        line: u64,
        root: &Root,
        wrong: &WrongMove<'_>,
        place: Place,
        is_mate: bool,
    ) {
        let is_pv = place == Place::Pv;
        let found = match &wrong.problem {
            Problem::Word(error) => place.wrong_word(wrong.word, error.clone()),
            Problem::Notation(notation) if is_pv => place.wrong_notation(notation),
            Problem::AfterDraw(rule) if is_mate => {
                Wrong::new("mate-after-draw", Severity::Warning, rule, draw_sentence(rule))
            }
            Problem::AfterDraw(rule) if is_pv => {
                Wrong::new("pv-after-draw", Severity::Note, rule, draw_sentence(rule))
            }
            Problem::Notation(_) | Problem::AfterDraw(_) => return,
        };
        let is_first_error = wrong.ply == 1 && found.severity == Severity::Error;
        let hint = if is_first_error { self.hint(root, wrong.word) } else { None };
        let has_history = matches!(wrong.problem, Problem::AfterDraw(_));
        let finding = Finding {
            ply: Some(wrong.ply),
            fen: Some(fen(&wrong.board)),
            position: Some(root.command(has_history)),
            hint,
            ..self.claim(line, root, found, &text_of(wrong.word))
        };
        self.findings.push(finding);
    }

    /// Returns what may explain a wrong first move: it is legal one move earlier.
    fn hint(&self, root: &Root, word: &[u8]) -> Option<&'static str> {
        let before = root.before.as_ref()?;
        let is_legal = read_word(before, word, self.mode.in_position(before)).is_ok();
        is_legal.then_some("legal one move earlier")
    }

    fn read_best_move(&mut self, line: u64, best: &[u8], ponder: Option<&[u8]>) {
        self.claims += 1;
        self.attribute(|root, mode| {
            let Ok(read) = read_word(&root.board, best, mode) else { return false };
            let after = root.board.after(read.mv);
            ponder.is_none_or(|word| is_null(word) || read_word(&after, word, mode).is_ok())
        });
        if self.searches.is_empty()
            && let Some(root) = self.root.take()
        {
            let sentence = "no search waits for an answer";
            let wrong = Wrong::new("bestmove-unasked", Severity::Warning, "-", sentence);
            self.add(line, &root, wrong, best);
            self.root = Some(root);
            return;
        }
        let Some(root) = self.take_root() else {
            self.searches.pop_front();
            return;
        };
        self.check_best_move(line, &root, best, ponder);
        self.searches.pop_front();
    }

    fn check_best_move(&mut self, line: u64, root: &Root, best: &[u8], ponder: Option<&[u8]>) {
        let mode = self.mode.in_position(&root.board);
        let read = match read_word(&root.board, best, mode) {
            Ok(read) => read,
            Err(WordError::Null) if !root.board.has_legal_move() => return,
            Err(error) => {
                let wrong = Place::BestMove.wrong_word(best, error);
                let hint = self.hint(root, best);
                let finding = Finding { hint, ..self.claim(line, root, wrong, &text_of(best)) };
                self.findings.push(finding);
                return;
            }
        };
        if let Some(notation) = read.wrong_notation {
            self.add(line, root, Place::BestMove.wrong_notation(notation), best);
        }
        let Some(search) = self.searches.front() else { return };
        let exact = search.exact;
        let is_move = |word: &Vec<u8>| {
            read_word(&root.board, word, mode).is_ok_and(|other| other.mv == read.mv)
        };
        if !search.search_moves.is_empty() && !search.search_moves.iter().any(is_move) {
            let sentence = "the move is not one of searchmoves";
            self.add(
                line,
                root,
                Wrong::new("bestmove-not-allowed", Severity::Warning, "-", sentence),
                best,
            );
        }
        let is_from_pv = exact.is_none_or(|[first, _]| first == Some(read.mv));
        if !is_from_pv {
            let severity = if self.has_skill_level { Severity::Note } else { Severity::Warning };
            let sentence = "the last variation with an exact score begins with another move";
            self.add(
                line,
                root,
                Wrong::new("bestmove-other-than-pv", severity, "-", sentence),
                best,
            );
        }
        let Some(ponder) = ponder else { return };
        let expected = exact.filter(|_| is_from_pv).and_then(|[_, second]| second);
        self.check_ponder(line, root, &root.board.after(read.mv), ponder, expected);
    }

    fn check_ponder(
        &mut self,
        line: u64,
        root: &Root,
        after: &Board,
        ponder: &[u8],
        expected: Option<Move>,
    ) {
        match read_word(after, ponder, self.mode.in_position(after)) {
            Ok(read) if expected.is_some_and(|expected| expected != read.mv) => {
                let sentence = "the last variation with an exact score has another reply";
                self.add(
                    line,
                    root,
                    Wrong::new("ponder-other-than-pv", Severity::Note, "-", sentence),
                    ponder,
                );
            }
            Ok(_) | Err(WordError::Null) => {}
            Err(error) => {
                let wrong = Place::Ponder.wrong_word(ponder, error);
                let finding = Finding {
                    fen: Some(fen(after)),
                    ..self.claim(line, root, wrong, &text_of(ponder))
                };
                self.findings.push(finding);
            }
        }
    }

    fn read_count(&mut self, line: u64, text: &[u8]) {
        let count = self.searches.front_mut().and_then(|search| search.count.as_mut());
        if count.is_some_and(|count| count.read(line, &String::from_utf8_lossy(text))) {
            self.end_count(line);
        }
    }

    /// Ends a count of `go perft`, and checks it. Other searches go on.
    fn end_count(&mut self, line: u64) {
        if self.searches.front().is_none_or(|search| search.count.is_none()) {
            return;
        }
        let Some(search) = self.searches.pop_front() else { return };
        let (Some(root), Some(count)) = (search.root, search.count) else { return };
        self.claims += 1;
        let Some(wrong_counts) = count.check(&root, line) else {
            self.unverifiable += 1;
            return;
        };
        for wrong in wrong_counts {
            let sentence = "the correct count is another one";
            let found = Wrong::new(wrong.code, Severity::Error, &wrong.rule, sentence);
            let finding = Finding {
                go: Some(search.go.clone()),
                ..self.claim(wrong.line, &root, found, &wrong.claim)
            };
            self.findings.push(finding);
        }
    }

    /// Adds the finding for a word.
    fn add(&mut self, line: u64, root: &Root, wrong: Wrong, word: &[u8]) {
        let finding = self.claim(line, root, wrong, &text_of(word));
        self.findings.push(finding);
    }

    /// Returns the finding about a claim of the engine at the position of a search.
    fn claim(&self, line: u64, root: &Root, wrong: Wrong, claim: &str) -> Finding {
        Finding {
            fault: Fault::Engine,
            position: Some(root.command(false)),
            go: self.searches.front().map(|search| search.go.clone()),
            fen: Some(fen(&root.board)),
            ..wrong.into_finding(line, claim)
        }
    }
}

/// Returns the words behind the number of the processor, which may come first.
fn without_number(words: Words<'_>) -> Words<'_> {
    let mut rest = words;
    let is_number = rest.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit));
    if is_number { rest } else { words }
}
