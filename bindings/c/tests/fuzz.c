/* Calls every function with random bytes for some seconds: `fuzz SECONDS SEED`. Sanitizers watch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tabiya.h"

static uint64_t state;

static uint64_t next(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static const char *const TEXTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r3k1r/P7/8/3pP3/8/8/7p/1R3K1R w Hb d6 99 3",
    "e1g1", "e7e8q", "O-O-O", "Nbxd7+", "exd8=Q#",
};

/* Changes some bits, or none. */
static void mutate(void *bytes, size_t len)
{
    for (uint64_t left = next() % 4; left > 0 && len > 0; left--)
        ((unsigned char *)bytes)[next() % len] ^= (unsigned char)(1u << next() % 8);
}

/* A text in memory of its own, so that a read behind its end is noticed. */
static char *text(size_t *len)
{
    const char *source = TEXTS[next() % (sizeof TEXTS / sizeof *TEXTS)];
    *len = next() % 4 == 0 ? next() % (strlen(source) + 1) : strlen(source);
    char *copy = malloc(*len ? *len : 1);
    memcpy(copy, source, *len);
    if (next() % 2)
        mutate(copy, *len);
    return copy;
}

static void write_to_buffer(const tb_board *board, tb_move move)
{
    size_t size = next() % 110;
    char *buffer = malloc(size ? size : 1);
    tb_write_fen(board, buffer, size);
    tb_write_uci(move, next() % 2, buffer, size);
    tb_write_san(board, move, buffer, size);
    free(buffer);
}

static void query(const tb_board *board, tb_move move)
{
    uint8_t number = (uint8_t)(next() % 80);
    tb_move_list *list = malloc(sizeof *list);
    tb_check_info info;
    tb_error error;
    uint64_t keys[4] = {next(), tb_key(board), next(), tb_key(board)};

    if (tb_legal_moves(board, list) == TB_OK && list->len > TB_MOVE_LIST_SIZE)
        abort();
    tb_filtered_moves(board, (uint32_t)next() & 15, next(), next(), list);
    tb_legal_move_count(board);
    tb_has_legal_move(board);
    tb_is_legal(board, move);
    tb_why_illegal(board, move, &error);
    tb_is_capture(board, move);
    tb_captured_piece(board, move);
    tb_gives_check(board, move);
    tb_see(board, move);
    tb_see_ge(board, move, (int)next());
    tb_key_after(board, move);
    tb_polyglot_key(board);
    tb_outcome(board);
    tb_piece_on(board, number);
    tb_pieces(board, number % 8);
    tb_colors(board, number % 3);
    tb_king(board, number % 3);
    tb_ep_square(board);
    tb_castling_rooks(board);
    tb_attack_map(board, number % 3);
    tb_attackers_to(board, number, next());
    tb_get_check_info(board, &info);
    tb_same_position(board, board);
    tb_repetitions(keys, next() % 5, (uint16_t)next());
    tb_rook_attacks_from(number, next());
    tb_bishop_attacks_from(number, next());
    tb_pawn_attacks_from(number % 3, number);
    tb_between(number, (uint8_t)next());
    tb_line((uint8_t)next(), number);
    if (next() % 16 == 0)
        tb_perft(board, 2);
    free(list);
}

static void run(void)
{
    tb_board board = tb_start();
    tb_move move = (tb_move)next();
    tb_error error;
    tb_undo undo;
    size_t len;
    char *fen = text(&len);

    if (tb_read_fen(fen, len, next() % 2, &board, &error) != TB_OK)
        board = tb_start();
    free(fen);
    /* Bytes that are no position. */
    if (next() % 2)
        mutate(&board, sizeof board);
    if (next() % 64 == 0)
        for (size_t i = 0; i < sizeof board / 8; i++)
            ((uint64_t *)(void *)&board)[i] = next();
    for (int ply = 0; ply < 8; ply++) {
        tb_move_list list;
        char *name = text(&len);
        tb_read_uci(&board, name, len, &move, &error);
        tb_read_san(&board, name, len, &move, &error);
        free(name);
        query(&board, move);
        write_to_buffer(&board, move);
        if (tb_legal_moves(&board, &list) == TB_OK && list.len > 0 && next() % 8)
            move = list.moves[next() % list.len];
        if (tb_make_move_undoable(&board, move, &undo) == TB_OK && next() % 4 == 0) {
            mutate(&undo, sizeof undo);
            tb_unmake_move(&board, &undo);
        }
        tb_try_make_move(&board, move);
        if (next() % 8 == 0)
            tb_make_move(&board, move);
        if (next() % 8 == 0)
            tb_make_null_move(&board);
        tb_position position = tb_to_position(&board);
        board = tb_from_position(&position);
    }
}

int main(int argc, char **argv)
{
    time_t end = time(NULL) + (argc > 1 ? atoi(argv[1]) : 10);
    uint64_t runs = 0;

    state = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    while (time(NULL) < end)
        for (int i = 0; i < 100; i++, runs++)
            run();
    printf("%llu runs\n", (unsigned long long)runs);
    return 0;
}
