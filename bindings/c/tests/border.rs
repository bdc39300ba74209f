//! Tests from Rust of all that crosses the border, so that Miri watches the pointers. `border.c` tests the results.

#![expect(unsafe_code, reason = "pointers, as C passes them")]

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::ptr;

use tabiya_c::*;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn read(fen: &[u8]) -> Result<tb_board, Box<tb_error>> {
    let mut board = MaybeUninit::uninit();
    let mut error = MaybeUninit::uninit();
    let text = fen.as_ptr().cast::<c_char>();
    // SAFETY: the text has as many bytes. The function writes one of the two.
    unsafe {
        match tb_read_fen(text, fen.len(), false, Some(&mut board), Some(&mut error)) {
            TB_OK => Ok(board.assume_init()),
            _ => Err(Box::new(error.assume_init())),
        }
    }
}

#[test]
fn texts_are_read_and_written_within_their_bounds() {
    let board = read(KIWIPETE.as_bytes()).expect("a valid FEN");
    for size in 0..=TB_FEN_SIZE {
        let mut buffer = vec![1_u8; size];
        let place = buffer.as_mut_ptr().cast::<c_char>();
        // SAFETY: the buffer has as many bytes.
        let status = unsafe { tb_write_fen(Some(&board), place, size) };
        assert_eq!(status == TB_OK, size > KIWIPETE.len(), "{size}");
        if status == TB_OK {
            let text = CStr::from_bytes_until_nul(&buffer).expect("an end");
            assert_eq!(text.to_bytes(), KIWIPETE.as_bytes());
        } else if size > 0 {
            assert_eq!(buffer[0], 0);
        }
    }
    let placement = KIWIPETE.split(' ').next().unwrap_or_default();
    for len in 0..placement.len() {
        assert!(read(&KIWIPETE.as_bytes()[..len]).is_err(), "{len}");
    }
    let error = read(b"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1").expect_err("no rooks");
    assert_eq!(error.offset, 22);
    // SAFETY: null is allowed.
    unsafe {
        assert_eq!(tb_write_fen(Some(&board), ptr::null_mut(), 9), TB_ERROR_NULL);
        assert_eq!(tb_repetitions(ptr::null(), 9, 9), 0);
    }
}

#[test]
fn moves_are_made_and_undone() {
    let board = read(KIWIPETE.as_bytes()).expect("a valid FEN");
    let mut list = MaybeUninit::uninit();
    assert_eq!(tb_legal_moves(Some(&board), Some(&mut list)), TB_OK);
    let list = list.as_ptr();
    // SAFETY: the function has written the length and as many moves.
    let len = unsafe { (*list).len };
    assert_eq!(len, 48);
    for index in 0..len as usize {
        // SAFETY: see above.
        let mv = unsafe { (&raw const (*list).moves).cast::<tb_move>().add(index).read() };
        let mut made = board;
        let mut undo = MaybeUninit::uninit();
        assert_eq!(tb_make_move_undoable(Some(&mut made), mv, Some(&mut undo)), TB_OK);
        // SAFETY: the function has written it.
        assert_eq!(tb_unmake_move(Some(&mut made), Some(unsafe { undo.assume_init_ref() })), TB_OK);
        assert_eq!(tb_key(Some(&made)), tb_key(Some(&board)));
    }
}

#[test]
fn bytes_that_are_no_position_end_with_an_error() {
    // 32 queens and no king have more moves than a list holds.
    let mut board = tb_start();
    let words = (&raw mut board).cast::<u64>();
    for (index, word) in [0, 0, !0, 0x5555_5555_5555_5555, !0, !0].into_iter().enumerate() {
        // SAFETY: a board has eight words, of which any are valid.
        unsafe { words.add(index).write(word) };
    }
    let mut list = MaybeUninit::uninit();
    let status = tb_legal_moves(Some(&board), Some(&mut list));
    assert!(status == TB_OK || status == TB_ERROR_INTERNAL);
    tb_legal_move_count(Some(&board));
    tb_outcome(Some(&board));
    for mv in 0..=u16::MAX {
        if mv % 997 == 0 {
            let mut copy = board;
            tb_is_legal(Some(&board), mv);
            tb_make_move(Some(&mut copy), mv);
            tb_see(Some(&copy), mv);
        }
    }
}
