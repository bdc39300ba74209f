/* Tabiya: chess move generation. Written by `cargo xtask c --write`; do not edit. */

#ifndef TABIYA_H
#define TABIYA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * The kind of a move that is none of the others; captures are among them.
 */
#define TB_NORMAL 1

/**
 * The kind of castling.
 */
#define TB_CASTLING 2

/**
 * The kind of an en passant capture.
 */
#define TB_EN_PASSANT 3

/**
 * The kind of a promotion to a knight.
 */
#define TB_PROMOTE_TO_KNIGHT 4

/**
 * The kind of a promotion to a bishop.
 */
#define TB_PROMOTE_TO_BISHOP 5

/**
 * The kind of a promotion to a rook.
 */
#define TB_PROMOTE_TO_ROOK 6

/**
 * The kind of a promotion to a queen.
 */
#define TB_PROMOTE_TO_QUEEN 7

/**
 * Captures, en passant and promotions with capture included.
 */
#define TB_CAPTURES 1

/**
 * Promotions, with and without capture.
 */
#define TB_PROMOTIONS 2

/**
 * Moves that are neither captures nor promotions.
 */
#define TB_QUIETS 4

/**
 * All moves.
 */
#define TB_ALL_MOVES 7

/**
 * The game goes on.
 */
#define TB_ONGOING 0

/**
 * The side to move is mated.
 */
#define TB_CHECKMATE 1

/**
 * The side to move has no legal move, and is not in check.
 */
#define TB_STALEMATE 2

/**
 * Neither player has the material to mate.
 */
#define TB_INSUFFICIENT_MATERIAL 3

/**
 * Each player made seventy-five moves without a capture or a pawn move.
 */
#define TB_SEVENTY_FIVE_MOVES 4

/**
 * The bytes for any FEN, with its end.
 */
#define TB_FEN_SIZE 104

/**
 * The bytes for any move in UCI, with its end.
 */
#define TB_UCI_SIZE 6

/**
 * The bytes for any move in SAN, with its end.
 */
#define TB_SAN_SIZE 12

/**
 * The most moves in a list.
 */
#define TB_MOVE_LIST_SIZE 288

/**
 * A set of squares: bit 0 is a1, bit 63 is h8.
 */
typedef uint64_t tb_bitboard;

/**
 * A player: TB_WHITE or TB_BLACK.
 */
typedef uint8_t tb_color;

/**
 * A square: a1 is 0, b1 is 1, h8 is 63.
 */
typedef uint8_t tb_square;

/**
 * A position with its Zobrist key. Copy it by assignment, and compare by `tb_same_position`: equal positions may have
 * different words. The words are no format: they differ between versions.
 */
typedef struct {
  uint64_t words[8];
} tb_board;

/**
 * The result of a function that can fail: TB_OK, or a negative number such as TB_ERROR_FEN. If the function has a
 * `tb_error`, it writes that after every error.
 */
typedef int32_t tb_status;

/**
 * A position without a key, for tables in memory. Copy it by assignment. Its words are no format either; store FENs.
 */
typedef struct {
  uint64_t words[6];
} tb_position;

/**
 * A piece: its type, plus 6 for Black.
 */
typedef uint8_t tb_piece;

/**
 * A piece type, such as TB_KNIGHT.
 */
typedef uint8_t tb_piece_type;

/**
 * A move: the origin in bits 0 to 5, the target in bits 6 to 11, and the kind, such as TB_CASTLING, in bits 12 to 15.
 * The target of castling is the rook's square. TB_NO_MOVE is no move.
 */
typedef uint16_t tb_move;

/**
 * Checks and pins against the side to move, and the squares from which it gives check.
 */
typedef struct {
  /**
   * The pieces that give check.
   */
  tb_bitboard checkers;
  /**
   * The pieces of the side to move that are pinned to their king.
   */
  tb_bitboard pinned;
  /**
   * The squares that the king may not enter.
   */
  tb_bitboard danger;
  /**
   * The pieces of the side to move that give check by moving off a line.
   */
  tb_bitboard discoverers;
  /**
   * The squares from which each piece type gives check.
   */
  tb_bitboard check_squares[6];
} tb_check_info;

/**
 * A list of moves.
 */
typedef struct {
  /**
   * The number of moves.
   */
  uint32_t len;
  /**
   * The moves. Those behind the length are unspecified.
   */
  tb_move moves[TB_MOVE_LIST_SIZE];
} tb_move_list;

/**
 * An error, with its place and a sentence.
 */
