import type { TestBooth } from "../../helpers/booth.ts";
import { type Kiosk, type KioskOptions, openKiosk, signIn } from "./page.ts";

/** Opens a page of the site manager, such as `roles` or `tariffs/new`, signed in as somebody. */
export async function openAdmin(
  booth: TestBooth,
  path: string,
  options: KioskOptions & { as?: string } = {},
): Promise<Kiosk> {
  const kiosk = await openKiosk(booth, options);
  await signIn(kiosk, options.as ?? "admin");
  await goAdmin(kiosk, path);
  return kiosk;
}

/** Goes to a page of the site manager and waits until its heading is there. */
export async function goAdmin({ page }: Kiosk, path: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`/admin/${path}`)}`);
  await page.locator(".admin-page h1").waitFor();
}
