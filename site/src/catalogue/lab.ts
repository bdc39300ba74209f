// The texts of the view `lab`.

export const lab = {} as const;
