/** The forms of a counted text beyond English's two (CLDR); what a language needs of them, its own texts must have. */
type FurtherForm = "zero" | "two" | "few" | "many";

/** The keys of counted texts, without the form: those that come both as `_one` and as `_other`. */
export type Counted<Keys> = BaseOf<Keys, "one"> & BaseOf<Keys, "other">;
type BaseOf<Keys, Form extends string> = Keys extends `${infer Base}_${Form}` ? Base : never;

/** A translation of an area: the same keys as in English, and further plural forms where the language counts so. */
export type SameKeys<Area> = { readonly [K in keyof Area]: string } & {
  readonly [K in `${Counted<keyof Area>}_${FurtherForm}`]?: string;
};