typedef struct {
  /**
   * The status that the function returned.
   */
  tb_status status;
  /**
   * The offset of the wrong field in a FEN, in bytes; 0 for other texts.
   */
  uint32_t offset;
  /**
   * The wrong field of a FEN: "placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove
   * number"; or the code of an illegal move's reason, such as "pinned"; or empty.
   */
  char field[32];
  /**
   * A sentence.
   */
  char message[216];
} tb_error;

/**
 * A record that undoes a move.
 */
typedef struct {
  uint64_t words[5];
} tb_undo;

/**
 * No square.
 */
#define TB_NO_SQUARE 64

/**
 * White.
 */
#define TB_WHITE 0

/**
 * Black.
 */
#define TB_BLACK 1

/**
 * A pawn.
 */
#define TB_PAWN 0

/**
 * A knight.
 */
#define TB_KNIGHT 1

/**
 * A bishop.
 */
#define TB_BISHOP 2

/**
 * A rook.
 */
#define TB_ROOK 3

/**
 * A queen.
 */
#define TB_QUEEN 4

/**
 * A king.
 */
#define TB_KING 5

/**
 * No piece, and no piece type.
 */
#define TB_NO_PIECE 12

/**
 * No move.
 */
#define TB_NO_MOVE 0

/**
 * Success.
 */
#define TB_OK 0

/**
 * A pointer that must not be null is null.
 */
#define TB_ERROR_NULL -1

/**
 * A number is out of range.
 */
#define TB_ERROR_ARGUMENT -2

/**
 * The buffer is too small. After any error, it holds an empty text, if it has any bytes.
 */
#define TB_ERROR_BUFFER -3

/**
 * The text is not a FEN of a valid position.
 */
#define TB_ERROR_FEN -4

/**
 * The text is not a move.
 */
#define TB_ERROR_MOVE_TEXT -5

/**
 * The move is illegal.
 */
#define TB_ERROR_ILLEGAL_MOVE -6

/**
 * Several legal moves fit the text.
 */
#define TB_ERROR_AMBIGUOUS_MOVE -7

/**
 * The side to move is in check, so that it cannot pass.
 */
#define TB_ERROR_IN_CHECK -8

/**
 * The board was no position, or the library has a bug.
 */
#define TB_ERROR_INTERNAL -9

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns the squares that a pawn attacks.
 */
tb_bitboard tb_pawn_attacks_from(tb_color color, tb_square square);

/**
 * Returns the squares that a knight attacks.
 */
tb_bitboard tb_knight_attacks_from(tb_square square);

/**
 * Returns the squares that a king attacks.
 */
tb_bitboard tb_king_attacks_from(tb_square square);

/**
 * Returns the squares that a bishop attacks, up to and including the first occupied one in each direction.
 */
tb_bitboard tb_bishop_attacks_from(tb_square square,
                                   tb_bitboard occupied);

/**
 * Returns the squares that a rook attacks, up to and including the first occupied one in each direction.
 */
tb_bitboard tb_rook_attacks_from(tb_square square,
                                 tb_bitboard occupied);

/**
 * Returns the squares that a queen attacks, up to and including the first occupied one in each direction.
 */
tb_bitboard tb_queen_attacks_from(tb_square square,
                                  tb_bitboard occupied);

/**
 * Returns the squares between two squares on a line, without these.
 */
tb_bitboard tb_between(tb_square first, tb_square second);

/**
 * Returns the whole line through two squares, up to the edges of the board.
 */
tb_bitboard tb_line(tb_square first, tb_square second);

/**
 * Returns the version of the library, such as "0.1.0".
 */
const char *tb_version(void);

/**
 * Returns the start position.
 */
tb_board tb_start(void);

/**
 * Sets up Chess960 by the numbers, from 0 to 959, of White's and Black's start positions. They differ in double
 * Chess960.
 */
tb_status tb_chess960(uint16_t white,
                      uint16_t black,
                      tb_board *board);

/**
 * Returns a board's position, for storage. For null, it is the start position.
 */
tb_position tb_to_position(const tb_board *board);

/**
 * Returns the board of a position, with its key. For null, it is the start position.
 */
tb_board tb_from_position(const tb_position *position);

/**
 * Tests whether two boards have the same position by the repetition rule: clocks do not count, and the en passant square
 * only if a capture is legal.
 */
bool tb_same_position(const tb_board *board,
                      const tb_board *other);

/**
 * Returns the piece on a square, or TB_NO_PIECE.
 */
tb_piece tb_piece_on(const tb_board *board, tb_square square);

/**
 * Returns the squares with pieces of a type, of both players.
 */
tb_bitboard tb_pieces(const tb_board *board, tb_piece_type piece_type);

/**
 * Returns the squares with a player's pieces.
 */
