import { signal } from "@preact/signals";

/** Where the reviewer is: the first part after `#/`, and the parameters behind it. Labelling is `''`. */
export interface Place {
  page: string;
  query: URLSearchParams;
}

export const place = signal<Place>(here());

addEventListener("hashchange", () => {
  place.value = here();
});

function here(): Place {
  const [page = "", query = ""] = location.hash.replace(/^#?\/?/, "").split("?");
  return { page, query: new URLSearchParams(query) };
}

/** The address of a place on this page. */
export const linkTo = (page: string, query = ""): string => `#/${page}${query === "" ? "" : `?${query}`}`;
