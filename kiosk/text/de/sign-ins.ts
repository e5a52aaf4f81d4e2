import type { signIns as english } from "../en/sign-ins.ts";
import type { SameKeys } from "../same-keys.ts";

export const signIns: SameKeys<typeof english> = {
  "sign_ins.title": "Wo Sie angemeldet sind",
  "sign_ins.what": "Beenden Sie, was Sie nicht kennen.",
  "sign_ins.this": "Dieser Bildschirm",
  "sign_ins.since": "seit {time}",
  "sign_ins.used": "zuletzt benutzt {time}",
  "sign_ins.unknown": "Unbekanntes Programm",
  "sign_ins.end": "Anmeldung beenden",
  "sign_ins.end_this": "Anmeldung beenden: {what}",
  "sign_ins.ended": "Die Anmeldung ist beendet.",
  "sign_ins.all_ended": "Die Anmeldungen sind beendet.",
  "sign_ins.end_others": "Alle anderen beenden",
};
