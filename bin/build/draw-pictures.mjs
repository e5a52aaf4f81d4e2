// Draws the pictures of the simulated camera: vehicles at a barrier, seen from the front, made up from shapes. Run by
// hand when a scene changes; the JPEG files are committed. Needs Chromium (CHROMIUM_PATH, else /usr/bin/chromium).
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const target = join(dirname(fileURLToPath(import.meta.url)), "../../daemon/devices/drivers/pictures");
const size = { width: 640, height: 360 };
const most = 25_000;

/** Half widths and heights of a vehicle in pixels; `ground` is where its wheels stand. */
const shapes = {
  sedan: { body: 132, roof: 82, belt: 98, height: 168, hood: 40, clear: 16, tyre: 34 },
  hatchback: { body: 120, roof: 80, belt: 94, height: 178, hood: 36, clear: 17, tyre: 32 },
  suv: { body: 142, roof: 100, belt: 112, height: 208, hood: 52, clear: 26, tyre: 40 },
  van: { body: 140, roof: 122, belt: 130, height: 254, hood: 50, clear: 22, tyre: 36 },
  pickup: { body: 148, roof: 92, belt: 108, height: 204, hood: 58, clear: 32, tyre: 44 },
};

const scenes = [
  { name: "sedan-day", shape: "sedan", paint: "#2f6fb0", light: "day" },
  { name: "hatchback-day", shape: "hatchback", paint: "#c8402f", light: "day" },
  { name: "suv-day", shape: "suv", paint: "#e9ecee", light: "day" },
  { name: "van-day", shape: "van", paint: "#f4f1e8", light: "overcast" },
  { name: "pickup-dusk", shape: "pickup", paint: "#5d6b4a", light: "dusk" },
  { name: "sedan-night", shape: "sedan", paint: "#6b7680", light: "night" },
  { name: "suv-night", shape: "suv", paint: "#7d2530", light: "night" },
  { name: "motorcycle-day", shape: "motorcycle", paint: "#2c8a63", light: "day" },
  { name: "empty-day", shape: null, light: "day" },
  { name: "empty-night", shape: null, light: "night" },
];

const lights = {
  day: {
    sky: ["#8fc1ea", "#dcebf5"],
    far: "#9aa7ad",
    wall: "#cfd3d2",
    tree: "#5c8a52",
    road: ["#767b80", "#5b6065"],
    kerb: "#c9c8c0",
    veil: 0,
    lamps: 0,
  },
  overcast: {
    sky: ["#b9c3ca", "#dfe3e5"],
    far: "#9aa0a4",
    wall: "#c2c4c3",
    tree: "#66805f",
    road: ["#6d7175", "#55595d"],
    kerb: "#bdbcb5",
    veil: 0.04,
    lamps: 0,
  },
  dusk: {
    sky: ["#4a5c8c", "#f0a777"],
    far: "#5d5a6b",
    wall: "#8a7f80",
    tree: "#3b5247",
    road: ["#575660", "#42424b"],
    kerb: "#8f8783",
    veil: 0.18,
    lamps: 0.75,
  },
  night: {
    sky: ["#0a1020", "#1b2740"],
    far: "#151c2c",
    wall: "#2b3344",
    tree: "#14241f",
    road: ["#2f333c", "#22252c"],
    kerb: "#4c505a",
    veil: 0.34,
    lamps: 1,
  },
};

const centre = 320;
const ground = 322;
const both = (draw) => draw(-1) + draw(1);
const points = (...pairs) => pairs.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

