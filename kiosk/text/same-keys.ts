/** A translation of an area: the same keys as in English, no more and no fewer. */
export type SameKeys<Area> = { readonly [K in keyof Area]: string };
