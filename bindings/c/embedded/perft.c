/* Perft 4 of Kiwipete on a Cortex-M4, with the depth of the stack. QEMU runs it by semihosting. */
#include <stdint.h>
#include <string.h>

#include "tabiya.h"

#define DEPTH 4

/* Places that the linker defines. */
extern uint32_t stack_bottom[], stack_top[], data_start[], data_end[], data_source[], bss_start[], bss_end[];

static uint32_t leaves(const tb_board *board, int depth)
{
    static tb_move_list lists[DEPTH - 1];
    tb_move_list *list = &lists[DEPTH - depth];
    uint32_t count = 0;

    if (depth == 1)
        return tb_legal_move_count(board);
    tb_legal_moves(board, list);
    for (uint32_t i = 0; i < list->len; i++) {
        tb_board after = *board;
        tb_make_move(&after, list->moves[i]);
        count += leaves(&after, depth - 1);
    }
    return count;
}

static void semihosting(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void print_number(const char *name, uint32_t number)
{
    char digits[12];
    char *place = digits + sizeof digits;

    *--place = 0;
    do {
        *--place = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    semihosting(4, name);
    semihosting(4, place);
    semihosting(4, "\n");
}

/* What the library calls after a panic. */
void abort(void)
{
    semihosting(4, "abort\n");
    semihosting(0x18, (const void *)0x20023);
    for (;;) {
    }
}

int main(void)
{
    static const char fen[] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    tb_board board;
    const uint32_t *place;

    if (tb_read_fen(fen, sizeof fen - 1, false, &board, NULL) != TB_OK)
        abort();
    print_number("leaves ", leaves(&board, DEPTH));
    for (place = stack_bottom; *place == 0xA5A5A5A5; place++) {
    }
    print_number("stack ", (uint32_t)((const char *)stack_top - (const char *)place));
    print_number("data ", (uint32_t)((const char *)bss_end - (const char *)data_start));
    semihosting(0x18, (const void *)0x20026);
    return 0;
}

void start(void)
{
    memcpy(data_start, data_source, (size_t)((char *)data_end - (char *)data_start));
    memset(bss_start, 0, (size_t)((char *)bss_end - (char *)bss_start));
    /* The pattern shows how deep the stack was. */
    for (uint32_t *place = stack_bottom; place < (uint32_t *)__builtin_frame_address(0) - 16; place++)
        *place = 0xA5A5A5A5;
    /* The floating-point unit, which the target's ABI uses. */
    *(volatile uint32_t *)0xE000ED88 |= 0xF << 20;
    main();
}

/* The top of the stack, then the handlers of reset, of interrupts that nothing masks, and of faults. */
__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[3])(void);
} vectors = {stack_top, {start, abort, abort}};