function backdrop(light) {
  const windows = Array.from({ length: 9 }, (_, i) => {
    const lit = light.lamps > 0.5 && i % 3 !== 1;
    return `<rect x="${30 + i * 66}" y="72" width="44" height="30" fill="${lit ? "#f3d27a" : "#4d5a66"}" opacity="${lit ? 0.85 : 0.55}"/>`;
  }).join("");
  return `
    <rect width="640" height="180" fill="url(#sky)"/>
    <rect y="52" width="640" height="136" fill="${light.wall}"/>
    <rect y="52" width="640" height="9" fill="${light.far}"/><rect y="112" width="640" height="7" fill="${light.far}" opacity="0.7"/>
    ${windows}
    ${[-8, 70, 560, 640].map((x, i) => `<circle cx="${x}" cy="${128 - (i % 2) * 14}" r="${46 + (i % 2) * 8}" fill="${light.tree}"/><circle cx="${x + 22}" cy="150" r="34" fill="${light.tree}"/>`).join("")}
    <polygon points="${points([0, 186], [640, 186], [640, 360], [0, 360])}" fill="${light.kerb}"/>
    <polygon points="${points([178, 168], [462, 168], [690, 360], [-50, 360])}" fill="url(#road)"/>
    ${both((s) => `<polygon points="${points([centre + s * 128, 168], [centre + s * 132, 168], [centre + s * 322, 360], [centre + s * 306, 360])}" fill="#f2efe2" opacity="0.75"/>`)}
    ${post(light)}`;
}

/** The arm as it is when a camera reads a vehicle: down before it, above the plate. */
function arm() {
  const stripes = Array.from(
    { length: 12 },
    (_, i) => `<rect x="${12 + i * 40}" y="-4.5" width="20" height="9" fill="#d8352a"/>`,
  ).join("");
  return `<g transform="translate(84 222)"><rect y="-1" width="486" height="11" rx="4" fill="#000" opacity="0.25"/><rect y="-4.5" width="486" height="9" rx="4" fill="#f6f6f2"/>${stripes}<circle r="9" fill="#8a6a1c"/></g>`;
}

/** The pillar beside the lane. */
function post(light) {
  return `
    <rect x="62" y="206" width="46" height="112" rx="6" fill="#e2b23a"/><rect x="62" y="206" width="14" height="112" rx="6" fill="#c5972a"/>
    <rect x="74" y="226" width="24" height="16" rx="2" fill="#23303a"/><circle cx="86" cy="256" r="5" fill="${light.lamps ? "#6ff09a" : "#3fae68"}"/>`;
}

function wheels(shape) {
  return both((s) => {
    const x = centre + s * (shape.body - shape.tyre / 2 - 6);
    return `<rect x="${x - shape.tyre / 2}" y="${ground - 62}" width="${shape.tyre}" height="64" rx="10" fill="#17191c"/><rect x="${x - shape.tyre / 2 + 5}" y="${ground - 58}" width="4" height="56" rx="2" fill="#2c2f33"/>`;
  });
}

function cabin(shape, paint) {
  const top = ground - shape.height;
  const belt = ground - shape.clear - 62 - shape.hood;
  const edge = (half, y, s) => [centre + s * half, y];
  return `
    <path d="M ${centre - shape.belt - 8} ${belt + 6} L ${centre - shape.roof} ${top + 10} Q ${centre} ${top - 10} ${centre + shape.roof} ${top + 10} L ${centre + shape.belt + 8} ${belt + 6} Z" fill="${paint}"/>
    <polygon points="${points(edge(shape.roof - 8, top + 17, -1), edge(shape.roof - 8, top + 17, 1), edge(shape.belt - 6, belt, 1), edge(shape.belt - 6, belt, -1))}" fill="url(#glass)"/>
    ${both((s) => `<ellipse cx="${centre + s * 40}" cy="${belt - 4}" rx="20" ry="22" fill="#1a2129" opacity="0.55"/>`)}
    <polygon points="${points([centre - shape.belt + 14, belt], [centre - shape.roof + 30, top + 17], [centre - shape.roof + 58, top + 17], [centre - shape.belt + 50, belt])}" fill="#fff" opacity="0.16"/>
    ${both((s) => `<rect x="${centre + s * (shape.belt + 18) - 13}" y="${belt - 16}" width="26" height="18" rx="7" fill="${paint}"/><rect x="${centre + s * (shape.belt + 18) - 9}" y="${belt - 12}" width="18" height="11" rx="4" fill="#20262c"/>`)}`;
}

