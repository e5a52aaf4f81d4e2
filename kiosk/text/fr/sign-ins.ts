import type { signIns as english } from "../en/sign-ins.ts";
import type { SameKeys } from "../same-keys.ts";

export const signIns: SameKeys<typeof english> = {
  "sign_ins.title": "Où vous êtes connecté",
  "sign_ins.what": "Fermez les connexions que vous ne reconnaissez pas.",
  "sign_ins.this": "Cet écran",
  "sign_ins.since": "depuis {time}",
  "sign_ins.used": "dernière utilisation {time}",
  "sign_ins.unknown": "Programme inconnu",
  "sign_ins.end": "Fermer la connexion",
  "sign_ins.end_this": "Fermer la connexion : {what}",
  "sign_ins.ended": "La connexion est fermée.",
  "sign_ins.all_ended": "Les connexions sont fermées.",
  "sign_ins.end_others": "Fermer toutes les autres",
};
