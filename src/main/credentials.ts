/** The file `credentials.json`: API keys of the first users, readable by the owner only. */
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { assert } from "../core/base/assert.ts";
import type { AccountKind, Realm } from "../core/base/vocabulary.ts";
import type { State } from "../core/state.ts";
import { newKey, permissionsOf } from "../gateway/auth/new-key.ts";
import { newPassphrase } from "../gateway/auth/passphrase.ts";
import type { SecretSeal } from "../gateway/auth/sealed-secret.ts";
import { uidOf } from "../gateway/auth/uid.ts";
import type { CommandPort } from "../gateway/exchange-access.ts";
import type { FileLayer } from "../journal/file-layer.ts";
import { messageOf, OperatingFault } from "../journal/operating-fault.ts";
import { parseJson, readSmallFile, writeSmallFile } from "../journal/write-small-file.ts";
import { FIRST_USERS, type FirstUser, submitOrThrow, userNamed } from "./founding/founding.ts";

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
  readonly admin: {
    readonly token: string;
    /** URL of the admin API, or `unix:` and the path of its socket; absent: that of the clients. */
    readonly url?: string;
  };
  readonly users: readonly UserCredentials[];
};

/** Secrets that survive a restart: the admin token and the keys of the first users. */
export type KeptSecrets = Pick<Credentials, "admin" | "users">;

/** A file of credentials cannot be read, or cannot be written where it is wanted. */
export class CredentialsUnreadable extends OperatingFault {
  readonly code = "credentials_unreadable";
}

/**
 * Returns the secrets of an earlier start, or `undefined` if there are none. Fails with
 * `CredentialsUnreadable`.
 */
export async function readSecrets(
  files: FileLayer,
  dataDir: string,
): Promise<KeptSecrets | undefined> {
  const path = join(dataDir, CREDENTIALS_FILE);
  const bytes = await readSmallFile(files, path);
  if (bytes === undefined) return undefined;
  try {
    return checkedSecrets(parseJson(bytes));
  } catch (thrown) {
    throw new CredentialsUnreadable(
      `${path} cannot be read: ${messageOf(thrown)}; restore it from a copy, or remove it: the ` +
        "next start issues new keys for the first users, keys in use stay valid until they are " +
        "revoked, and the admin token is BOURSE_ADMIN_TOKEN or a new one",
      { cause: thrown },
    );
  }
}

/**
 * Refuses a path for credentials whose directory does not exist, or where another file is, which
 * would be replaced. Fails with `CredentialsUnreadable`.
 */
export async function refuseOtherFile(files: FileLayer, path: string): Promise<void> {
  const instead = "name another file with --credentials";
  const directory = dirname(path);
  if (!existsSync(directory)) {
    throw new CredentialsUnreadable(`${directory} does not exist: create it, or ${instead}`);
  }
  try {
    const bytes = await readSmallFile(files, path);
    if (bytes !== undefined) checkedSecrets(parseJson(bytes));
  } catch (cause) {
    const message = `${path} exists and is no file of credentials: remove it, or ${instead}`;
    throw new CredentialsUnreadable(message, { cause });
  }
}

const USER_MEMBERS = ["name", "uid", "kind", "realm", "apiKey", "secret", "passphrase"] as const;

function checkedSecrets(content: unknown): KeptSecrets {
  const { admin, users } = (content ?? {}) as Record<string, unknown>;
  const token = (admin as Record<string, unknown> | undefined)?.["token"];
  if (typeof token !== "string" || token === "") throw new Error("admin.token is no text");
  if (!Array.isArray(users)) throw new Error("users is no list");
  for (const user of users as readonly unknown[]) {
    for (const member of USER_MEMBERS) {
      const value = (user as Record<string, unknown> | null)?.[member];
      if (typeof value !== "string") throw new Error(`users: ${member} is no text`);
    }
  }
  return { admin: { token }, users: users as UserCredentials[] };
}

export function newAdminToken(): string {
  return randomBytes(24).toString("hex");
}

/**
 * Returns keys for the first users: those in `kept` that are still valid, and new ones for the
 * others.
 */
export async function firstKeys(
  exchange: { readonly commands: CommandPort; readonly state: State; readonly seal: SecretSeal },
  kept: readonly UserCredentials[],
): Promise<UserCredentials[]> {
  const { commands, state, seal } = exchange;
  const keyOf = async (user: FirstUser): Promise<UserCredentials | undefined> => {
    const { name, accountKind, realm } = user;
    const known = kept.find((one) => one.name === name && state.keys.has(one.apiKey));
    const index = userNamed(state, name);
    if (known !== undefined || index === undefined) return known;
    const { hash: passphraseHash, passphrase } = newPassphrase();
    const { apiKey, command, secret } = newKey(seal, {
      user: index,
      passphraseHash,
      permissions: permissionsOf(accountKind),
      ipList: [],
      note: "",
    });
    await submitOrThrow(commands, command);
    assert(secret !== undefined, "a key without a public key has a secret");
    return { name, uid: uidOf(index), kind: accountKind, realm, apiKey, secret, passphrase };
  };
  // Together: their commands take one write to disk.
  const users = await Promise.all(FIRST_USERS.map(keyOf));
  return users.filter((user) => user !== undefined);
}

/** Returns addresses and secrets of a running exchange; `baseUrl` has no trailing slash. */
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

/** Writes the file unless its content is already identical. Fails with the system's error. */
export async function writeCredentials(
  files: FileLayer,
  path: string,
  credentials: Credentials,
): Promise<void> {
  const text = `${JSON.stringify(credentials, undefined, 2)}\n`;
  await writeSmallFile(files, path, Buffer.from(text));
}