function front(shape, paint, light) {
  const low = ground - shape.clear;
  const nose = low - 62;
  const belt = nose - shape.hood;
  return `
    <path d="M ${centre - shape.belt - 10} ${belt} Q ${centre} ${belt - 9} ${centre + shape.belt + 10} ${belt} L ${centre + shape.body - 4} ${nose + 4} L ${centre - shape.body + 4} ${nose + 4} Z" fill="${paint}"/>
    <path d="M ${centre - shape.belt - 10} ${belt} Q ${centre} ${belt - 9} ${centre + shape.belt + 10} ${belt} L ${centre + shape.body - 4} ${nose + 4} L ${centre - shape.body + 4} ${nose + 4} Z" fill="url(#hood)"/>
    <rect x="${centre - shape.body}" y="${nose}" width="${shape.body * 2}" height="62" rx="18" fill="${paint}"/>
    <rect x="${centre - shape.body}" y="${nose + 34}" width="${shape.body * 2}" height="28" rx="12" fill="#000" opacity="0.25"/>
    <rect x="${centre - shape.body * 0.46}" y="${nose + 8}" width="${shape.body * 0.92}" height="20" rx="8" fill="#14181c"/>
    <rect x="${centre - shape.body * 0.42}" y="${nose + 14}" width="${shape.body * 0.84}" height="2" fill="#7f8890" opacity="0.8"/><rect x="${centre - shape.body * 0.42}" y="${nose + 20}" width="${shape.body * 0.84}" height="2" fill="#7f8890" opacity="0.8"/>
    <rect x="${centre - 34}" y="${nose + 36}" width="68" height="15" rx="2" fill="#eef0ee"/><rect x="${centre - 34}" y="${nose + 36}" width="7" height="15" rx="2" fill="#4a72c4"/>
    ${both((s) => headlamp(centre + s * (shape.body - 34), nose + 18, 25, 12, s, light))}`;
}

function headlamp(x, y, rx, ry, side, light) {
  const glow = light.lamps
    ? `<ellipse cx="${x}" cy="${y + 3}" rx="${rx * 3.4}" ry="${ry * 4.6}" fill="url(#glow)" opacity="${light.lamps}"/>`
    : "";
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${side * -8} ${x} ${y})" fill="${light.lamps ? "#fff9e2" : "#dfe7ec"}"/><ellipse cx="${x}" cy="${y}" rx="${rx * 0.5}" ry="${ry * 0.62}" fill="${light.lamps ? "#ffffff" : "#aebbc4"}"/>${glow}`;
}

function car(shape, paint, light) {
  const shadow = `<ellipse cx="${centre}" cy="${ground + 4}" rx="${shape.body + 22}" ry="17" fill="#000" opacity="0.38"/>`;
  return shadow + wheels(shape) + cabin(shape, paint) + front(shape, paint, light);
}

