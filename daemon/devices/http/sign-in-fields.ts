import { choice, secret, text } from "../fields.ts";

/** How the booth signs in at a device over HTTP; the settings every such driver has. */
export const signInFields = [
  text("user", {
    label: "User name",
    help: "Leave it out where the device asks for none.",
    required: false,
    // Beyond this, and with a colon, devices differ in what they take for the name.
    pattern: "^[!-9;-~]([ -9;-~]{0,62}[!-9;-~])?$",
    expects: "a name of at most 64 plain letters, digits and signs, without a colon",
  }),
  secret("password", { label: "Password", help: "Of this user.", required: false }),
  choice("signIn", ["auto", "digest", "basic"], {
    label: "Sign-in",
    help: "auto takes the strongest way the device offers. digest never sends the password itself. basic sends it without being asked.",
    default: "auto",
    advanced: true,
  }),
] as const;
