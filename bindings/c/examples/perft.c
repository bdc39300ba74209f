/* Counts leaves with a loop of your own: `perft 5`, or `perft 4 "FEN"`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tabiya.h"

static uint64_t leaves(const tb_board *board, int depth)
{
    tb_move_list list;
    uint64_t count = 0;

    if (depth == 0)
        return 1;
    if (depth == 1)
        return tb_legal_move_count(board);
    tb_legal_moves(board, &list);
    for (uint32_t i = 0; i < list.len; i++) {
        tb_board after = *board;
        tb_make_move(&after, list.moves[i]);
        count += leaves(&after, depth - 1);
    }
    return count;
}

int main(int argc, char **argv)
{
    tb_board board = tb_start();
    tb_error error;
    int depth = argc > 1 ? atoi(argv[1]) : 5;

    if (argc > 2 && tb_read_fen(argv[2], strlen(argv[2]), false, &board, &error) != TB_OK) {
        fprintf(stderr, "%s, at byte %u: %s\n", error.field, (unsigned)error.offset, error.message);
        return 2;
    }
    printf("%llu\n", (unsigned long long)leaves(&board, depth));
    return 0;
}
