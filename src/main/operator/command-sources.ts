/** Reads from the journal where a command came from. */
import { messageOf } from "../../journal/operating-fault.ts";
import type { CommandSourceState } from "../../ops/command-source.ts";
import type { Engine } from "../engine.ts";
import {
  NO_DELETED_KEYS,
  NO_KEY_WORDS,
  type Sender,
  senderOf,
  signingKey,
} from "../trace/signing-key.ts";

type ReadEngine = Pick<Engine, "commandAt" | "state">;

function unknownSource(seq: number, words: string): CommandSourceState {
  return { seq, command: "", sender: "unknown", apiKey: "", requestId: "", words };
}

function wordsOf(sender: Sender, apiKey: string): string {
  if (sender !== "key") return `Without a key: ${NO_KEY_WORDS[sender]}.`;
  return apiKey.endsWith("…")
    ? "Signed with a key that was deleted since: `bourse trace` names it in full."
    : "Signed with this key.";
}

/**
 * Returns where the command of a seq came from. Names a key that exists; of a deleted one, the
 * beginning. A journal that cannot be read makes the sender unknown, with the fault in `words`.
 */
export async function commandSource(
  { commandAt, state }: ReadEngine,
  seq: number,
): Promise<CommandSourceState> {
  try {
    const command = await commandAt(seq);
    if (command === undefined) {
      return unknownSource(seq, "The journal no longer has the command: it was shortened.");
    }
    const apiKey = signingKey(state, command, NO_DELETED_KEYS);
    const requestId = command.origin?.requestId ?? "";
    const sender = senderOf(state, command);
    const words = wordsOf(sender, apiKey);
    return { seq, command: command.kind, sender, apiKey, requestId, words };
  } catch (thrown) {
    return unknownSource(seq, `The journal cannot be read: ${messageOf(thrown)}`);
  }
}
