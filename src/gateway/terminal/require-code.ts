/** Checks the one-time codes of requests. */
import type { EndpointContext } from "../http/endpoint.ts";

/**
 * Uses the one-time code of a request whose sender is the session of a user with codes; others need
 * none. A demo account has the codes of its live user. Throws as `OneTimeCodes.use`.
 */
export function requireCode({ browser, exchange, principal }: EndpointContext): void {
  if (principal === undefined || !principal.isSession) return;
  const { accounts, terminal } = exchange;
  const user = accounts.liveUserOf(principal.userIndex) ?? principal.userIndex;
  const sealedCodeSecret = accounts.signInOf(user)?.sealedCodeSecret;
  if (sealedCodeSecret === undefined || sealedCodeSecret.length === 0) return;
  const code = browser().headers["x-bourse-code"];
  terminal.codes.use(user, sealedCodeSecret, typeof code === "string" ? code : "", "session");
}
