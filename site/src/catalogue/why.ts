// The texts of the view `why`.

export const why = {} as const;