tb_bitboard tb_colors(const tb_board *board, tb_color color);

/**
 * Returns the square of a player's king, or TB_NO_SQUARE for a wrong color.
 */
tb_square tb_king(const tb_board *board, tb_color color);

/**
 * Returns the side to move.
 */
tb_color tb_side_to_move(const tb_board *board);

/**
 * Returns the squares of the rooks with a castling right, of both players.
 */
tb_bitboard tb_castling_rooks(const tb_board *board);

/**
 * Returns the square behind the last double push, or TB_NO_SQUARE. FENs name it only if a capture there is legal.
 */
tb_square tb_ep_square(const tb_board *board);

/**
 * Returns the number of moves by both players since the last capture or pawn move.
 */
uint16_t tb_halfmove_clock(const tb_board *board);

/**
 * Returns the number of the full move, from 1.
 */
uint16_t tb_fullmove_number(const tb_board *board);

/**
 * Returns the Zobrist key, for a table. Repetitions have equal keys.
 */
uint64_t tb_key(const tb_board *board);

/**
 * Returns the key of the board after a legal move, to prefetch a table's entry.
 */
uint64_t tb_key_after(const tb_board *board, tb_move mv);

/**
 * Returns the key of Polyglot's opening books.
 */
uint64_t tb_polyglot_key(const tb_board *board);

/**
 * Returns how the game has ended by this position alone, such as TB_CHECKMATE, or TB_ONGOING.
 */
uint8_t tb_outcome(const tb_board *board);

/**
 * Returns a player's attack map: all squares that the player's pieces attack.
 */
tb_bitboard tb_attack_map(const tb_board *board, tb_color color);

/**
 * Returns the pieces of both players that attack a square, if `occupied` blocks their lines.
 */
tb_bitboard tb_attackers_to(const tb_board *board, tb_square square, tb_bitboard occupied);

/**
 * Computes checks, pins, and the squares from which the side to move gives check.
 */
tb_status tb_get_check_info(const tb_board *board, tb_check_info *info);

/**
 * Tests whether the side to move is in check.
 */
bool tb_is_check(const tb_board *board);

/**
 * Counts the leaves of the tree of legal moves, by fast counting on one thread. The greatest number stands for more. A
 * library without the feature `perft` lacks the function.
 */
uint64_t tb_perft(const tb_board *board,
                  uint8_t depth);

/**
 * Lists the legal moves. After an error, the list is empty.
 */
tb_status tb_legal_moves(const tb_board *board, tb_move_list *list);

/**
 * Lists the legal moves of some kinds, such as `TB_CAPTURES | TB_PROMOTIONS`, from and to some squares. A search
 * lists them in stages. After an error, the list is empty.
 */
tb_status tb_filtered_moves(const tb_board *board,
                            uint32_t kinds,
                            tb_bitboard from,
                            tb_bitboard to,
                            tb_move_list *list);

/**
 * Counts the legal moves, which is faster than a list.
 */
uint32_t tb_legal_move_count(const tb_board *board);

/**
 * Tests whether there is a legal move.
 */
bool tb_has_legal_move(const tb_board *board);

/**
 * Tests whether a move is legal. Any 16 bits may be tested, such as those from a table.
 */
bool tb_is_legal(const tb_board *board, tb_move mv);

/**
 * Explains why a move is illegal, in `error`, which may be null. Returns TB_OK for a legal move, and otherwise writes
 * `error`.
 */
tb_status tb_why_illegal(const tb_board *board,
                         tb_move mv,
                         tb_error *error);

/**
 * Tests whether a legal move captures. For another move, the result is unspecified.
 */
bool tb_is_capture(const tb_board *board, tb_move mv);

/**
 * Returns the type of the piece that a legal move captures, or TB_NO_PIECE.
 */
tb_piece_type tb_captured_piece(const tb_board *board, tb_move mv);

/**
 * Tests whether a legal move gives check. For another move, the result is unspecified.
 */
bool tb_gives_check(const tb_board *board, tb_move mv);

/**
 * Returns the value in centipawns that the exchange after a legal move wins (SEE): a pawn counts 100, a knight and a
 * bishop 300, a rook 500, a queen 900. For another move, the result is unspecified.
 */
int32_t tb_see(const tb_board *board,
               tb_move mv);

/**
 * Tests whether the exchange after a legal move wins at least a value in centipawns, which is faster.
 */
bool tb_see_ge(const tb_board *board,
               tb_move mv,
               int32_t threshold);

/**
 * Makes a move after a test. An illegal move leaves the board as it is.
 */
tb_status tb_try_make_move(tb_board *board, tb_move mv);

/**
 * Makes a legal move, such as one from a list. After another move, the board is unspecified.
 */
