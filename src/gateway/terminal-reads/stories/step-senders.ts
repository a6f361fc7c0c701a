/** Names who sent the commands of a story, from the journal. */
import type { Command } from "../../../core/commands/commands.ts";
import { keyStartOf } from "../../auth/api-keys.ts";
import type { PrivateContext } from "../../http/endpoint.ts";
import type { StoryStep } from "./story-step.ts";

/** Commands that one story reads from the journal, each at most one segment of 16 MiB. */
const COMMANDS_READ_MAX = 8;

type Sender = Pick<StoryStep, "sender" | "apiKey" | "requestId">;
const UNKNOWN: Sender = { sender: "unknown", apiKey: "", requestId: "" };

/**
 * Returns the name of the caller's own key with a prefix, of the account or its main account; the
 * beginning of a key that the caller does not have or no longer has.
 */
function ownKey({ exchange, principal }: PrivateContext, account: number, prefix: number): string {
  const start = keyStartOf(prefix);
  const users = new Set([account, principal.userIndex]);
  const names = [...users].flatMap((user) => exchange.accounts.keysOf(user));
  return names.find(({ apiKey }) => apiKey.startsWith(start))?.apiKey ?? `${start}…`;
}

function senderOf(context: PrivateContext, account: number, { origin }: Command): Sender {
  if (origin === undefined) return { sender: "exchange", apiKey: "", requestId: "" };
  // An act's request and person are of the operator, not of the user.
  if (origin.act !== undefined) return { sender: "operator", apiKey: "", requestId: "" };
  const { keyPrefix, requestId } = origin;
  const apiKey = keyPrefix === undefined ? "" : ownKey(context, account, keyPrefix);
  return { sender: "api_key", apiKey, requestId };
}

/** Steps that a user's own request or the operator can have caused. */
const ASKED: ReadonlySet<StoryStep["kind"]> = new Set([
  ...(["placed", "amended", "exits_set", "cancelled", "expired"] as const),
]);

/**
 * Adds the sender to the steps that a request can have caused, of the oldest and the newest
 * commands; the other steps keep theirs. A journal that cannot be read leaves senders unknown.
 */
export async function withSenders(
  context: PrivateContext,
  account: number,
  steps: readonly StoryStep[],
): Promise<StoryStep[]> {
  const isOpen = ({ kind, sender }: StoryStep): boolean => ASKED.has(kind) && sender === "";
  const seqs = [...new Set(steps.filter(isOpen).map(({ seq }) => seq))];
  const read = seqs.length <= COMMANDS_READ_MAX ? seqs : seqs.slice(1 - COMMANDS_READ_MAX);
  if (read.length < seqs.length) read.unshift(...seqs.slice(0, 1));
  const found = new Map<string, Sender>();
  for (const seq of read) {
    const command = await context.exchange.commandAt(Number(seq)).catch(() => undefined);
    if (command !== undefined) found.set(seq, senderOf(context, account, command));
  }
  return steps.map((step) =>
    isOpen(step) ? { ...step, ...(found.get(step.seq) ?? UNKNOWN) } : step,
  );
}
