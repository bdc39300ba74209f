// The texts of the view `diagnose`.

export const diagnose = {} as const;
