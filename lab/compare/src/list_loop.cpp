// Counts the leaves of positions by lists: `list_loop DEPTH FEN…`. With CHESS_LIBRARY defined, by chess-library instead
// of Tabiya. Prints leaves and seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#ifdef CHESS_LIBRARY
#include "chess.hpp"

using Board = chess::Board;

static Board read(const char *fen) { return Board(fen); }

static std::uint64_t leaves(Board &board, int depth) {
    chess::Movelist moves;
    chess::movegen::legalmoves(moves, board);
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (const auto &move : moves) {
        board.makeMove(move);
        count += leaves(board, depth - 1);
        board.unmakeMove(move);
    }
    return count;
}
#else
#include "tabiya.hpp"

using tabiya::Board;

static Board read(const char *fen) { return Board::from_fen(fen).value(); }

static std::uint64_t leaves(const Board &board, int depth) {
    const auto moves = board.legal_moves();
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (auto move : moves) count += leaves(board.after(move), depth - 1);
    return count;
}
#endif

int main(int argc, char **argv) {
    std::uint64_t count = 0;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 2; i < argc; i++) {
        Board board = read(argv[i]);
        count += leaves(board, std::atoi(argv[1]));
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::printf("%llu %.9f\n", static_cast<unsigned long long>(count), seconds.count());
}
