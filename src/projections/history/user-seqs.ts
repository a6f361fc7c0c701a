/**
 * Seq of the last command that concerned each user. A history that has applied this command has all
 * rows of the user.
 */
import { EventReader } from "../../core/events/event-buffer.ts";
import {
  EVENT_INDEX,
  type EventHeader,
  eventLayout,
  type NumberOffset,
} from "../../core/events/event-layout.ts";
import { EVENT_KINDS } from "../../core/events/events.ts";

/** A main account reads what moved between its sub-accounts. */
const USER_FIELDS = ["user", "fromUser", "toUser", "parent"] as const;
type UserLayout = { readonly header: EventHeader } & {
  readonly [N in (typeof USER_FIELDS)[number]]?: NumberOffset;
};

/** By kind of event: the offsets of the fields that name users. */
const USER_OFFSETS: readonly (readonly NumberOffset[])[] = EVENT_KINDS.map((kind) => {
  const layout: UserLayout = eventLayout(kind);
  return USER_FIELDS.flatMap((name) => layout[name] ?? []);
});
const COMMAND_APPLIED = EVENT_INDEX.command_applied;

export class UserSeqs {
  readonly #reader = new EventReader();
  #seqs = new Float64Array(1024);

  /** Reads the events of whole commands; returns the time of the last one, in ms. */
  take(words: Float64Array): number {
    const reader = this.#reader;
    reader.reset(words);
    while (reader.next()) {
      if (reader.kindIndex === COMMAND_APPLIED) continue;
      for (const offset of USER_OFFSETS[reader.kindIndex] ?? []) {
        this.#see(reader.number(offset), reader.seq);
      }
    }
    return reader.timeMs;
  }

  /** Seq of the last command whose events name the user; 0 for none. */
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
