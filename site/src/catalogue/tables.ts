// The texts of the view `tables`.

export const tables = {} as const;
