/** Issues and removes admin tokens. */
import { ADMIN_TOKEN_ISSUERS_MAX, ADMIN_TOKENS_MAX } from "../base/limits.ts";
import type { DraftOf } from "../commands/commands.ts";
import type { Origin } from "../commands/origin.ts";
import { rejectCommand } from "../commands/reject-command.ts";
import type { Emit, State } from "../state.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/;
/** Name of the token that the configuration sets, which is none of these. */
const ROOT_NAME = "root";
const DIGEST_BYTES = 32;

/** Names of who issues a token now, and of the issuers before. */
function issuersOf(state: State, origin: Origin | undefined): readonly string[] {
  const actor = origin?.act?.actor;
  if (actor === undefined) return [];
  const before = state.operating.tokens.get(actor)?.issuers ?? [];
  return [actor, ...before].slice(0, ADMIN_TOKEN_ISSUERS_MAX);
}

function hasDigest(state: State, digest: Uint8Array, name: string): boolean {
  return [...state.operating.tokens.values()].some(
    (token) => token.name !== name && token.digest.every((byte, at) => byte === digest[at]),
  );
}

/** Emits `admin_token_changed`, or `command_rejected`. */
export function setAdminToken(state: State, command: DraftOf<"set_admin_token">, emit: Emit): void {
  const { digest, expiresAtMs, name, origin, role } = command;
  const { tokens } = state.operating;
  const isExpired = expiresAtMs !== 0 && expiresAtMs <= state.timeMs;
  const isNamed = NAME.test(name) && name !== ROOT_NAME;
  const isOneTooMany = !tokens.has(name) && tokens.size >= ADMIN_TOKENS_MAX;
  const isUsable = digest.length === DIGEST_BYTES && !hasDigest(state, digest, name);
  if (!isNamed || isExpired || isOneTooMany || !isUsable) {
    return rejectCommand(state, 0, "admin_token_out_of_bounds", emit);
  }
  const issuers = issuersOf(state, origin);
  const issuedAtMs = state.timeMs;
  tokens.set(name, { name, role, digest, issuedAtMs, expiresAtMs, issuers });
  emit.write("admin_token_changed", { name });
}

/** Emits `admin_token_changed`, or `command_rejected`. */
export function removeAdminToken(
  state: State,
  command: DraftOf<"remove_admin_token">,
  emit: Emit,
): void {
  const { name } = command;
  if (!state.operating.tokens.delete(name)) {
    return rejectCommand(state, 0, "admin_token_not_found", emit);
  }
  emit.write("admin_token_changed", { name });
}
