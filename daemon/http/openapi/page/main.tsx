import { render } from "preact";
import type { ApiDocument } from "./document.ts";
import { Failed, Reader } from "./reader.tsx";
import "./style.css";

const DOCUMENT = "/api/openapi.json";

const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => {
  document.documentElement.dataset.theme = dark.matches ? "dark" : "light";
};
dark.addEventListener("change", followTheme);
followTheme();

async function start(): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) return;
  try {
    const answer = await fetch(DOCUMENT);
    if (!answer.ok) throw new Error(`the booth answered ${answer.status}`);
    render(<Reader api={(await answer.json()) as ApiDocument} />, root);
  } catch (error) {
    render(<Failed reason={error instanceof Error ? error.message : String(error)} />, root);
  }
}

void start();
