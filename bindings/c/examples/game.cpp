// Lists the moves of a position in SAN, counts leaves, and plays a random game: `game "FEN"`.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <random>
#include <vector>

#include "tabiya.hpp"

using tabiya::Board, tabiya::Move;

static std::uint64_t perft(const Board &board, int depth) {
    if (depth == 1) return board.legal_move_count();
    std::uint64_t count = 0;
    for (Move move : board.legal_moves()) count += perft(board.after(move), depth - 1);
    return count;
}

int main(int argc, char **argv) {
    Board board;
    if (argc > 1) {
        tb_error error;
        const auto found = Board::from_fen(argv[1], false, &error);
        if (!found) {
            std::cerr << error.field << ": " << error.message << '\n';
            return 2;
        }
        board = *found;
    }

    const auto moves = board.legal_moves();
    std::vector<std::string> names;
    std::ranges::transform(moves, std::back_inserter(names), [&](Move move) { return board.san(move); });
    std::ranges::sort(names);
    for (const auto &name : names) std::cout << name << ' ';
    std::cout << "\nperft 4: " << perft(board, 4) << '\n';

    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys{board.key()};
    int ply = 0;
    while (board.outcome() == TB_ONGOING && ply < 400) {
        const auto list = board.legal_moves();
        const Move move = list[random() % list.size()];
        if (board.side_to_move() == tabiya::Color::White) std::cout << ply / 2 + 1 << ". ";
        std::cout << board.san(move) << ' ';
        board.make(move);
        keys.push_back(board.key());
        ply++;
        const auto clock = static_cast<std::uint16_t>(board.halfmove_clock());
        if (tb_repetitions(keys.data(), keys.size(), clock) >= 2) break;
    }
    std::cout << '\n' << board.fen() << '\n';
}
