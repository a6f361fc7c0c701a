/** Keys and users that the pages offer, so that everything can be tried at once. */
import type { State } from "../core/state.ts";
import { isLoopback } from "../gateway/address/allowed-hosts.ts";
import type { ReadyKey } from "../gateway/docs/reference-page.ts";
import type { ReadyUser } from "../gateway/terminal/terminal-access.ts";
import type { Config } from "./config.ts";
import type { UserCredentials } from "./credentials.ts";
import { FIRST_USERS, userNamed } from "./founding/founding.ts";

type Reach = Pick<Config, "host" | "allowedHosts" | "trustedProxies">;

/**
 * Whether only this machine reaches the server: it listens on loopback, and neither a proxy nor a
 * further host name is configured.
 */
function isPrivate({ allowedHosts, host, trustedProxies }: Reach): boolean {
  return isLoopback(host) && allowedHosts.length === 0 && trustedProxies.length === 0;
}

/**
 * Returns the keys of the first users of the demo realm where only this machine reaches the server.
 * Anywhere else there are none. Keys of the live realm are in the credentials file alone.
 */
export function readyKeys(reach: Reach, users: readonly UserCredentials[]): readonly ReadyKey[] {
  if (!isPrivate(reach)) return [];
  return users
    .filter(({ realm }) => realm === "demo")
    .map(({ apiKey, kind, name, passphrase, secret }) => {
      return { name, kind, isDemo: true, apiKey, secret, passphrase };
    });
}

/**
 * Returns the first users of the live realm, each with its account of the demo realm, where only
 * this machine reaches the server. Anywhere else there are none.
 */
export function readyUsers(reach: Reach, state: State): readonly ReadyUser[] {
  if (!isPrivate(reach)) return [];
  return FIRST_USERS.flatMap(({ accountKind, name, realm }) => {
    const userIndex = userNamed(state, name);
    const demoUserIndex = userNamed(state, `${name}-demo`);
    if (realm === "demo" || userIndex === undefined || demoUserIndex === undefined) return [];
    return [{ name, accountKind, userIndex, demoUserIndex }];
  });
}
