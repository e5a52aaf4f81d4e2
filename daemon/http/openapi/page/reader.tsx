import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiDocument, matches, type Route, routesOf } from "./document.ts";
import { Prose, RouteView } from "./route.tsx";

/** The whole page: a search, and the routes by their groups. */
export function Reader({ api }: { api: ApiDocument }) {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    openNamed();
    addEventListener("hashchange", openNamed);
    return () => removeEventListener("hashchange", openNamed);
  }, []);
  const routes = routesOf(api);
  const found = new Set(routes.filter((route) => matches(route, asked)));
  return (
    <>
      <header>
        <h1>API of the parking booth</h1>
        <p class="soft">
          Version {api.info.version}. <Prose text={api.info.description} />{" "}
          <a href="/api/openapi.json">The document itself</a>
        </p>
        <Search asked={asked} onAsked={setAsked} />
        <p role="status" class="soft">
          {found.size === 1 ? "1 route" : `${found.size} routes`}
        </p>
      </header>
      <main>
        {api.tags.map(({ name, description }) => (
          <Group
            key={name}
            api={api}
            title={description}
            routes={routes.filter((route) => isOf(route, name))}
            found={found}
          />
        ))}
        {found.size === 0 && <p>No route has these words. Try fewer, or a part of a path.</p>}
      </main>
    </>
  );
}

/** Opens the route that the address names. */
function openNamed(): void {
  const route = document.getElementById(location.hash.slice(1));
  if (!(route instanceof HTMLDetailsElement)) return;
  route.open = true;
  route.scrollIntoView();
}

const isOf = ({ operation }: Route, tag: string) => operation.tags.includes(tag);

/** The field to search in; `/` leads to it from anywhere. */
function Search({ asked, onAsked }: { asked: string; onAsked(text: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || document.activeElement === field.current) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <label class="search">
      Search in paths, texts, permissions and refusals
      <input
        ref={field}
        type="search"
        value={asked}
        aria-keyshortcuts="/"
        onInput={(event) => onAsked(event.currentTarget.value)}
      />
    </label>
  );
}

interface GroupProps {
  api: ApiDocument;
  title: string;
  routes: readonly Route[];
  found: ReadonlySet<Route>;
}

/** The routes of a group. Those that were not found are only hidden: what was open is so again later. */
function Group({ api, title, routes, found }: GroupProps) {
  return (
    <section hidden={!routes.some((route) => found.has(route))}>
      <h2>{title}</h2>
      {routes.map((route) => (
        <RouteView key={route.operation.operationId} api={api} route={route} isHidden={!found.has(route)} />
      ))}
    </section>
  );
}

/** What stands there where the document did not come. */
export function Failed({ reason }: { reason: string }) {
  return (
    <main>
      <h1>API of the parking booth</h1>
      <p role="alert">The document did not come: {reason}. Load this page again.</p>
    </main>
  );
}
