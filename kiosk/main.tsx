import { render } from "preact";
import { startClock } from "./clock.ts";
import { startPrimaryKey } from "./parts/primary-key.ts";
import { startScanner } from "./parts/scanner.ts";
import { App } from "./screens/app.tsx";
import { followSession, start } from "./session.ts";
import "./style.css";
import { startTheme } from "./terminal.ts";

startClock();
startTheme();
startScanner();
startPrimaryKey();
followSession();
void start();

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
