/** `credentials.json`: the ready-made keys of the first users, for the owner's eyes alone. */
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "../core/state.ts";
import type { AccountKind, Realm } from "../core/vocabulary.ts";
import type { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { uidOf } from "../gateway/auth/uid.ts";
import type { CommandPort } from "../gateway/exchange-access.ts";
import { FIRST_USERS, userNamed } from "./founding/founding.ts";
import { issueKey, permissionsOf } from "./operator/issue-key.ts";

export const CREDENTIALS_FILE = "credentials.json";

export type UserCredentials = {
  readonly name: string;
  readonly uid: string;
  readonly kind: AccountKind;
  readonly realm: Realm;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
};

export type Credentials = {
  readonly baseUrl: string;
  readonly ws: {
    readonly v2Public: string;
    readonly v2Private: string;
    readonly v3Public: string;
    readonly v3Private: string;
  };
  readonly admin: { readonly token: string };
  readonly users: readonly UserCredentials[];
};

/** The secrets that outlive a restart: the admin token and the first users' keys. */
export type KeptSecrets = Pick<Credentials, "admin" | "users">;

function read(path: string): Credentials | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Credentials) : undefined;
}

/** The secrets of an earlier start, or `undefined`. */
export function readSecrets(dataDir: string): KeptSecrets | undefined {
  return read(join(dataDir, CREDENTIALS_FILE));
}

export function newAdminToken(): string {
  return randomBytes(24).toString("hex");
}

/** Keys for the first users that have none in `kept`, which are kept as they are. */
export async function firstKeys(
  exchange: { readonly commands: CommandPort; readonly state: State; readonly seal: SecretSeal },
  kept: readonly UserCredentials[],
): Promise<UserCredentials[]> {
  const { commands, state, seal } = exchange;
  const users: UserCredentials[] = [];
  for (const { name, accountKind, realm } of FIRST_USERS) {
    const known = kept.find((user) => user.name === name && state.keys.has(user.apiKey));
    const index = userNamed(state, name);
    if (known !== undefined || index === undefined) {
      if (known !== undefined) users.push(known);
      continue;
    }
    const passphrase = randomBytes(8).toString("hex");
    const permissions = permissionsOf(accountKind);
    const key = await issueKey(commands, seal, {
      user: index,
      passphrase,
      permissions,
      ipList: [],
    });
    const { apiKey, secret } = key;
    users.push({ name, uid: uidOf(index), kind: accountKind, realm, apiKey, secret, passphrase });
  }
  return users;
}

/** Addresses and secrets of a running exchange; `baseUrl` without a slash at the end. */
export function credentialsOf(baseUrl: string, secrets: KeptSecrets): Credentials {
  const ws = baseUrl.replace(/^http/, "ws");
  return {
    baseUrl,
    ws: {
      v2Public: `${ws}/v2/ws/public`,
      v2Private: `${ws}/v2/ws/private`,
      v3Public: `${ws}/v3/ws/public`,
      v3Private: `${ws}/v3/ws/private`,
    },
    admin: secrets.admin,
    users: secrets.users,
  };
}

/** Writes the file with mode 600, also over one that was more open. */
export function writeCredentials(dataDir: string, credentials: Credentials): void {
  const path = join(dataDir, CREDENTIALS_FILE);
  writeFileSync(path, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(path, 0o600);
}
