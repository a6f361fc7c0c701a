/** Events of the operator's acts. */
import type { Fields } from "../commands/schema.ts";

export const operatingEvents = <const K extends readonly string[]>(commandKinds: K) =>
  ({
    /**
     * The command is an act of the operator, applied or rejected. `subject` and `instrument`
     * are the index + 1 of the user and of the instrument that it concerned, 0 for none. `parts` is
     * the number of `operator_act_text` events that follow.
     */
    operator_acted: {
      command: commandKinds,
      subject: "int",
      instrument: "int",
      parts: "int",
      actor: "text",
    },

    /**
     * Part of the description of the act, JSON in ASCII: `requestId`, `reason`, `rejection` (empty
     * if applied) and `fields`, those of the command without secrets.
     */
    operator_act_text: { part: "int", text: "text" },
  }) as const satisfies Readonly<Record<string, Fields>>;
