/** Writes the operator's acts. */
import { assert } from "../../core/base/assert.ts";
import type { EventHandlers } from "../live/event-consumers.ts";
import type { SqlStore } from "../store/sql-store.ts";
import { ACTS, type ActRow } from "./act-table.ts";
import { decoded } from "./decoded-event.ts";
import { type RowWriter, rowInserter } from "./table-sql.ts";

/** An act whose description has not been read to its end. */
type OpenAct = {
  readonly head: Pick<
    ActRow,
    "id" | "actor" | "command" | "subject" | "instrument" | "createdAtMs"
  >;
  readonly parts: number;
  description: string;
};

/** Description of an act, as the core writes it. */
type Description = Pick<ActRow, "requestId" | "reason" | "rejection"> & { readonly fields: object };

export class ActWriter {
  readonly #insert: RowWriter<typeof ACTS.fields>;
  #open: OpenAct | undefined;

  constructor(store: SqlStore) {
    this.#insert = rowInserter(store, ACTS);
  }

  handlers() {
    return {
      operator_acted: (reader) => {
        const event = decoded(reader, "operator_acted");
        const { actor, command, instrument, parts, seq: id, subject, timeMs: createdAtMs } = event;
        const head = { id, actor, command, subject, instrument, createdAtMs };
        this.#open = { head, parts, description: "" };
      },
      operator_act_text: (reader) => {
        const { part, text } = decoded(reader, "operator_act_text");
        const open = this.#open;
        assert(open !== undefined, "the parts of a description follow their act");
        open.description += text;
        if (part < open.parts - 1) return;
        const { fields, ...about } = JSON.parse(open.description) as Description;
        this.#insert({ ...open.head, ...about, fields: JSON.stringify(fields) });
        this.#open = undefined;
      },
    } satisfies Partial<EventHandlers<"history">>;
  }
}
