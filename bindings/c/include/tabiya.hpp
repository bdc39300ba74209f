// Tabiya for C++20: the values of tabiya.h with members, ranges and std::span. No exceptions, no allocation but
// for std::string.
#ifndef TABIYA_HPP
#define TABIYA_HPP

#include <bit>
#include <compare>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tabiya.h"

namespace tabiya {

enum class Color : tb_color { White = TB_WHITE, Black = TB_BLACK };

constexpr Color operator!(Color color) { return color == Color::White ? Color::Black : Color::White; }

enum class PieceType : tb_piece_type {
    Pawn = TB_PAWN,
    Knight = TB_KNIGHT,
    Bishop = TB_BISHOP,
    Rook = TB_ROOK,
    Queen = TB_QUEEN,
    King = TB_KING,
};

struct Piece {
    Color color;
    PieceType type;

    constexpr bool operator==(const Piece &) const = default;
};

/// A square: a1 is 0, h8 is 63.
struct Square {
    tb_square number = 0;

    constexpr int file() const { return number & 7; }
    constexpr int rank() const { return number >> 3; }
    constexpr auto operator<=>(const Square &) const = default;

    std::string str() const { return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())}; }
};

/// A set of squares, whose range is ascending.
struct Bitboard {
    tb_bitboard bits = 0;

    class Iterator {
    public:
        using value_type = Square;
        using difference_type = std::ptrdiff_t;

        constexpr Iterator() = default;
        constexpr explicit Iterator(tb_bitboard rest) : bits(rest) {}
        constexpr Square operator*() const { return {static_cast<tb_square>(std::countr_zero(bits))}; }
        constexpr Iterator &operator++() {
            bits &= bits - 1;
            return *this;
        }
        constexpr Iterator operator++(int) {
            Iterator old = *this;
            ++*this;
            return old;
        }
        constexpr bool operator==(const Iterator &) const = default;

    private:
        tb_bitboard bits = 0;
    };

    constexpr Iterator begin() const { return Iterator(bits); }
    constexpr Iterator end() const { return Iterator(); }
    constexpr int size() const { return std::popcount(bits); }
    constexpr bool empty() const { return bits == 0; }
    constexpr bool contains(Square square) const { return square.number < 64 && (bits >> square.number & 1); }
    constexpr Bitboard operator&(Bitboard other) const { return {bits & other.bits}; }
    constexpr Bitboard operator|(Bitboard other) const { return {bits | other.bits}; }
    constexpr Bitboard operator^(Bitboard other) const { return {bits ^ other.bits}; }
    constexpr Bitboard operator~() const { return {~bits}; }
    constexpr bool operator==(const Bitboard &) const = default;
};

static_assert(std::forward_iterator<Bitboard::Iterator>);

/// A move in two bytes. The target of castling is the rook's square.
struct Move {
    tb_move bits = TB_NO_MOVE;

    constexpr Square from() const { return {static_cast<tb_square>(bits & 63)}; }
    constexpr Square to() const { return {static_cast<tb_square>(bits >> 6 & 63)}; }
    constexpr int kind() const { return bits >> 12; }
    constexpr bool is_castling() const { return kind() == TB_CASTLING; }
    constexpr bool is_en_passant() const { return kind() == TB_EN_PASSANT; }
    constexpr bool is_promotion() const { return kind() >= TB_PROMOTE_TO_KNIGHT; }
    constexpr explicit operator bool() const { return bits != TB_NO_MOVE; }
    constexpr bool operator==(const Move &) const = default;

    std::string uci(bool chess960 = false) const {
        char text[TB_UCI_SIZE] = "";
        tb_write_uci(bits, chess960, text, sizeof text);
        return text;
    }
};

/// The moves of a position, a range of Move.
class MoveList {
public:
    tb_move_list list;

    MoveList() { list.len = 0; }

    class Iterator {
    public:
        using value_type = Move;
        using difference_type = std::ptrdiff_t;

        constexpr Iterator() = default;
        constexpr explicit Iterator(const tb_move *start) : place(start) {}
        constexpr Move operator*() const { return {*place}; }
        constexpr Iterator &operator++() {
            ++place;
            return *this;
        }
        constexpr Iterator operator++(int) { return Iterator(place++); }
        constexpr bool operator==(const Iterator &) const = default;

    private:
        const tb_move *place = nullptr;
    };

    Iterator begin() const { return Iterator(list.moves); }
    Iterator end() const { return Iterator(list.moves + list.len); }
    std::size_t size() const { return list.len; }
    bool empty() const { return list.len == 0; }
    Move operator[](std::size_t index) const { return {list.moves[index]}; }
    /// The moves' bits, to be sorted in place.
    std::span<tb_move> bits() { return {list.moves, list.len}; }
};

