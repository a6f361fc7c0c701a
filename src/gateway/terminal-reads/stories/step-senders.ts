/** Names who sent the commands of a story. */
import type { PrivateContext } from "../../http/endpoint.ts";
import { type CommandSender, commandOf, senderOf, UNKNOWN_SENDER } from "../command-sender.ts";
import type { StoryStep } from "./story-step.ts";

/** Commands that one story reads from the journal, each at most one segment of 16 MiB. */
const COMMANDS_READ_MAX = 8;

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
  const found = new Map<string, CommandSender>();
  for (const seq of read) {
    const command = await commandOf(context, Number(seq));
    found.set(seq, senderOf(context, account, command));
  }
  return steps.map((step) =>
    isOpen(step) ? { ...step, ...(found.get(step.seq) ?? UNKNOWN_SENDER) } : step,
  );
}
