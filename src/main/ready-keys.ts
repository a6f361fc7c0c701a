/** Keys that the reference page offers, so that its requests can be sent at once. */
import { isLoopback } from "../gateway/address/allowed-hosts.ts";
import type { ReadyKey } from "../gateway/docs/reference-page.ts";
import type { Config } from "./config.ts";
import type { UserCredentials } from "./credentials.ts";

/**
 * Returns the keys of the first users of the demo realm where only this machine reaches the server:
 * it listens on loopback, and neither a proxy nor a further host name is configured. Anywhere else
 * there are none. Keys of the live realm are in the credentials file alone.
 */
export function readyKeys(
  { allowedHosts, host, trustedProxies }: Pick<Config, "host" | "allowedHosts" | "trustedProxies">,
  users: readonly UserCredentials[],
): readonly ReadyKey[] {
  const isPrivate = isLoopback(host) && allowedHosts.length === 0 && trustedProxies.length === 0;
  if (!isPrivate) return [];
  return users
    .filter(({ realm }) => realm === "demo")
    .map(({ apiKey, kind, name, passphrase, secret }) => {
      return { name, kind, isDemo: true, apiKey, secret, passphrase };
    });
}
