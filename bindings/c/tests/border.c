/* Tests the header from C: results, errors, null pointers, small buffers and bytes that are no position. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tabiya.h"

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)

static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char KIWIPETE[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

static tb_board board_of(const char *fen)
{
    tb_board board;
    tb_error error;
    tb_status status = tb_read_fen(fen, strlen(fen), false, &board, &error);
    if (status != TB_OK)
        fprintf(stderr, "%s: %s\n", fen, error.message);
    CHECK(status == TB_OK);
    return board;
}

static tb_move move_of(const tb_board *board, const char *text)
{
    tb_move move = TB_NO_MOVE;
    CHECK(tb_read_uci(board, text, strlen(text), &move, NULL) == TB_OK);
    return move;
}

static void test_texts(void)
{
    tb_board board = board_of(START);
    tb_error error;
    tb_move move;
    char text[TB_FEN_SIZE];

    CHECK(tb_write_fen(&board, text, sizeof text) == TB_OK && strcmp(text, START) == 0);
    CHECK(tb_write_fen(&board, text, strlen(START)) == TB_ERROR_BUFFER && text[0] == 0);
    CHECK(tb_write_fen(&board, text, strlen(START) + 1) == TB_OK);
    CHECK(tb_write_fen(&board, text, 0) == TB_ERROR_BUFFER);
    CHECK(tb_read_san(&board, "Nf3", 3, &move, &error) == TB_OK);
    CHECK(tb_from(move) == 6 && tb_to(move) == 21 && tb_kind(move) == TB_NORMAL);
    CHECK(tb_write_san(&board, move, text, TB_SAN_SIZE) == TB_OK && strcmp(text, "Nf3") == 0);
    CHECK(tb_write_uci(move, false, text, TB_UCI_SIZE) == TB_OK && strcmp(text, "g1f3") == 0);
    CHECK(tb_read_uci(&board, "e2e5", 4, &move, &error) == TB_ERROR_ILLEGAL_MOVE);
    CHECK(error.status == TB_ERROR_ILLEGAL_MOVE && strlen(error.field) > 0 && strlen(error.message) > 0);
    CHECK(tb_read_san(&board, "Qx", 2, &move, &error) == TB_ERROR_MOVE_TEXT && error.field[0] == 0);
    CHECK(tb_write_san(&board, move_of(&board, "e2e4") ^ 1, text, TB_SAN_SIZE) == TB_ERROR_ILLEGAL_MOVE);

    const char wrong[] = "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1";
    CHECK(tb_read_fen(wrong, strlen(wrong), false, &board, &error) == TB_ERROR_FEN);
    CHECK(strcmp(error.field, "castling") == 0 && error.offset == 22);
    CHECK(tb_read_fen(wrong, strlen(wrong), true, &board, &error) == TB_OK);
    CHECK(tb_castling_rooks(&board) == 0);
    CHECK(tb_read_fen("", 0, false, &board, &error) == TB_ERROR_FEN && error.offset == 0);
    CHECK(tb_read_fen(NULL, 0, false, &board, &error) == TB_ERROR_FEN);
    const char longer[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra";
    CHECK(tb_read_fen(longer, strlen(longer), false, &board, &error) == TB_ERROR_FEN && error.offset == 30);

    /* The text is not a move, no move, or one of two. */
    board = board_of("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
    CHECK(tb_read_san(&board, "Rd1", 3, &move, &error) == TB_ERROR_AMBIGUOUS_MOVE);
    CHECK(tb_read_san(&board, "Nf3", 3, &move, &error) == TB_ERROR_ILLEGAL_MOVE);
    CHECK(tb_read_san(&board, "hello", 5, &move, &error) == TB_ERROR_MOVE_TEXT);
    CHECK(tb_read_uci(&board, "a1", 2, &move, &error) == TB_ERROR_MOVE_TEXT);

    /* After an error, texts are empty. */
    strcpy(text, "old");
    CHECK(tb_write_uci(TB_NO_MOVE, false, text, sizeof text) == TB_ERROR_ARGUMENT && text[0] == 0);
    strcpy(text, "old");
    CHECK(tb_write_fen(NULL, text, sizeof text) == TB_ERROR_NULL && text[0] == 0);
    strcpy(text, "old");
    CHECK(tb_write_san(&board, TB_NO_MOVE, text, sizeof text) == TB_ERROR_ARGUMENT && text[0] == 0);
    CHECK(strlen(tb_version()) >= 5);

    /* The longest texts fit. */
    const char longest[] =
        "r1k1r1n1/p1p1p1p1/b1p1p1p1/b1q1n1p1/B1Q1N1P1/B1P1P1P1/P1P1P1P1/R1K1R1N1 w EAea - 65535 65535";
    board = board_of(longest);
    CHECK(tb_write_fen(&board, text, sizeof text) == TB_OK);
    board = board_of("1r6/P7/8/8/8/8/8/k1K5 w - - 0 1");
    move = move_of(&board, "a7b8q");
    CHECK(tb_kind(move) == TB_PROMOTE_TO_QUEEN && tb_captured_piece(&board, move) == TB_ROOK);
    CHECK(tb_write_uci(move, false, text, TB_UCI_SIZE) == TB_OK && strcmp(text, "a7b8q") == 0);
    CHECK(tb_write_san(&board, move, text, TB_SAN_SIZE) == TB_OK);
}

