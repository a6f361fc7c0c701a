/** Creates sessions: the keys of browsers, without signatures (decision 0101). */
import { createHash, timingSafeEqual } from "node:crypto";
import { SESSION_LIFE_MS } from "../../core/base/limits.ts";
import type { DraftOf } from "../../core/commands/commands.ts";
import { generateApiKey, generateSecret } from "./api-keys.ts";
import type { KeyRecord } from "./key-directory.ts";
import { CLASSIC_PERMISSIONS, UNIFIED_PERMISSIONS } from "./permissions.ts";
import type { PresentedSession } from "./session-cookie.ts";

/** Longest description of a browser that is kept, in characters. */
const BROWSER_LENGTH_MAX = 160;

/** A session may do all that its user may, on either kind of account. */
const PERMISSIONS = [...new Set([...CLASSIC_PERMISSIONS, ...UNIFIED_PERMISSIONS])].join(",");

/** A new session: the command that creates it, and what the browser keeps. */
export interface NewSession {
  readonly command: DraftOf<"create_key">;
  readonly session: PresentedSession;
}

/** Generates a session of a user; `userAgent` is the header of the browser. */
export function newSession(user: number, userAgent: string | undefined): NewSession {
  const session = { apiKey: generateApiKey(), secret: generateSecret() };
  return {
    command: {
      ...{ kind: "create_key", user, apiKey: session.apiKey, keyKind: "session" },
      sealedSecret: new Uint8Array(0),
      passphraseHash: digestOf(session.secret).toString("hex"),
      ...{ permissions: PERMISSIONS, ipList: "", note: browserText(userAgent) },
    },
    session,
  };
}

/** Whether a secret is that of a session; compares in constant time. */
export function isSecretOf({ passphraseHash }: KeyRecord, secret: string): boolean {
  const expected = Buffer.from(passphraseHash, "hex");
  const presented = digestOf(secret);
  return expected.length === presented.length && timingSafeEqual(expected, presented);
}

/** Time at which a session ends by itself, in ms since 1970. */
export function endOfSessionMs({ createdAtMs }: Pick<KeyRecord, "createdAtMs">): number {
  return createdAtMs + SESSION_LIFE_MS;
}

/** The secret has 256 random bits, so a fast digest is as good as a slow one. */
function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function browserText(userAgent = ""): string {
  return userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, BROWSER_LENGTH_MAX);
}