function motorcycle(paint, light) {
  return `
    <ellipse cx="${centre}" cy="${ground + 3}" rx="62" ry="11" fill="#000" opacity="0.38"/>
    <rect x="${centre - 15}" y="${ground - 92}" width="30" height="94" rx="15" fill="#17191c"/><rect x="${centre - 5}" y="${ground - 84}" width="4" height="80" rx="2" fill="#33373c"/>
    ${both((s) => `<rect x="${centre + s * 20 - 4}" y="${ground - 138}" width="8" height="100" rx="4" fill="#9aa3aa"/>`)}
    <path d="M ${centre - 50} ${ground - 214} Q ${centre - 58} ${ground - 262} ${centre - 30} ${ground - 274} L ${centre + 30} ${ground - 274} Q ${centre + 58} ${ground - 262} ${centre + 50} ${ground - 214} L ${centre + 36} ${ground - 118} L ${centre - 36} ${ground - 118} Z" fill="#2b333c"/>
    ${both((s) => `<path d="M ${centre + s * 44} ${ground - 250} Q ${centre + s * 80} ${ground - 220} ${centre + s * 72} ${ground - 176}" stroke="#2b333c" stroke-width="22" stroke-linecap="round" fill="none"/><circle cx="${centre + s * 74}" cy="${ground - 170}" r="12" fill="#15191d"/>`)}
    <ellipse cx="${centre}" cy="${ground - 296}" rx="31" ry="34" fill="${paint}"/><rect x="${centre - 24}" y="${ground - 304}" width="48" height="22" rx="10" fill="#1b232b"/><rect x="${centre - 18}" y="${ground - 300}" width="20" height="5" rx="2" fill="#fff" opacity="0.3"/>
    <rect x="${centre - 82}" y="${ground - 178}" width="164" height="8" rx="4" fill="#31373d"/>
    <path d="M ${centre - 42} ${ground - 172} Q ${centre} ${ground - 206} ${centre + 42} ${ground - 172} L ${centre + 28} ${ground - 100} Q ${centre} ${ground - 84} ${centre - 28} ${ground - 100} Z" fill="${paint}"/>
    ${both((s) => `<ellipse cx="${centre + s * 62}" cy="${ground - 196}" rx="13" ry="8" fill="#20262c"/>`)}
    ${headlamp(centre, ground - 142, 21, 15, 0, { lamps: light.lamps || 0.35 })}`;
}

function draw({ shape, paint, light: lightName }) {
  const light = lights[lightName];
  const gradient = (id, [from, to]) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  const shown = shape === null ? null : shapes[shape];
  const smaller = `translate(${centre} ${ground}) scale(0.84) translate(${-centre} ${-ground})`;
  const vehicle =
    shape === "motorcycle"
      ? `<g transform="${smaller}">${motorcycle(paint, light)}</g>`
      : shown
        ? car(shown, paint, light)
        : "";
  const beams =
    light.lamps && shape !== null
      ? `<ellipse cx="${centre}" cy="352" rx="270" ry="46" fill="url(#glow)" opacity="${light.lamps * 0.7}"/>`
      : "";
  // What lies in the dark is dimmed under the veil; the lamps are drawn again above it.
  const dark = light.veil ? `<rect width="640" height="360" fill="#060b18" opacity="${light.veil}"/>` : "";
  const lamps =
    light.lamps && shown
      ? both((s) => headlamp(centre + s * (shown.body - 34), ground - shown.clear - 44, 25, 12, s, light))
      : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
    <defs>${gradient("sky", light.sky)}${gradient("road", light.road)}${gradient("glass", ["#5f7585", "#26323c"])}
      <linearGradient id="hood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.26"/><stop offset="1" stop-color="#000" stop-opacity="0.1"/></linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="#fff6d6" stop-opacity="0.85"/><stop offset="0.35" stop-color="#ffefb8" stop-opacity="0.3"/><stop offset="1" stop-color="#ffefb8" stop-opacity="0"/></radialGradient>
      <radialGradient id="edge" cx="0.5" cy="0.5" r="0.75"><stop offset="0.6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.32"/></radialGradient>
    </defs>
    ${backdrop(light)}${vehicle}${arm()}${dark}${lamps}${beams}<rect width="640" height="360" fill="url(#edge)"/>
  </svg>`;
}

const flags =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium",
  args: flags.split(" "),
});
try {
  const page = await browser.newPage({ viewport: size });
  mkdirSync(target, { recursive: true });
  for (const scene of scenes) {
    await page.setContent(`<!doctype html><body style="margin:0">${draw(scene)}</body>`);
    const jpeg = await page.screenshot({ type: "jpeg", quality: 72 });
    if (jpeg.length > most) throw new Error(`${scene.name} has ${jpeg.length} bytes, more than ${most}`);
    writeFileSync(join(target, `${scene.name}.jpg`), jpeg);
    console.log(`${scene.name}: ${jpeg.length} bytes`);
  }
} finally {
  await browser.close();
}
