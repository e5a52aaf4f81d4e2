const STORE_KEY = "review-client";
const BYTES = 16;

/**
 * The id under which this page leases crops. A reload keeps it, so that nothing stays leased to a page that is gone; it
 * is stored only while the page is away, as a duplicated tab would take it along and both would label the same crops.
 */
export const client: string = takeStored() ?? newId();

// Not `randomUUID`: a collector on a plain-http address within a company is no secure context.
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function takeStored(): string | null {
  try {
    const stored = sessionStorage.getItem(STORE_KEY);
    sessionStorage.removeItem(STORE_KEY);
    return stored !== null && /^[0-9a-f]{32}$/.test(stored) ? stored : null;
  } catch {
    return null;
  }
}

addEventListener("pagehide", () => {
  try {
    sessionStorage.setItem(STORE_KEY, client);
  } catch {
    // A browser without storage gets its crops anew after a reload, once the leases have ended.
  }
});

addEventListener("pageshow", () => {
  try {
    sessionStorage.removeItem(STORE_KEY);
  } catch {
    // Nothing was stored then either.
  }
});
