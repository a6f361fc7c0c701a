import type { RecordOf } from "../../src/core/commands/schema.ts";
import { EventBuffer } from "../../src/core/events/event-buffer.ts";
import type { EVENTS, EventKind } from "../../src/core/events/events.ts";
import { atoms, lots, ticks } from "../../src/core/money/units.ts";

/** An event as a test writes it down, without its stamp. */
export type EventDraft = {
  [K in EventKind]: { kind: K } & RecordOf<(typeof EVENTS)[K]>;
}[EventKind];

/** The words of a batch, as the core would have written these events. */
export function eventWords(events: readonly EventDraft[]): Float64Array {
  const buffer = new EventBuffer();
  for (const event of events) buffer.write(event.kind, event);
  return buffer.copyWords();
}

export type DraftOfEvent<K extends EventKind> = Extract<EventDraft, { kind: K }>;
type Chosen<K extends EventKind, Needed extends keyof DraftOfEvent<K>> = Pick<
  DraftOfEvent<K>,
  Needed
> &
  Partial<DraftOfEvent<K>>;

/** Acceptance of a plain limit order without leverage. */
export function acceptedOrder(
  fields: Chosen<"order_accepted", "orderId" | "user" | "instrument" | "side" | "price" | "size">,
): EventDraft {
  return {
    ...{ kind: "order_accepted", orderType: "limit", timeInForce: "gtc", positionSide: "net" },
    ...{ reduceOnly: false, stpMode: "none", quoteAmount: atoms(0n), clientOrderId: "" },
    ...{ leverage: 0, marginMode: "crossed", source: "api" },
    ...{ backing: "default", loanType: "normal", sizingPriceE6: 0 },
    ...fields,
  };
}

type FillFields = "orderId" | "user" | "instrument" | "side" | "role" | "price" | "size" | "value";

/** A fill that ends its order, without fee, profit or loss. */
export function filledOrder(
  fields: Chosen<"order_filled", FillFields | "fillId" | "tradeId" | "filled" | "filledNotional">,
): EventDraft {
  const nothing = atoms(0n);
  return {
    ...{ kind: "order_filled", positionSide: "net", closesPosition: false, backing: "default" },
    ...{ fee: nothing, feeTotal: nothing, feeCurrency: 0, realisedPnl: nothing },
    ...{ fillPriceMin: ticks(0), fillPriceMax: ticks(0), sizingPriceE6: 0 },
    ...{ remaining: lots(0), baseBalance: nothing, quoteBalance: nothing },
    ...fields,
  };
}

/** Opens the events of a command. */
export function commandApplied(seq: number, timeMs: number): EventDraft {
  return { kind: "command_applied", seq, timeMs, command: "tick" };
}
