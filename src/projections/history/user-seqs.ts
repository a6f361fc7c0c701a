/**
 * The last command that concerned each user. A history that has come as far shows all rows of the
 * user, whatever else it still has to write.
 */
import { assert } from "../../core/assert.ts";
import { EVENT_INDEX, EventReader } from "../../core/event-buffer.ts";
import { EVENT_KINDS, EVENTS } from "../../core/events.ts";
import type { FieldKind } from "../../core/schema.ts";

const USER_FIELDS: readonly string[] = ["user", "fromUser", "toUser"];

/** By kind of event: the words in which it names users. */
const USER_WORDS: readonly (readonly number[])[] = EVENT_KINDS.map((kind) => {
  const words: number[] = [];
  let isFixed = true;
  for (const [word, [name, field]] of Object.entries<FieldKind>(EVENTS[kind]).entries()) {
    if (USER_FIELDS.includes(name)) {
      assert(isFixed, "an event names users before texts, whose length varies");
      words.push(word);
    }
    if (field === "text") isFixed = false;
  }
  return words;
});
const BEGINS = EVENT_INDEX.command_applied;

export class UserSeqs {
  #seqs = new Float64Array(1024);

  /** The events of whole commands. */
  take(words: Float64Array): void {
    const reader = new EventReader(words);
    while (reader.next()) {
      if (reader.kindIndex === BEGINS) continue;
      for (const word of USER_WORDS[reader.kindIndex] as readonly number[]) {
        this.#see(reader.number(word), reader.seq);
      }
    }
  }

  /** Seq of the last command that told of the user; 0 when none did. */
  of(user: number): number {
    return this.#seqs[user] ?? 0;
  }

  #see(user: number, seq: number): void {
    if (user >= this.#seqs.length) {
      const next = new Float64Array(Math.max(user + 1, this.#seqs.length * 2));
      next.set(this.#seqs);
      this.#seqs = next;
    }
    this.#seqs[user] = seq;
  }
}
