//! Properties of the PGN reader and writer.

use tabiya::pgn::{self, Event, RawGame, ReadErrorKind, Style, Token};

use super::assert_plain_message;
use crate::export_checker::{VariationForm, check_export};

/// The maximum length for a text that is also split in small parts.
const MAX_LEN_IN_PARTS: usize = 2_000;

/// Checks that tokens account for all bytes, that games are the same for any division into buffers, that
/// moves are legal, and that writing a game that was written changes nothing.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_pgn(bytes: &[u8]) {
    let mut tokens = pgn::tokens(bytes);
    let mut end = 0;
    while let Some(token) = tokens.next() {
        assert!(!token.bytes().is_empty(), "empty token at {end}: {token:?}");
        assert_eq!(token.bytes(), &bytes[end..tokens.offset()], "{token:?}");
        end = tokens.offset();
    }
    assert_eq!(end, bytes.len());

    let games: Vec<_> = pgn::games(bytes).collect();
    if bytes.len() <= MAX_LEN_IN_PARTS {
        for size in [1, 2 + bytes.len() % 61] {
            assert_eq!(ranges_in_parts(bytes, size), ranges(&games), "{size} bytes at once");
        }
    }
    let mut end = 0;
    for game in &games {
        assert_eq!(game.range().start, end);
        end = game.range().end;
        assert_eq!(game.bytes(), &bytes[game.range()]);
        let alone: Vec<_> = pgn::games(game.bytes()).collect();
        assert_eq!(alone.len(), 1, "{:?}", game.bytes().escape_ascii().to_string());
        assert_eq!(alone[0].movetext(), game.movetext());
        assert_eq!(RawGame::new(game.bytes()).movetext(), game.movetext());
        check_moves(game);
        check_termination(game);
        check_writer(game);
    }
    if let Some(start) = pgn::guess_game_start(bytes) {
        assert!(
            pgn::games(&bytes[start..]).next().is_some_and(
                |game| game.tags().next().is_some() || game.tags_text().contains(&b'[')
            )
        );
    }
}

type Ranges = Vec<(std::ops::Range<usize>, usize)>;

fn ranges(games: &[RawGame<'_>]) -> Ranges {
    games.iter().map(|game| (game.range(), game.movetext_range().start)).collect()
}

/// Returns where games are in a text that arrives in parts with a given size.
fn ranges_in_parts(bytes: &[u8], size: usize) -> Ranges {
    let mut found = vec![];
    let mut start = 0;
    let mut end = 0;
    while end < bytes.len() {
        end = bytes.len().min(end + size);
        let buffer = &bytes[start..end];
        let mut games =
            if end == bytes.len() { pgn::games(buffer) } else { pgn::games_in_part(buffer) };
        for game in games.by_ref() {
            let range = start + game.range().start..start + game.range().end;
            found.push((range, start + game.movetext_range().start));
        }
        start += games.consumed();
    }
    found
}

/// Checks that the termination marker is the last one outside variations.
fn check_termination(game: &RawGame<'_>) {
    let mut depth = 0_u32;
    let mut expected = None;
    for token in pgn::tokens(game.movetext()) {
        match token {
            Token::VariationStart(_) => depth += 1,
            Token::VariationEnd(_) => depth = depth.saturating_sub(1),
            Token::Termination(termination, _) if depth == 0 => expected = Some(termination),
            _ => {}
        }
    }
    assert_eq!(game.termination(), expected, "{}", game.bytes().escape_ascii());
}

/// Checks that moves are legal, and that both readers agree.
fn check_moves(game: &RawGame<'_>) {
    let mut reader = match game.reader() {
        Ok(reader) => reader,
        Err(error) => return assert_plain_message(&error),
    };
    let mut moves = vec![];
    while let Some(event) = reader.next() {
        match event {
            Ok(Event::Move(mv, text)) => {
                assert!(reader.position_before().is_legal(mv), "{}", text.escape_ascii());
                if reader.depth() == 0 {
                    moves.push(Some(mv));
                }
            }
            Ok(Event::NullMove(_)) if reader.depth() == 0 => moves.push(None),
            Ok(Event::Comment(comment)) => {
                let _ = (comment.plain_text().to_string(), comment.commands().count());
            }
            Ok(_) => {}
            Err(error) => {
                assert_plain_message(&error);
                assert_plain_message(&error.fault);
                assert!(error.range.end <= game.bytes().len());
            }
        }
    }
    let main_line = game.main_line().expect("the reader has the same start");
    let main_line = main_line.map_while(|mv| match mv {
        Err(error) if error.fault == ReadErrorKind::NullMove => Some(None),
        mv => mv.ok().map(Some),
    });
    assert!(main_line.eq(moves));
}

/// Checks that writing a game that was written changes nothing.
fn check_writer(game: &RawGame<'_>) {
    for style in [Style::Export, Style::Reduced, Style::OneLine] {
        let mut written = String::new();
        if let Err(error) = game.write(style, &mut written) {
            assert_plain_message(&error);
            continue;
        }
        let games: Vec<_> = pgn::games(&written).collect();
        assert_eq!(games.len(), 1, "{style:?}: {written}");
        if style != Style::OneLine {
            assert_eq!(check_export(&written, VariationForm::Any), Ok(()), "{written}");
        }
        let mut again = String::new();
        assert_eq!(games[0].write(style, &mut again), Ok(()), "{written}");
        assert_eq!(again, written, "{style:?}");
    }
    let mut written = String::new();
    assert_eq!(game.write(Style::AsRead, &mut written), Ok(()));
    assert!(
        std::str::from_utf8(game.bytes()).is_ok_and(|text| text == written)
            || std::str::from_utf8(game.bytes()).is_err()
    );
}
