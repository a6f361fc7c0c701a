/** Administrative actions on admin tokens. */
import { randomBytes } from "node:crypto";
import type { AdminToken } from "../../core/operating/operating-state.ts";
import type { State } from "../../core/state.ts";
import { digestOf, type HolderOfDigest } from "../../ops/admin-token.ts";
import type { TokenActions } from "../../ops/token-port.ts";
import { type ActingEngine, refusalOf, refuse, submit } from "./admin-command.ts";
import { timeTextOrNone } from "./times.ts";

type Parts = { readonly engine: ActingEngine };

const SECRET_BYTES = 24;

function isExpired({ expiresAtMs }: AdminToken, nowMs: number): boolean {
  return expiresAtMs !== 0 && nowMs >= expiresAtMs;
}

/** Recognises the issued tokens of a state; `nowMs` is exchange time. */
export function issuedTokens(
  { operating: { tokens } }: Pick<State, "operating">,
  nowMs: () => number,
): HolderOfDigest {
  return (digest) => {
    const token = [...tokens.values()].find((one) => digest.equals(one.digest));
    if (token === undefined || isExpired(token, nowMs())) return undefined;
    return { name: token.name, role: token.role };
  };
}

/** Returns all administrative actions on admin tokens. */
export function tokenActions({ engine }: Parts): TokenActions {
  const { tokens } = engine.state.operating;
  return {
    listTokens: () =>
      [...tokens.values()].map((token) => {
        const { expiresAtMs, issuedAtMs, issuers, name, role } = token;
        return {
          ...{ name, role, issuers, issuedAt: timeTextOrNone(issuedAtMs) },
          expiresAt: timeTextOrNone(expiresAtMs),
          isExpired: isExpired(token, engine.sequencer.nowMs()),
        };
      }),
    async issueToken({ expiresAt, name, role }) {
      const expiresAtMs = expiresAt === undefined ? 0 : Date.parse(expiresAt);
      if (!Number.isSafeInteger(expiresAtMs) || expiresAtMs < 0) {
        return refuse("invalid", "expiresAt must be an ISO time");
      }
      const token = randomBytes(SECRET_BYTES).toString("base64url");
      const terms = { name, role, digest: digestOf(token), expiresAtMs };
      const { rejection } = await submit(engine, { kind: "set_admin_token", ...terms });
      if (rejection !== undefined) return refusalOf(rejection);
      return { done: { name, role, expiresAt: timeTextOrNone(expiresAtMs), token } };
    },
    async removeToken(name) {
      const { rejection } = await submit(engine, { kind: "remove_admin_token", name });
      return rejection === undefined ? { done: { name } } : refusalOf(rejection);
    },
  };
}
