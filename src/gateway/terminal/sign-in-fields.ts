/** Names and passwords, as requests state them. */
import { text } from "../http/fields.ts";
import { wireError } from "../http/wire-error.ts";

/** Longest and shortest password, in characters. */
const PASSWORD_LENGTH_MAX = 128;
const PASSWORD_LENGTH_MIN = 8;

/** ASCII, so that no two names look alike; the length is that of the core. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+@-]{2,63}$/;

export const nameField = text({ lengthMax: 64 });
export const passwordField = text({
  lengthMax: PASSWORD_LENGTH_MAX,
  description: "8 to 128 characters",
});

export const codeField = text({ lengthMax: 16, description: "One-time code of six digits" });

/** Throws 49010 unless a text can be the name of a new user. */
export function checkName(name: string): void {
  if (!NAME.test(name)) throw wireError("49010");
}

/** Throws 49011 unless a text can be the password of the user with the name. */
export function checkPassword(password: string, name: string): void {
  const isName = password.toLowerCase() === name.toLowerCase();
  if (password.length < PASSWORD_LENGTH_MIN || isName) throw wireError("49011");
}
