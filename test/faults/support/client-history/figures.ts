/** Figures of a history, for its summary. */
import { EXPIRED_CODE, type History } from "./history.ts";

export type Figures = {
  readonly operations: number;
  readonly placements: number;
  readonly cancels: number;
  readonly lookups: number;
  readonly listings: number;
  readonly acknowledged: number;
  /** Answered as expired: never executed. */
  readonly expired: number;
  /** Answered otherwise as not done. */
  readonly refused: number;
  readonly unknown: number;
  readonly unanswered: number;
  readonly found: number;
  readonly absent: number;
  readonly later: number;
  /** Orders of the journal, and those of them that no client got acknowledged. */
  readonly orders: number;
  readonly ordersUnacknowledged: number;
  readonly outages: number;
};

export function figuresOf({ operations, orders, outages }: History): Figures {
  const changes = operations.flatMap((operation) =>
    operation.kind === "placement" || operation.kind === "cancel" ? [operation] : [],
  );
  const lookups = operations.filter(({ kind }) => kind === "lookup");
  const acknowledgedIds = new Set(
    changes.flatMap(({ answer }) => (answer.kind === "acknowledged" ? [answer.orderId] : [])),
  );
  const answered = (kind: string): number =>
    changes.filter(({ answer }) => answer.kind === kind).length;
  const looked = (kind: string): number =>
    lookups.filter((lookup) => lookup.kind === "lookup" && lookup.answer.kind === kind).length;
  const expired = changes.filter(
    ({ answer }) => answer.kind === "refused" && answer.code === EXPIRED_CODE,
  ).length;
  const placements = changes.filter(({ kind }) => kind === "placement").length;
  return {
    operations: operations.length,
    placements,
    cancels: changes.length - placements,
    lookups: lookups.length,
    listings: operations.filter(({ kind }) => kind === "listing").length,
    acknowledged: answered("acknowledged"),
    expired,
    refused: answered("refused") - expired,
    unknown: answered("unknown"),
    unanswered: answered("none"),
    found: looked("found"),
    absent: looked("absent"),
    later: looked("later"),
    orders: orders.length,
    ordersUnacknowledged: orders.filter(({ orderId }) => !acknowledgedIds.has(orderId)).length,
    outages: outages.length,
  };
}
