// The texts of the view `perft`.

export const perft = {} as const;
