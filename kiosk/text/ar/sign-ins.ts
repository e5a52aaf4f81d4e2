import type { signIns as english } from "../en/sign-ins.ts";
import type { SameKeys } from "../same-keys.ts";

export const signIns: SameKeys<typeof english> = {
  "sign_ins.title": "أماكن تسجيل دخولك",
  "sign_ins.what": "أنهِ كل تسجيل دخول لا تعرفه.",
  "sign_ins.this": "هذه الشاشة",
  "sign_ins.since": "منذ {time}",
  "sign_ins.used": "آخر استخدام {time}",
  "sign_ins.unknown": "برنامج غير معروف",
  "sign_ins.end": "إنهاء تسجيل الدخول",
  "sign_ins.end_this": "إنهاء تسجيل الدخول: {what}",
  "sign_ins.ended": "تم إنهاء تسجيل الدخول.",
  "sign_ins.all_ended": "تم إنهاء تسجيلات الدخول.",
  "sign_ins.end_others": "إنهاء كل ما عداه",
};
