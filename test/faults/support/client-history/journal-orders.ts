/** The orders of a history as the journal has them: replayed from its first command. */
import { EventReader } from "../../../../src/core/events/event-buffer.ts";
import type { EventOf } from "../../../../src/core/events/events.ts";
import type { CoreMachine } from "../../../../src/main/core-machine.ts";
import { wireId } from "../../../../src/wire/ids.ts";
import { type ReplayedJournal, replayJournal } from "../../../support/replayed-journal.ts";
import type { JournalOrder } from "./history.ts";
import { DIALECTS } from "./operations.ts";

type Known = {
  readonly accepted: EventOf<"order_accepted">;
  filled: EventOf<"order_filled"> | undefined;
  closed: EventOf<"order_closed"> | undefined;
};

export type JournalContent = ReplayedJournal & { readonly orders: readonly JournalOrder[] };

/** Returns the orders whose client ids begin with a dialect, as all those of a history do. */
export async function ordersOfJournal(dataDir: string): Promise<JournalContent> {
  const known = new Map<number, Known>();
  const replayed = await replayJournal(dataDir, (machine) => collect(machine, known));
  return { ...replayed, orders: [...known.values()].flatMap(journalOrder) };
}

function collect({ events }: CoreMachine, known: Map<number, Known>): void {
  const reader = new EventReader(events.words());
  while (reader.next()) {
    if (!/^order_(accepted|filled|closed)$/.test(reader.kind)) continue;
    const event = reader.decode();
    if (event.kind === "order_accepted") {
      known.set(event.orderId, { accepted: event, filled: undefined, closed: undefined });
    } else if (event.kind === "order_filled" || event.kind === "order_closed") {
      const order = known.get(event.orderId);
      if (order === undefined) continue;
      if (event.kind === "order_filled") order.filled = event;
      else order.closed = event;
    }
  }
}

function journalOrder({ accepted, closed, filled }: Known): JournalOrder[] {
  const { clientOrderId, orderId, quoteAmount, seq, size, timeMs } = accepted;
  const dialect = DIALECTS.find((name) => clientOrderId.startsWith(`${name}-`));
  if (dialect === undefined) return [];
  const isOverfilled =
    filled !== undefined && (size > 0 ? filled.filled > size : filled.filledNotional > quoteAmount);
  return [
    {
      orderId: wireId(orderId),
      dialect,
      clientOid: clientOrderId,
      createdAtMs: timeMs,
      createdSeq: seq,
      closed: closed && {
        seq: closed.seq,
        atMs: closed.timeMs,
        isCancelled: closed.reason === "user_cancelled",
      },
      filledLots: filled?.filled ?? 0,
      isOverfilled,
    },
  ];
}
