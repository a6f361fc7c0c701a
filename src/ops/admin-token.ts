import { hash, timingSafeEqual } from "node:crypto";

/** Shortest permitted token, in characters. */
export const ADMIN_TOKEN_LENGTH_MIN = 16;

/** Compares presented tokens with the operator's token in constant time. */
export class AdminToken {
  readonly #digest: Buffer;

  /** Throws `RangeError` for a token shorter than `ADMIN_TOKEN_LENGTH_MIN`. */
  constructor(token: string) {
    if (token.length < ADMIN_TOKEN_LENGTH_MIN) {
      throw new RangeError(
        `ADMIN_TOKEN needs at least ${ADMIN_TOKEN_LENGTH_MIN} characters: choose a longer one`,
      );
    }
    this.#digest = hash("sha256", token, "buffer");
  }

  /** Whether an `Authorization` header carries the token as a bearer token. */
  admits(authorization: string | undefined): boolean {
    const presented = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
    return timingSafeEqual(hash("sha256", presented, "buffer"), this.#digest);
  }
}
