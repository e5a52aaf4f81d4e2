/** Where somebody is signed in; a cashier sees the own ones, a site manager everybody's. */
export const signIns = {
  "sign_ins.title": "Where you are signed in",
  "sign_ins.what": "End a sign-in that you do not know.",
  "sign_ins.this": "This screen",
  "sign_ins.since": "since {time}",
  "sign_ins.used": "last used {time}",
  "sign_ins.unknown": "Unknown program",
  "sign_ins.end": "End sign-in",
  "sign_ins.end_this": "End sign-in: {what}",
  "sign_ins.ended": "The sign-in is ended.",
  "sign_ins.all_ended": "The sign-ins are ended.",
  "sign_ins.end_others": "End all others",
} as const;
