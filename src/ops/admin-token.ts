import { hash, timingSafeEqual } from "node:crypto";
import type { AdminIdentity, AdminTokens } from "./admin-identity.ts";

/** Shortest permitted token, in characters. */
export const ADMIN_TOKEN_LENGTH_MIN = 16;

/** Name of the token of the credentials file, which has the role `all` and does not expire. */
export const ROOT_NAME = "root";
const ROOT: AdminIdentity = { name: ROOT_NAME, role: "all" };

/** Returns the holder of the token with this SHA-256; `undefined` for an unknown or expired one. */
export type HolderOfDigest = (digest: Buffer) => AdminIdentity | undefined;

/** Returns the SHA-256 of a token, by which issued tokens are known. */
export function digestOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

/** Returns the SHA-256 of the token in an `Authorization` header, of an empty text without one. */
export function presentedDigest(authorization: string | undefined): Buffer {
  return digestOf(/^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "");
}

/** Recognises the operator's own token, compared in constant time, and the issued ones. */
export class AdminTokenCheck implements AdminTokens {
  readonly #root: Buffer;
  readonly #issued: HolderOfDigest;

  /** Throws `RangeError` for a root token shorter than `ADMIN_TOKEN_LENGTH_MIN`. */
  constructor(root: string, issued: HolderOfDigest = () => undefined) {
    if (root.length < ADMIN_TOKEN_LENGTH_MIN) {
      throw new RangeError(
        `ADMIN_TOKEN needs at least ${ADMIN_TOKEN_LENGTH_MIN} characters: choose a longer one`,
      );
    }
    this.#root = digestOf(root);
    this.#issued = issued;
  }

  holderOf(digest: Buffer): AdminIdentity | undefined {
    return timingSafeEqual(digest, this.#root) ? ROOT : this.#issued(digest);
  }
}
