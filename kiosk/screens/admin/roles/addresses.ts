/** Stands where the id of a role stands, and is none: a role's id has no `+`. */
export const NEW = "+";
