/** The newest rejections of commands, by user. They are in no snapshot: a restart forgets them. */
import { IDS_PER_SEQ } from "../../core/base/limits.ts";
import { REJECTIONS, type Rejection } from "../../core/base/rejections.ts";
import { wordAt } from "../../core/base/vocabulary.ts";
import type { EventReader } from "../../core/events/event-buffer.ts";
import { eventLayout } from "../../core/events/event-layout.ts";

/** Rejections kept per user, and in all; beyond it, users without a new one are forgotten first. */
export const REJECTIONS_PER_USER = 100;
export const REJECTIONS_MAX = 50_000;

const ORDER = eventLayout("order_rejected");
const COMMAND = eventLayout("command_rejected");

export type LiveRejection = {
  /** Smallest id of the seq of the command, plus a count. */
  readonly id: number;
  readonly seq: number;
  readonly timeMs: number;
  readonly reason: Rejection;
  /** Of an order; undefined for other commands. */
  readonly instrument: number | undefined;
  /** Of an order; empty for other commands. */
  readonly clientOrderId: string;
};

export class LiveRejections {
  /** Oldest first; the user of the newest rejection is the last one. */
  readonly #byUser = new Map<number, LiveRejection[]>();
  #count = 0;

  orderRejected(reader: EventReader): void {
    this.#add(reader, reader.number(ORDER.user), {
      reason: wordAt(REJECTIONS, reader.number(ORDER.reason)),
      instrument: reader.number(ORDER.instrument),
      clientOrderId: reader.text(ORDER.clientOrderId),
    });
  }

  commandRejected(reader: EventReader): void {
    this.#add(reader, reader.number(COMMAND.user), {
      reason: wordAt(REJECTIONS, reader.number(COMMAND.reason)),
      instrument: undefined,
      clientOrderId: "",
    });
  }

  /** Returns rejections of a user with a lower id, newest first, and whether there are more. */
  page(
    user: number,
    {
      idLessThan = Number.POSITIVE_INFINITY,
      limit,
    }: {
      readonly idLessThan?: number | undefined;
      readonly limit: number;
    },
  ): { readonly rows: readonly LiveRejection[]; readonly hasMore: boolean } {
    const below = (this.#byUser.get(user) ?? []).filter(({ id }) => id < idLessThan).reverse();
    return { rows: below.slice(0, limit), hasMore: below.length > limit };
  }

  #add(
    { seq, timeMs }: EventReader,
    user: number,
    about: Pick<LiveRejection, "reason" | "instrument" | "clientOrderId">,
  ): void {
    const rows = this.#byUser.get(user) ?? [];
    const before = rows.at(-1);
    const id = before?.seq === seq ? before.id + 1 : seq * IDS_PER_SEQ;
    rows.push({ id, seq, timeMs, ...about });
    this.#count += 1;
    if (rows.length > REJECTIONS_PER_USER) {
      rows.shift();
      this.#count -= 1;
    }
    this.#byUser.delete(user);
    this.#byUser.set(user, rows);
    while (this.#count > REJECTIONS_MAX) this.#forgetOldest();
  }

  #forgetOldest(): void {
    const [oldest] = this.#byUser;
    if (oldest === undefined) return;
    this.#byUser.delete(oldest[0]);
    this.#count -= oldest[1].length;
  }
}
