/** Where a command came from, as the journal has it. */
import { type Static, Type } from "typebox";
import { Text, text } from "./admin-fields.ts";

/** How a command came into the journal. */
export const SENDERS = ["key", "operator", "unrecorded_key", "agent", "exchange"] as const;

/** `unknown`: the journal has no such command, or cannot be read. */
const FOUND_SENDERS = [...SENDERS, "unknown"] as const;

export const CommandSource = Type.Object({
  seq: Type.Integer({ description: "place of the command in the journal" }),
  command: text("kind of the command; empty when the sender is unknown"),
  sender: Type.Enum([...FOUND_SENDERS], {
    description:
      "key: a request of a client; unrecorded_key: one journaled before keys were recorded; " +
      "agent: of the exchange's market; exchange: the exchange itself, or a journal older than " +
      "request ids; unknown: the journal no longer has the command, or cannot be read",
  }),
  apiKey: text(
    "key that signed the request; its beginning and `…` when it was deleted since; empty for none",
  ),
  requestId: text("id of the request; empty for none"),
  words: Text,
});
export type CommandSourceState = Static<typeof CommandSource>;
