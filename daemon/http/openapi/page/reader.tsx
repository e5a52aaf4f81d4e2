import { useEffect, useRef, useState } from "preact/hooks";
import { type ApiDocument, matches, type Route, routesOf } from "./document.ts";
import { RouteView } from "./route.tsx";

/** The whole page: a search, and the routes by their groups. */
export function Reader({ api }: { api: ApiDocument }) {
  const [asked, setAsked] = useState("");
  const [named, setNamed] = useState(hashName);
  useEffect(() => {
    const onHash = () => setNamed(hashName());
    addEventListener("hashchange", onHash);
    return () => removeEventListener("hashchange", onHash);
  }, []);
  useEffect(() => document.getElementById(named)?.scrollIntoView(), [named]);
  const found = routesOf(api).filter((route) => matches(route, asked));
  return (
    <>
      <header>
        <h1>API of the parking booth</h1>
        <p class="soft">
          Version {api.info.version}. {api.info.description} <a href="/api/openapi.json">The document itself</a>
        </p>
        <Search asked={asked} onAsked={setAsked} />
        <p role="status" class="soft">
          {found.length === 1 ? "1 route" : `${found.length} routes`}
        </p>
      </header>
      <main>
        {api.tags.map(({ name, description }) => (
          <Group
            key={name}
            api={api}
            title={description}
            routes={found.filter((route) => isOf(route, name))}
            named={named}
          />
        ))}
        {found.length === 0 && <p>No route has these words. Try fewer, or a part of a path.</p>}
      </main>
    </>
  );
}

const hashName = () => location.hash.slice(1);
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
  named: string;
}

function Group({ api, title, routes, named }: GroupProps) {
  if (routes.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {routes.map((route) => (
        <RouteView
          key={route.operation.operationId}
          api={api}
          route={route}
          isOpen={route.operation.operationId === named}
        />
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
