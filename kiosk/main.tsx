import { computed } from "@preact/signals";
import { render } from "preact";
import { followBackups } from "./backups.ts";
import { second, startClock } from "./clock.ts";
import { startPrimaryKey } from "./parts/primary-key.ts";
import { startScanner } from "./parts/scanner.ts";
import { App } from "./screens/app.tsx";
import { followSession, start, zone } from "./session.ts";
import "./style.css";
import { startTheme } from "./terminal.ts";
import { clockTime } from "./text/format.ts";

startClock();
startTheme(computed(() => clockTime(second.value, zone.value)));
startScanner();
startPrimaryKey();
followSession();
followBackups();
void start();

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
