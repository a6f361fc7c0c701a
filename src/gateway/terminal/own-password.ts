import type { SignInRead } from "../../core/reads/account-reads.ts";
import type { PrivateContext } from "../http/endpoint.ts";
import { overloaded, wireError } from "../http/wire-error.ts";

/**
 * Returns the sign-in of the sender, whose password the request states: a session alone must not
 * change how its user signs in. Throws 49005 for another password, 49012 for a user without one,
 * and 429 after too many attempts.
 */
export async function ownSignIn(context: PrivateContext, password: string): Promise<SignInRead> {
  const { accounts, terminal } = context.exchange;
  const { userIndex } = context.principal;
  const signIn = accounts.signInOf(userIndex);
  if (signIn === undefined) throw wireError("49012");
  terminal.attempts.password(userIndex);
  if (!(await terminal.passwords.matches(password, signIn.passwordHash))) throw wireError("49005");
  if (accounts.signInOf(userIndex) !== signIn) throw overloaded();
  context.requireUnchanged?.();
  return signIn;
}
