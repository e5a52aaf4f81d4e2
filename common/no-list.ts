import type * as v from "valibot";

/** A schema of an object that takes no list; valibot takes a list for an object that has none of its members. */
export function noList<S extends v.GenericSchema>(schema: S): S {
  return {
    ...schema,
    "~run": (dataset, config) =>
      schema["~run"](Array.isArray(dataset.value) ? { value: "a list" } : { value: dataset.value }, config),
  };
}