static void test_moves(void)
{
    tb_board board = board_of(KIWIPETE);
    tb_move_list list, part;
    uint32_t parts = 0;

    CHECK(tb_legal_moves(&board, &list) == TB_OK && list.len == 48);
    CHECK(tb_legal_move_count(&board) == 48 && tb_has_legal_move(&board));
    const uint32_t kinds[] = {TB_CAPTURES | TB_PROMOTIONS, TB_QUIETS};
    for (int i = 0; i < 2; i++) {
        CHECK(tb_filtered_moves(&board, kinds[i], ~0ull, ~0ull, &part) == TB_OK);
        parts += part.len;
    }
    CHECK(parts == 48);
    CHECK(tb_filtered_moves(&board, TB_ALL_MOVES, 1ull << 4, ~0ull, &part) == TB_OK && part.len == 4);
    CHECK(tb_filtered_moves(&board, 8, ~0ull, ~0ull, &part) == TB_ERROR_ARGUMENT);

    for (uint32_t i = 0; i < list.len; i++) {
        tb_board after = board, undone;
        tb_undo undo;
        CHECK(tb_is_legal(&board, list.moves[i]));
        CHECK(tb_why_illegal(&board, list.moves[i], NULL) == TB_OK);
        CHECK(tb_try_make_move(&after, list.moves[i]) == TB_OK);
        CHECK(tb_key(&after) == tb_key_after(&board, list.moves[i]));
        CHECK(tb_is_check(&after) == tb_gives_check(&board, list.moves[i]));
        undone = board;
        CHECK(tb_make_move_undoable(&undone, list.moves[i], &undo) == TB_OK);
        CHECK(memcmp(&undone, &after, sizeof after) == 0);
        CHECK(tb_unmake_move(&undone, &undo) == TB_OK);
        CHECK(memcmp(&undone, &board, sizeof board) == 0);
        CHECK(tb_see_ge(&board, list.moves[i], tb_see(&board, list.moves[i])));
    }
    tb_error error;
    tb_board same = board;
    tb_move illegal = (tb_move)(1 << 12 | 20 << 6 | 4);
    CHECK(tb_why_illegal(&board, illegal, &error) == TB_ERROR_ILLEGAL_MOVE && error.field[0] != 0);
    CHECK(tb_try_make_move(&same, illegal) == TB_ERROR_ILLEGAL_MOVE);
    CHECK(memcmp(&same, &board, sizeof board) == 0);
    CHECK(tb_make_null_move(&same) == TB_OK && tb_side_to_move(&same) == TB_BLACK);
    CHECK(tb_perft(&board, 4) == 4085603);
}

