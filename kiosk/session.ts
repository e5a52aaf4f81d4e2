import { computed, effect, signal } from "@preact/signals";
import type { Me } from "../common/api/auth.ts";
import type { Shift } from "../common/api/shifts.ts";
import type { Hello, Site } from "../common/api/site.ts";
import type { EventKind } from "../common/events.ts";
import type { ModuleId } from "../common/modules.ts";
import { ADMIN_ROLE, type Permission } from "../common/permissions.ts";
import type { Language } from "../common/words.ts";
import { ApiError, get, onRefusal, post, put } from "./api.ts";
import { onEvent, startFeed, stopFeed } from "./feed.ts";
import { reach } from "./reach.ts";
import { closeSheet } from "./sheets.ts";
import { remember, rememberUser, terminal } from "./terminal.ts";
import { speak, startLanguage } from "./text/index.ts";
import { forgetUnsaved } from "./unsaved.ts";

/** What the booth tells anybody; null until it has answered once. */
export const hello = signal<Hello | null>(null);
/** Who is signed in: null nobody, undefined not known yet. */
export const me = signal<Me | null | undefined>(undefined);
export const site = signal<Site | null>(null);
/** The open shift of the person signed in: null none, undefined not known yet. */
export const shift = signal<Shift | null | undefined>(undefined);
/** Why the booth cannot be used yet, in its own words; null while it is merely starting. */
export const notReady = signal<string | null>(null);
/** Whether the person chose to look around without a shift. */
export const withoutShift = signal(false);

/** The site's zone; the terminal's own until the booth has answered. */
export const zone = computed(
  () => site.value?.timezone ?? hello.value?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
);

/** Whether the sign-in at this screen ended without the person asking for it. */
export const signedOutHere = signal(false);

export const locked = computed(() => me.value != null && terminal.value.lockedBy === me.value.id);

const RETRY_MS = 2000;
/** What changes the numbers every screen shows of the site. */
const SITE_KINDS: readonly EventKind[] = [
  "session_open",
  "session_close",
  "session_void",
  "site_change",
  "config_change",
  "occupancy_adjustment",
];

/** Whether the person signed in may do this. What they may not do is not shown. */
export function may(...permissions: Permission[]): boolean {
  return permissions.every((permission) => me.value?.permissions.includes(permission) === true);
}

export function isAdmin(): boolean {
  return me.value?.roleId === ADMIN_ROLE;
}

export function moduleActive(id: ModuleId): boolean {
  return me.value?.modules.includes(id) === true;
}

/** Whether the person signed in may give what stations give. */
export function mayValidate(): boolean {
  return moduleActive("validation") && may("session:read", "session:update");
}

/** Whether the person signed in may order washes. */
export function mayOrderWash(): boolean {
  return moduleActive("carwash") && may("session:read", "session:update");
}

/** Whether validating is all the person has to do here: no money, no lanes, no shift. */
export function servesStation(): boolean {
  const works = (["payment:create", "shift:read", "device:read"] as const).some((permission) => may(permission));
  return may("session:read", "session:update") && !works;
}

/** Finds out where the booth stands and who is signed in; tries until it knows. */
export async function start(): Promise<void> {
  try {
    hello.value = await get<Hello>("/api/hello");
    await startLanguage(terminal.value.language, hello.value.languages);
    await readMe();
    notReady.value = null;
  } catch (error) {
    notReady.value = error instanceof ApiError && error.code === "not_ready" ? error.message : null;
    setTimeout(start, RETRY_MS);
  }
}

/** Reads again who is signed in and what they may do. Throws where the booth does not answer. */
export async function readMe(): Promise<void> {
  try {
    await enter(await get<Me>("/api/auth/me"));
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "unauthenticated")) throw error;
    leaveUnasked();
  }
}

export async function signIn(username: string, password: string): Promise<void> {
  await post("/api/auth/login", { username, password });
  remember({ lockedBy: null });
  withoutShift.value = false;
  await readMe();
}

let signingOut = false;

/** Ends the sign-in; an open shift stays open. */
export async function signOut(): Promise<void> {
  signingOut = true;
  try {
    await post("/api/auth/logout");
    leave();
  } finally {
    signingOut = false;
  }
}

export function lock(): void {
  remember({ lockedBy: me.value?.id ?? null });
}

export async function unlock(password: string): Promise<void> {
  await post("/api/auth/unlock", { password });
  remember({ lockedBy: null });
}

/** Changes the language of this screen and, signed in, of the person. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await speak(chosen);
  remember({ language: chosen });
  if (me.value == null) return;
  await put("/api/auth/language", { language: chosen });
  me.value = { ...me.value, language: chosen };
}

/** Reads the person's open shift again. */
export async function readShift(): Promise<void> {
  if (!may("shift:read")) {
    shift.value = null;
    return;
  }
  try {
    shift.value = await get<Shift | null>("/api/shifts/current");
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    shift.value = null;
  }
  rememberShift();
}

/** Keeps the note for the sign-in screen; the shift of somebody else who was here before stays noted. */
function rememberShift(): void {
  const name = me.value?.displayName ?? "";
  if (shift.value != null) remember({ openShift: { number: shift.value.number, name } });
  else if (terminal.value.openShift?.name === name) remember({ openShift: null });
}

export async function readSite(): Promise<void> {
  site.value = await get<Site>("/api/site");
}

async function enter(user: Me): Promise<void> {
  const arrives = me.value?.id !== user.id;
  if (arrives) await speak(user.language);
  me.value = user;
  signedOutHere.value = false;
  if (arrives || site.value === null) {
    await Promise.all([readSite(), readShift()]);
    rememberUser(user.username, user.displayName);
  }
  startFeed({ meChanged: readMeQuietly, lost: readMeQuietly });
}

/** Leaves because the booth knows the sign-in no more: it ended elsewhere, or has run out. */
function leaveUnasked(): void {
  if (me.value != null && !signingOut) signedOutHere.value = true;
  leave();
}

function leave(): void {
  stopFeed();
  closeSheet();
  forgetUnsaved();
  me.value = null;
  shift.value = undefined;
  site.value = null;
  remember({ lockedBy: null });
  if (location.hash !== "") location.hash = "";
}

/** For news that nobody waits for: without an answer the next news will do. */
function readMeQuietly(): void {
  readMe().catch(() => {});
}

let siteRead: ReturnType<typeof setTimeout> | undefined;

/** Keeps the session in step with refusals, the ledger and the reach of the booth; once, at the start. */
export function followSession(): void {
  onRefusal.signedOut = leaveUnasked;
  onRefusal.forbidden = readMeQuietly;
  onEvent((event) => {
    if (event.kind === "shift_open" || event.kind === "shift_close") readShift().catch(() => {});
    if (!SITE_KINDS.includes(event.kind)) return;
    clearTimeout(siteRead);
    siteRead = setTimeout(() => readSite().catch(() => {}), 500);
  });
  let wasUp = true;
  effect(() => {
    if (reach.value.up && !wasUp && me.peek() != null) readMeQuietly();
    wasUp = reach.value.up;
  });
}
