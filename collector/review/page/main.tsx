import { render } from "preact";
import { App } from "./app.tsx";
import { startKeyboard } from "./keyboard.ts";
import { startLooking } from "./looking.ts";
import { startTheme } from "./settings.ts";
import "./style.css";

startTheme();
startKeyboard();
startLooking();

const root = document.getElementById("app");
if (root !== null) render(<App />, root);
