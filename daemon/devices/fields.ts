import * as v from "valibot";
import type { Field, FieldType, FieldValue } from "../../common/drivers.ts";

/** A setting of a driver together with its check; `N` and `T` give the driver's `open` the type of its config. */
export interface ConfigField<N extends string = string, T extends FieldValue | undefined = FieldValue | undefined>
  extends Field {
  readonly name: N;
  readonly check: v.GenericSchema<unknown, Exclude<T, undefined>>;
}

export type Fields = readonly ConfigField[];

/** The config a list of fields describes: every field is there, `undefined` only where it may be left out. */
export type ConfigOf<F extends Fields> = {
  readonly [K in F[number] as K["name"]]: K extends ConfigField<string, infer T> ? T : never;
};

/** What a field says of itself. Without a `default` it is required, unless `required` is false. */
export interface About<T extends FieldValue> {
  readonly label: string;
  readonly help?: string;
  readonly default?: T;
  readonly required?: boolean;
  readonly advanced?: boolean;
}

type Left<O> = O extends { readonly default: FieldValue }
  ? never
  : O extends { readonly required: false }
    ? undefined
    : never;

type Bounds = { readonly min?: number; readonly max?: number; readonly unit?: string };

function field<N extends string, T extends FieldValue, O extends About<T>>(
  name: N,
  type: FieldType,
  about: O,
  check: v.GenericSchema<unknown, T>,
  more: Partial<Omit<Field, "name">> = {},
): ConfigField<N, T | Left<O>> {
  const { label, help = "", default: preset, advanced } = about;
  return {
    name,
    label,
    help,
    type,
    required: preset === undefined && about.required !== false,
    ...(preset === undefined ? {} : { default: preset }),
    ...more,
    ...(advanced ? { advanced } : {}),
    check: check as v.GenericSchema<unknown, Exclude<T | Left<O>, undefined>>,
  };
}

function numeric({ min, max }: Bounds, whole: boolean): v.GenericSchema<unknown, number> {
  const range =
    min !== undefined && max !== undefined ? ` from ${min} to ${max}` : min !== undefined ? `, at least ${min}` : "";
  const message = `expected a ${whole ? "whole " : ""}number${range || (max === undefined ? "" : `, at most ${max}`)}`;
  return v.pipe(
    v.number(message),
    v.check((value) => Number.isFinite(value) && (!whole || Number.isSafeInteger(value)), message),
    v.check((value) => value >= (min ?? -Infinity) && value <= (max ?? Infinity), message),
  );
}

const boundsOf = ({ min, max, unit }: Bounds): Pick<Bounds, keyof Bounds> => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
  ...(unit === undefined ? {} : { unit }),
});

const HOST = "^[A-Za-z0-9:][A-Za-z0-9.:_-]{0,252}$";
const LINE = "^[^\\u0000-\\u001f\\u007f]{1,200}$";

/** A host name or an address of a device on the site's network, without scheme or port. */
export function host<const N extends string, const O extends About<string>>(name: N, about: O) {
  const check = v.pipe(
    v.string("expected a host name or an address"),
    v.regex(new RegExp(HOST), "expected a host name or an address, such as 10.0.0.21"),
  );
  return field<N, string, O>(name, "host", about, check, { pattern: HOST });
}

/** A TCP or UDP port. */
export function port<const N extends string, const O extends About<number>>(name: N, about: O) {
  const bounds = { min: 1, max: 65535 };
  return field<N, number, O>(name, "port", about, numeric(bounds, true), bounds);
}

/** A whole number. */
export function int<const N extends string, const O extends About<number> & Bounds>(name: N, about: O) {
  return field<N, number, O>(name, "int", about, numeric(about, true), boundsOf(about));
}

/** A number, fractions allowed. */
export function number<const N extends string, const O extends About<number> & Bounds>(name: N, about: O) {
  return field<N, number, O>(name, "number", about, numeric(about, false), boundsOf(about));
}

/** Yes or no. */
export function bool<const N extends string, const O extends About<boolean>>(name: N, about: O) {
  return field<N, boolean, O>(name, "bool", about, v.boolean("expected true or false"));
}

/** One of a few words. */
export function choice<const N extends string, const W extends readonly string[], const O extends About<W[number]>>(
  name: N,
  options: W,
  about: O,
) {
  const check: v.GenericSchema<unknown, W[number]> = v.picklist(options, `expected one of ${options.join(", ")}`);
  return field<N, W[number], O>(name, "enum", about, check, { options });
}

/** A line of text; `expects` says in a sentence what fits the pattern, such as "expected a path". */
export function text<
  const N extends string,
  const O extends About<string> & { readonly pattern?: string; readonly expects?: string },
>(name: N, about: O) {
  const pattern = about.pattern ?? LINE;
  const check = v.pipe(
    v.string("expected text"),
    v.maxLength(200, "expected at most 200 characters"),
    v.regex(new RegExp(pattern), about.expects ?? `expected text that fits ${pattern}`),
  );
  return field<N, string, O>(name, "text", about, check, about.pattern ? { pattern } : {});
}

const hasNoSecret = (value: string): boolean => {
  const { username, password } = new URL(value);
  return username === "" && password === "";
};

/** An http or https address; a name and password in it are refused. */
export function url<const N extends string, const O extends About<string>>(name: N, about: O) {
  const message = "expected an http or https address, such as http://10.0.0.21/snapshot.jpg";
  const isWeb = (value: string) => URL.canParse(value) && ["http:", "https:"].includes(new URL(value).protocol);
  return field<N, string, O>(
    name,
    "url",
    about,
    v.pipe(
      v.string(message),
      v.maxLength(2000, message),
      v.check(isWeb, message),
      v.check(hasNoSecret, "expected an address without a user name and a password in it, as it is shown to others"),
    ),
  );
}

/** A password or key: stored, used, and never shown again. */
export function secret<const N extends string, const O extends About<string>>(name: N, about: O) {
  return field<N, string, O>(
    name,
    "secret",
    about,
    v.pipe(v.string("expected text"), v.maxLength(500, "expected at most 500 characters")),
  );
}

/** A length of time in milliseconds; the name ends in `Ms`. */
export function duration<const N extends `${string}Ms`, const O extends About<number> & Bounds>(name: N, about: O) {
  const bounds = { min: about.min ?? 0, max: about.max ?? 3_600_000, unit: "ms" };
  return field<N, number, O>(name, "duration", about, numeric(bounds, true), bounds);
}
