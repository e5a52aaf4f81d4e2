import type { signIns as english } from "../en/sign-ins.ts";
import type { SameKeys } from "../same-keys.ts";

export const signIns: SameKeys<typeof english> = {
  "sign_ins.title": "Dónde tiene la sesión iniciada",
  "sign_ins.what": "Cierre los accesos que no reconozca.",
  "sign_ins.this": "Esta pantalla",
  "sign_ins.since": "desde {time}",
  "sign_ins.used": "último uso {time}",
  "sign_ins.unknown": "Programa desconocido",
  "sign_ins.end": "Cerrar acceso",
  "sign_ins.end_this": "Cerrar acceso: {what}",
  "sign_ins.ended": "El acceso se ha cerrado.",
  "sign_ins.all_ended": "Los accesos se han cerrado.",
  "sign_ins.end_others": "Cerrar todos los demás",
};