static_assert(std::forward_iterator<MoveList::Iterator>);

/// A position with its key. Copies are as cheap as records that undo a move.
struct Board {
    tb_board board = tb_start();

    /// Reads a FEN; on error, nothing, and the reason in `error`.
    static std::optional<Board> from_fen(std::string_view fen, bool lenient = false, tb_error *error = nullptr) {
        Board found;
        const tb_status status = tb_read_fen(fen.data(), fen.size(), lenient, &found.board, error);
        return status == TB_OK ? std::optional(found) : std::nullopt;
    }

    std::string fen() const {
        char text[TB_FEN_SIZE] = "";
        tb_write_fen(&board, text, sizeof text);
        return text;
    }

    std::optional<Move> parse_uci(std::string_view text, tb_error *error = nullptr) const {
        Move found;
        const tb_status status = tb_read_uci(&board, text.data(), text.size(), &found.bits, error);
        return status == TB_OK ? std::optional(found) : std::nullopt;
    }

    std::optional<Move> parse_san(std::string_view text, tb_error *error = nullptr) const {
        Move found;
        const tb_status status = tb_read_san(&board, text.data(), text.size(), &found.bits, error);
        return status == TB_OK ? std::optional(found) : std::nullopt;
    }

    /// A legal move in SAN; empty for another one.
    std::string san(Move move) const {
        char text[TB_SAN_SIZE] = "";
        tb_write_san(&board, move.bits, text, sizeof text);
        return text;
    }

    MoveList legal_moves() const {
        MoveList moves;
        tb_legal_moves(&board, &moves.list);
        return moves;
    }

    /// The legal moves of some kinds, such as TB_CAPTURES | TB_PROMOTIONS, from and to some squares.
    MoveList moves(uint32_t kinds, Bitboard from = {~0ull}, Bitboard to = {~0ull}) const {
        MoveList moves;
        tb_filtered_moves(&board, kinds, from.bits, to.bits, &moves.list);
        return moves;
    }

    std::size_t legal_move_count() const { return tb_legal_move_count(&board); }
    bool has_legal_move() const { return tb_has_legal_move(&board); }
    bool is_legal(Move move) const { return tb_is_legal(&board, move.bits); }
    bool is_capture(Move move) const { return tb_is_capture(&board, move.bits); }
    bool gives_check(Move move) const { return tb_gives_check(&board, move.bits); }
    bool see_ge(Move move, int threshold) const { return tb_see_ge(&board, move.bits, threshold); }
    int see(Move move) const { return tb_see(&board, move.bits); }

    /// Makes a legal move. After another one, the board is unspecified; `try_make` tests.
    void make(Move move) { tb_make_move(&board, move.bits); }
    bool try_make(Move move) { return tb_try_make_move(&board, move.bits) == TB_OK; }
    /// Passes the move; false in check.
    bool make_null() { return tb_make_null_move(&board) == TB_OK; }
    Board after(Move move) const {
        Board copy = *this;
        copy.make(move);
        return copy;
    }

    std::optional<Piece> piece_on(Square square) const {
        const tb_piece piece = tb_piece_on(&board, square.number);
        if (piece >= TB_NO_PIECE) return std::nullopt;
        return Piece{static_cast<Color>(piece / 6), static_cast<PieceType>(piece % 6)};
    }

    Bitboard pieces(PieceType type) const { return {tb_pieces(&board, static_cast<tb_piece_type>(type))}; }
    Bitboard pieces(Color color) const { return {tb_colors(&board, static_cast<tb_color>(color))}; }
    Bitboard occupied() const { return pieces(Color::White) | pieces(Color::Black); }
    Square king(Color color) const { return {tb_king(&board, static_cast<tb_color>(color))}; }
    Color side_to_move() const { return static_cast<Color>(tb_side_to_move(&board)); }
    /// The square behind the last double push.
    std::optional<Square> ep_square() const {
        const tb_square square = tb_ep_square(&board);
        return square == TB_NO_SQUARE ? std::nullopt : std::optional(Square{square});
    }
    Bitboard castling_rooks() const { return {tb_castling_rooks(&board)}; }
    int halfmove_clock() const { return tb_halfmove_clock(&board); }
    int fullmove_number() const { return tb_fullmove_number(&board); }
    bool is_check() const { return tb_is_check(&board); }
    uint64_t key() const { return tb_key(&board); }
    /// Compares by the repetition rule.
    bool operator==(const Board &other) const { return tb_same_position(&board, &other.board); }
    /// TB_ONGOING, TB_CHECKMATE, TB_STALEMATE, TB_INSUFFICIENT_MATERIAL or TB_SEVENTY_FIVE_MOVES.
    int outcome() const { return tb_outcome(&board); }
};

}  // namespace tabiya

#endif  // TABIYA_HPP
