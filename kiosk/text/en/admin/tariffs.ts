export const tariffs = {} as const;
