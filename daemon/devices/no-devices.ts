import type { Devices } from "./devices.ts";

/** The lanes of a process that opens no devices: the command line, which works with the daemon up or down. */
export const NO_DEVICES: Devices = {
  lanes: () => [],
  lane: () => null,
  snapshot: async () => null,
  lastPicture: () => null,
  setPicture: () => {},
  setWaiting: () => {},
  setLastRead: () => {},
  setPresence: () => {},
  setFull: () => {},
  print: async () => "no_printer",
  printerState: () => null,
  openDrawer: async () => false,
  deliver: async () => {},
  probe: () => null,
  reload: async () => {},
  close: async () => {},
};
