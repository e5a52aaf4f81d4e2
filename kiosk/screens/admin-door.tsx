import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Working } from "../parts/working.tsx";
import { speakOfAdmin, t } from "../text/index.ts";

let loaded: ComponentType | null = null;

/** The site manager's pages come when somebody goes there: a booth's screen starts without them. */
export function AdminDoor() {
  const [Admin, setAdmin] = useState<{ Page: ComponentType | null }>({ Page: loaded });
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (loaded === null)
      load().then(
        (Page) => setAdmin({ Page }),
        (error: unknown) => {
          console.error(error);
          setFailed(true);
        },
      );
  }, []);
  if (Admin.Page !== null) return <Admin.Page />;
  return <main class="full">{failed ? <Missing /> : <Working />}</main>;
}

async function load(): Promise<ComponentType> {
  const [{ Admin }] = await Promise.all([import("./admin/index.tsx"), loadStyle(), speakOfAdmin()]);
  loaded = Admin;
  return Admin;
}

/** The build writes the address of the second style sheet into the page. */
function loadStyle(): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>("meta[name='style-admin']")?.content;
  if (href === undefined) return Promise.reject(new Error("the page does not name the style sheet of its admin pages"));
  const link = document.createElement("link");
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${href} cannot be loaded`));
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  });
}

/** After an upgrade of the booth an old page asks for files that are gone. */
function Missing() {
  return (
    <div class="failure" role="alert">
      <p>
        <span aria-hidden="true">▲ </span>
        {t("error.unreachable_page")}
      </p>
      <Button onTap={() => location.reload()}>{t("do.reload")}</Button>
    </div>
  );
}