tb_status tb_make_move(tb_board *board, tb_move mv);

/**
 * Makes a legal move, and writes the record that undoes it. A copy of the board does the same and is as fast.
 */
tb_status tb_make_move_undoable(tb_board *board,
                                tb_move mv,
                                tb_undo *undo);

/**
 * Undoes the last move. With the record of another one, the board is unspecified.
 */
tb_status tb_unmake_move(tb_board *board, const tb_undo *undo);

/**
 * Passes the move to the other player, which ends the en passant right and counts for the clock. A copy of the board
 * undoes it. In check it is an error.
 */
tb_status tb_make_null_move(tb_board *board);

/**
 * Returns a move's origin; for castling, the king's. For TB_NO_MOVE, it is 0.
 */
tb_square tb_from(tb_move mv);

/**
 * Returns a move's target; for castling, the rook's square. For TB_NO_MOVE, it is 0.
 */
tb_square tb_to(tb_move mv);

/**
 * Returns a move's kind, such as TB_CASTLING.
 */
uint8_t tb_kind(tb_move mv);

/**
 * Reads a FEN of `len` bytes, without an end of line. The last fields may be missing. With `lenient`, clocks may be
 * dashes, the full move 0, and castling rights and en passant squares that cannot be are dropped. After an error, `board`
 * is unchanged, and `error`, which may be null, says what is wrong.
 *
 * # Safety
 *
 * `fen` is null, or points to `len` bytes.
 */
tb_status tb_read_fen(const char *fen,
                      size_t len,
                      bool lenient,
                      tb_board *board,
                      tb_error *error);

/**
 * Writes the FEN and its end to a buffer of `size` bytes, such as TB_FEN_SIZE.
 *
 * # Safety
 *
 * `buffer` is null, or points to `size` bytes.
 */
tb_status tb_write_fen(const tb_board *board, char *buffer, size_t size);

/**
 * Reads a legal move in UCI, such as "e2e4" or "e7e8q". Castling may be the king's step or the king's capture of the
 * rook. `error` may be null.
 *
 * # Safety
 *
 * `text` is null, or points to `len` bytes.
 */
tb_status tb_read_uci(const tb_board *board,
                      const char *text,
                      size_t len,
                      tb_move *mv,
                      tb_error *error);

/**
 * Reads a legal move in SAN, such as "Nf3" or "O-O". `error` may be null.
 *
 * # Safety
 *
 * `text` is null, or points to `len` bytes.
 */
tb_status tb_read_san(const tb_board *board,
                      const char *text,
                      size_t len,
                      tb_move *mv,
                      tb_error *error);

/**
 * Writes a move in UCI and its end to a buffer of `size` bytes, such as TB_UCI_SIZE. With `chess960`, castling is the
 * king's capture of the rook. Without it, Chess960 castling may read like a king step.
 *
 * # Safety
 *
 * `buffer` is null, or points to `size` bytes.
 */
tb_status tb_write_uci(tb_move mv,
                       bool chess960,
                       char *buffer,
                       size_t size);

/**
 * Writes a legal move in SAN and its end to a buffer of `size` bytes, such as TB_SAN_SIZE.
 *
 * # Safety
 *
 * `buffer` is null, or points to `size` bytes.
 */
tb_status tb_write_san(const tb_board *board, tb_move mv, char *buffer, size_t size);

/**
 * Counts how often the last position in a list of a game's keys occurred before. `clock` is its halfmove clock, behind
 * which nothing can repeat. 2 is a threefold repetition. In a search, give the keys since the last null move.
 *
 * # Safety
 *
 * `keys` is null, or points to `len` keys, each of a position after the one before.
 */
uint32_t tb_repetitions(const uint64_t *keys,
                        size_t len,
                        uint16_t clock);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* TABIYA_H */

#if defined(__cplusplus)
#define TB_ASSERT static_assert
#else
#define TB_ASSERT _Static_assert
#endif
TB_ASSERT(sizeof(tb_board) == 64 && sizeof(tb_position) == 48 && sizeof(tb_undo) == 40, "sizes of values");
TB_ASSERT(sizeof(tb_move) == 2 && sizeof(tb_move_list) == 4 + 2 * TB_MOVE_LIST_SIZE, "size of a list");
TB_ASSERT(offsetof(tb_move_list, moves) == 4, "place of a list's moves");
TB_ASSERT(sizeof(tb_check_info) == 80 && offsetof(tb_check_info, check_squares) == 32, "check info");
TB_ASSERT(sizeof(tb_error) == 256 && offsetof(tb_error, message) == 40, "error");
#undef TB_ASSERT
