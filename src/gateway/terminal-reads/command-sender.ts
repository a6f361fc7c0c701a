/** Names who sent a command, from the journal. */
import { Type } from "typebox";
import type { Command } from "../../core/commands/commands.ts";
import { wordOf } from "../../wire/words/word-field.ts";
import { keyStartOf } from "../auth/api-keys.ts";
import type { PrivateContext } from "../http/endpoint.ts";

/**
 * Senders of a command. `session`: a session of a browser that has not ended; the journal has only
 * the beginning of its name, so one that has ended counts as `api_key`. `unknown`: the journal no
 * longer has the command.
 */
export const SENDERS = ["api_key", "session", "operator", "exchange", "unknown"] as const;

export type CommandSender = {
  readonly sender: (typeof SENDERS)[number];
  /** The caller's own key, or the beginning of another one; empty for other senders. */
  readonly apiKey: string;
  readonly requestId: string;
};

/** Fields of a response that name the sender of a command. */
export const SENDER_FIELDS = {
  sender: wordOf(SENDERS),
  apiKey: Type.String({ description: "Own key that asked for it; its beginning if it is another" }),
  requestId: Type.String(),
};

export const UNKNOWN_SENDER: CommandSender = { sender: "unknown", apiKey: "", requestId: "" };

/**
 * Returns the caller's own key or session with a prefix, of the account or its main account; the
 * beginning of a key that the caller does not have or no longer has.
 */
function ownKey(
  { exchange, principal }: PrivateContext,
  account: number,
  prefix: number,
): Pick<CommandSender, "apiKey" | "sender"> {
  const start = keyStartOf(prefix);
  const users = new Set([account, principal.userIndex]);
  const { accounts } = exchange;
  const found = (keys: readonly { readonly apiKey: string }[]): string | undefined =>
    keys.find(({ apiKey }) => apiKey.startsWith(start))?.apiKey;
  const session = found([...users].flatMap((user) => accounts.sessionsOf(user)));
  if (session !== undefined) return { sender: "session", apiKey: session };
  const key = found([...users].flatMap((user) => accounts.keysOf(user)));
  return { sender: "api_key", apiKey: key ?? `${start}…` };
}

/**
 * Returns the sender of a command that concerned an account which the caller may read; `unknown`
 * for a command that the journal no longer has.
 */
export function senderOf(
  context: PrivateContext,
  account: number,
  command: Command | undefined,
): CommandSender {
  if (command === undefined) return UNKNOWN_SENDER;
  const { origin } = command;
  if (origin === undefined) return { sender: "exchange", apiKey: "", requestId: "" };
  // An act's request and person are of the operator, not of the user.
  if (origin.act !== undefined) return { sender: "operator", apiKey: "", requestId: "" };
  const { keyPrefix, requestId } = origin;
  if (keyPrefix === undefined) return { sender: "api_key", apiKey: "", requestId };
  return { ...ownKey(context, account, keyPrefix), requestId };
}

/** Reads a command; undefined when the journal no longer has it or cannot be read. */
export async function commandOf(
  { exchange }: PrivateContext,
  seq: number,
): Promise<Command | undefined> {
  return exchange.commandAt(seq).catch(() => undefined);
}