static void test_queries(void)
{
    tb_board board = board_of("4k3/8/8/8/7b/8/5R2/4K2R w K - 3 20");
    tb_check_info info;

    CHECK(tb_piece_on(&board, 4) == TB_KING && tb_piece_on(&board, 60) == TB_KING + 6);
    CHECK(tb_piece_on(&board, 0) == TB_NO_PIECE && tb_piece_on(&board, 64) == TB_NO_PIECE);
    CHECK(tb_pieces(&board, TB_ROOK) == (1ull << 13 | 1ull << 7) && tb_king(&board, TB_BLACK) == 60);
    CHECK(tb_colors(&board, TB_BLACK) == (1ull << 60 | 1ull << 31));
    CHECK(tb_get_check_info(&board, &info) == TB_OK && info.pinned == 1ull << 13 && info.checkers == 0);
    CHECK(tb_halfmove_clock(&board) == 3 && tb_fullmove_number(&board) == 20);
    CHECK(tb_castling_rooks(&board) == 1ull << 7 && tb_ep_square(&board) == TB_NO_SQUARE);
    CHECK(tb_attackers_to(&board, 13, ~0ull) == (1ull << 4));
    CHECK(tb_knight_attacks_from(18) == 0x0A1100110Aull && tb_king_attacks_from(9) == 0x070507ull);
    CHECK(tb_queen_attacks_from(0, 0) == (tb_rook_attacks_from(0, 0) | tb_bishop_attacks_from(0, 0)));
    CHECK(tb_between(0, 56) == 0x0001010101010100ull && tb_line(0, 9) == 0x8040201008040201ull);
    CHECK(tb_pawn_attacks_from(TB_WHITE, 8) == 1ull << 17 && tb_pawn_attacks_from(2, 8) == 0 && tb_knight_attacks_from(64) == 0);
    CHECK(tb_attack_map(&board, TB_BLACK) != 0 && tb_attack_map(&board, 2) == 0);

    tb_board mate = board_of("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1");
    CHECK(tb_outcome(&mate) == TB_CHECKMATE && tb_outcome(&board) == TB_ONGOING && tb_is_check(&mate));
    CHECK(tb_make_null_move(&mate) == TB_ERROR_IN_CHECK);
    tb_position stored = tb_to_position(&board);
    tb_board restored = tb_from_position(&stored);
    CHECK(memcmp(&restored, &board, sizeof board) == 0 && tb_same_position(&restored, &board));
    tb_board start = tb_start();
    CHECK(tb_polyglot_key(&start) == 0x463b96181691fc9cull);
    CHECK(tb_chess960(518, 518, &restored) == TB_OK && memcmp(&restored, &start, sizeof start) == 0);
    CHECK(tb_chess960(960, 0, &restored) == TB_ERROR_ARGUMENT);

    uint64_t keys[9];
    const char *moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"};
    keys[0] = tb_key(&start);
    for (int i = 0; i < 8; i++) {
        CHECK(tb_try_make_move(&start, move_of(&start, moves[i])) == TB_OK);
        keys[i + 1] = tb_key(&start);
    }
    CHECK(tb_repetitions(keys, 9, tb_halfmove_clock(&start)) == 2);
    CHECK(tb_repetitions(NULL, 9, 8) == 0);
}

static void test_null(void)
{
    tb_board board = tb_start();
    tb_move_list list;
    char text[8];

    tb_error error;

    list.len = 9;
    CHECK(tb_legal_moves(NULL, &list) == TB_ERROR_NULL && list.len == 0 && tb_legal_moves(&board, NULL) == TB_ERROR_NULL);
    list.len = 9;
    CHECK(tb_filtered_moves(&board, 8, 1, 1, &list) == TB_ERROR_ARGUMENT && list.len == 0);
    error.status = TB_OK;
    CHECK(tb_read_fen(START, 9, false, NULL, &error) == TB_ERROR_NULL && error.status == TB_ERROR_NULL);
    error.status = TB_OK;
    CHECK(tb_why_illegal(&board, TB_NO_MOVE, &error) == TB_ERROR_ILLEGAL_MOVE && error.status == TB_ERROR_ILLEGAL_MOVE);
    /* After more moves than there are, a board has more pieces than any position. */
    tb_board wild = board;
    memset(&wild, 0x55, sizeof wild);
    list.len = 9;
    CHECK(tb_legal_moves(&wild, &list) == TB_OK || list.len == 0);
    CHECK(tb_read_fen(NULL, 5, false, &board, NULL) == TB_ERROR_NULL);
    CHECK(tb_read_fen(START, sizeof START - 1, false, NULL, NULL) == TB_ERROR_NULL);
    CHECK(tb_read_fen(START, SIZE_MAX, false, &board, NULL) == TB_ERROR_NULL);
    CHECK(tb_write_fen(NULL, text, sizeof text) == TB_ERROR_NULL && tb_write_fen(&board, NULL, 9) == TB_ERROR_NULL);
    CHECK(tb_key(NULL) == 0 && tb_piece_on(NULL, 0) == TB_NO_PIECE && !tb_is_legal(NULL, 1) && tb_perft(NULL, 3) == 0);
    CHECK(tb_make_move(NULL, 1) == TB_ERROR_NULL && tb_make_move(&board, TB_NO_MOVE) == TB_ERROR_ARGUMENT);
    CHECK(tb_make_move_undoable(&board, 1, NULL) == TB_ERROR_NULL && tb_unmake_move(&board, NULL) == TB_ERROR_NULL);
    CHECK(tb_get_check_info(&board, NULL) == TB_ERROR_NULL && !tb_same_position(&board, NULL));
    tb_undo undo;
    memset(&undo, 0, sizeof undo);
    CHECK(tb_unmake_move(&board, &undo) == TB_ERROR_ARGUMENT);
}

int main(void)
{
    test_texts();
    test_moves();
    test_queries();
    test_null();
    puts("ok");
    return 0;
}
