/**
 * Checks a history of clients against what the exchange promises (docs/decisions/0043).
 *
 * General checkers of linearizability search for an order of operations on a register. The promises
 * here are others: about deadlines, and about several requests under one name. The package registry
 * lists no such checker, and each promise takes a few lines. `client-history-checker.test.ts` shows
 * that each violation is found.
 *
 * Clocks: an order is compared with deadlines by `createdAtMs`, the exchange time of its command,
 * without tolerance: both times are of the same clock. When an effect came about is not what its
 * stamp says, so two observations that need no stamp are compared as well: the write of the journal
 * that was held up beyond the deadline, and the lookup that found no order. A lookup is dated with
 * the exchange time at which it was taken: what was stamped before is found or said to be open.
 * After a restart exchange time goes on at the journal's last time, which may be before what the
 * process before it reported: exchange times of two processes are not compared.
 */
import type { History, JournalOrder } from "./history.ts";
import { DUPLICATE_CODES } from "./history.ts";
import type { Call, Cancel, Listing, Lookup, Operation, Placement } from "./operations.ts";

export const RULES = [
  /** Several orders under one client id: v2 within the time that the id is kept, v3 at once. */
  "second_effect",
  /** An acknowledged order is not in the journal under its client id. */
  "acknowledged_missing",
  /** An order exists although every request that could have made it was refused. */
  "refused_executed",
  /** An order was created before any request for it was taken, or after their deadlines. */
  "outside_window",
  /** An order exists although no write could end before the deadlines of its requests. */
  "outlived_outage",
  /** A lookup found no order when its request was over, or its command stamped; it is there. */
  "absent_then_there",
  /** A client id was refused as taken, and there is no order under it. */
  "duplicate_of_nothing",
  /** A lookup after an acknowledgement, or after one that found the order, found none. */
  "lost_read",
  /** A list of open orders lacks an acknowledged one. */
  "missing_in_list",
  /** A lookup showed what the journal does not have. */
  "wrong_read",
  /** A later lookup showed an earlier state of the order. */
  "went_back",
  /** An acknowledged cancel did not close its order. */
  "cancel_lost",
  /** An order was cancelled although every request to do so was refused or its window over. */
  "refused_cancel_executed",
  /** An order executed more than was ordered. */
  "overfilled",
  /** A client waited longer than it may, while the process ran. */
  "slow_answer",
] as const;
export type Rule = (typeof RULES)[number];

export type Violation = { readonly rule: Rule; readonly clientOid: string; readonly text: string };

/** How long a classic client id is kept after its order closed, in ms (decision 0043). */
const KEPT_MS = 24 * 3_600_000;
/** How many closed orders of a classic user keep theirs. */
const KEPT_ORDERS = 10_000;

/**
 * Longest time until any answer, in ms. Documented are 5 s on an ill disk, 2 s until a lookup is
 * refused, 5 s for a history that lags; the rest is room for a busy machine.
 */
export const ANSWERED_MS_MAX = 15_000;

/** Everything under one client id of one dialect. */
type Group = {
  readonly placements: Placement[];
  readonly cancels: Cancel[];
  readonly lookups: Lookup[];
  readonly orders: JournalOrder[];
};

type Report = (rule: Rule, text: string) => void;

/** Returns all violations of the promises, in no particular order. */
export function checkHistory(history: History): Violation[] {
  const violations: Violation[] = [];
  const takenFromMs = earliestTaking(history);
  for (const [name, group] of groupsOf(history)) {
    const clientOid = name.slice(3);
    const report: Report = (rule, text) => violations.push({ rule, clientOid, text });
    checkEffects(group, report);
    checkMakers(group, { ...history, takenFromMs }, report);
    checkCancels(group, report);
    checkLookups(group, report);
    checkProgress(group, report);
  }
  checkListings(history, violations);
  checkAnswerTimes(history, violations);
  return violations;
}

function groupsOf({ operations, orders }: History): Map<string, Group> {
  const groups = new Map<string, Group>();
  const groupOf = ({ dialect, clientOid }: Pick<Call, "dialect" | "clientOid">): Group => {
    const name = `${dialect} ${clientOid}`;
    const known = groups.get(name);
    if (known !== undefined) return known;
    const group = { placements: [], cancels: [], lookups: [], orders: [] };
    groups.set(name, group);
    return group;
  };
  for (const operation of operations) {
    if (operation.kind === "placement") groupOf(operation).placements.push(operation);
    else if (operation.kind === "cancel") groupOf(operation).cancels.push(operation);
    else if (operation.kind === "lookup") groupOf(operation).lookups.push(operation);
  }
  for (const order of orders.toSorted((one, other) => one.createdSeq - other.createdSeq)) {
    groupOf(order).orders.push(order);
  }
  return groups;
}

/** One effect per client id, of the right size, under the id that was acknowledged. */
function checkEffects({ orders, placements }: Group, report: Report): void {
  for (const [index, order] of orders.entries()) {
    if (order.isOverfilled) report("overfilled", `order ${order.orderId}`);
    const next = orders[index + 1];
    if (next !== undefined && isIdTaken(order, next)) {
      report("second_effect", `orders ${order.orderId} and ${next.orderId}`);
    }
  }
  for (const { answer, dialect } of placements) {
    if (answer.kind === "acknowledged" && !orders.some((order) => isOf(answer, order))) {
      report("acknowledged_missing", `order ${answer.orderId}`);
    }
    const isDuplicate = answer.kind === "refused" && answer.code === DUPLICATE_CODES[dialect];
    if (isDuplicate && orders.length === 0) report("duplicate_of_nothing", answer.code);
  }
}

function isOf(answer: { readonly orderId: string }, order: JournalOrder): boolean {
  return answer.orderId === order.orderId;
}

/** Whether the client id of `order` was still taken when `next` was created under it. */
function isIdTaken({ closed, dialect }: JournalOrder, next: JournalOrder): boolean {
  if (closed === undefined || next.createdSeq < closed.seq) return true;
  // Closed orders of one user come to far less than KEPT_ORDERS between two seqs as near as this.
  const isRecent =
    next.createdAtMs - closed.atMs < KEPT_MS && next.createdSeq - closed.seq < KEPT_ORDERS;
  return dialect === "v2" && isRecent;
}

/** Each order was made by a request of its own, which could still have an effect. */
function checkMakers(
  group: Group,
  { outages, takenFromMs }: Pick<History, "outages"> & { readonly takenFromMs: Taking },
  report: Report,
): void {
  const makers = new Set<Placement>();
  for (const order of group.orders) {
    const unrefused = group.placements.filter(
      (placement) => mayBeOf(placement, order) && !makers.has(placement),
    );
    const timely = unrefused.filter(
      (placement) =>
        takenFromMs(placement) <= order.createdAtMs && order.createdAtMs <= placement.deadlineMs,
    );
    const durable = timely.filter((placement) => !isCutOff(placement, outages));
    const open = durable.filter((placement) => !isFoundAbsent(placement, group.lookups));
    const text = `order ${order.orderId} of ${order.createdAtMs}`;
    if (unrefused.length === 0) report("refused_executed", text);
    else if (timely.length === 0) report("outside_window", text);
    else if (durable.length === 0) report("outlived_outage", text);
    else if (open.length === 0) report("absent_then_there", text);
    const maker = open.find(({ answer }) => answer.kind === "acknowledged") ?? open[0];
    if (maker !== undefined) makers.add(maker);
  }
}

/** Whether the answer allows that the request made this order. */
function mayBeOf({ answer }: Placement | Cancel, order: JournalOrder): boolean {
  if (answer.kind === "acknowledged") return isOf(answer, order);
  return answer.kind !== "refused";
}

/** Exchange time before which the exchange cannot have taken a request. */
type Taking = (call: Call) => number;

/**
 * An answered request states when it was taken: a repeat is acknowledged with an order that another
 * request made before. One without an answer was not taken before whatever was answered until it
 * was sent.
 */
function earliestTaking({ operations }: History): Taking {
  const answered = operations
    .filter(({ acceptedMs }) => acceptedMs !== undefined)
    .toSorted((one, other) => one.returnedMs - other.returnedMs);
  let latestMs = 0;
  let lifeNow = 0;
  const known = answered.map(({ acceptedMs = 0, life, returnedMs }) => {
    latestMs = lifeNow === life ? Math.max(latestMs, acceptedMs) : acceptedMs;
    lifeNow = life;
    return { life, returnedMs, latestMs };
  });
  return ({ acceptedMs, invokedMs, life }) => {
    const before = known.findLast((other) => other.returnedMs < invokedMs);
    return acceptedMs ?? (before?.life === life ? before.latestMs : 0);
  };
}

/** Whether no write of the journal could end between the sending and the deadline. */
function isCutOff({ deadlineMs, invokedMs }: Placement, outages: History["outages"]): boolean {
  return outages.some(
    ({ fromMs, toMs, untilMs }) => fromMs <= invokedMs && invokedMs <= toMs && deadlineMs < untilMs,
  );
}

/** Whether a lookup found no order when the request could have no effect any more. */
function isFoundAbsent(placement: Placement, lookups: readonly Lookup[]): boolean {
  const { answer, deadlineMs, life, returnedMs } = placement;
  if (answer.kind === "acknowledged") return false;
  return lookups.some((lookup) => {
    if (lookup.answer.kind !== "absent") return false;
    const isAnswered = answer.kind !== "none" && returnedMs < lookup.invokedMs;
    const isOver = life === lookup.life && deadlineMs < (lookup.acceptedMs ?? 0);
    return isAnswered || life < lookup.life || isOver;
  });
}

function checkCancels({ cancels, orders }: Group, report: Report): void {
  for (const { answer } of cancels) {
    if (answer.kind !== "acknowledged") continue;
    const order = orders.find((candidate) => isOf(answer, candidate));
    if (order?.closed === undefined) report("cancel_lost", `order ${answer.orderId}`);
  }
  for (const order of orders) {
    const { closed } = order;
    if (closed?.isCancelled !== true) continue;
    const makers = cancels.filter((cancel) => mayBeOf(cancel, order));
    if (makers.some(({ deadlineMs }) => closed.atMs <= deadlineMs)) continue;
    report("refused_cancel_executed", `order ${order.orderId}`);
  }
}

/** What lookups must find: orders acknowledged or found before; what they must not find. */
function checkLookups({ lookups, orders, placements }: Group, report: Report): void {
  for (const lookup of lookups) {
    const { answer, invokedMs } = lookup;
    if (answer.kind === "later") continue;
    if (answer.kind === "absent") {
      const isKnown =
        placements.some((call) => isAcknowledged(call) && call.returnedMs < invokedMs) ||
        lookups.some((call) => call.answer.kind === "found" && call.returnedMs < invokedMs);
      const isTaken = orders.some((order) => isStampedBefore(order, lookup, placements));
      if (isKnown) report("lost_read", `at ${invokedMs}`);
      else if (lookup.isLast && orders.length > 0) report("wrong_read", "none found at the end");
      else if (isTaken) report("absent_then_there", `at ${invokedMs}`);
      continue;
    }
    const { filledLots, isOpen, orderId } = answer.order;
    const order = orders.find((candidate) => candidate.orderId === orderId);
    const isPossible =
      order !== undefined &&
      filledLots <= order.filledLots &&
      (isOpen || order.closed !== undefined) &&
      (!lookup.isLast ||
        (order === orders.at(-1) &&
          filledLots === order.filledLots &&
          isOpen === (order.closed === undefined)));
    if (!isPossible) report("wrong_read", `order ${orderId}`);
  }
}

/** Exchange time may begin earlier in the next process: of one from before it nothing is said. */
function isStampedBefore(
  order: JournalOrder,
  lookup: Lookup,
  placements: readonly Placement[],
): boolean {
  const makers = placements.filter((placement) => mayBeOf(placement, order));
  const isOfEarlier = makers.length > 0 && makers.every(({ life }) => life <= lookup.life);
  return isOfEarlier && order.createdAtMs < (lookup.acceptedMs ?? 0);
}

function isAcknowledged({ answer }: Placement): boolean {
  return answer.kind === "acknowledged";
}

/** No lookup shows less than an earlier one of the same order did. */
function checkProgress({ lookups }: Group, report: Report): void {
  const found = lookups.flatMap((lookup) =>
    lookup.answer.kind === "found" ? [{ ...lookup.answer.order, ...spanOf(lookup) }] : [],
  );
  for (const later of found) {
    const isBehind = found.some(
      (earlier) =>
        earlier.orderId === later.orderId &&
        earlier.toMs < later.fromMs &&
        (earlier.filledLots > later.filledLots || (!earlier.isOpen && later.isOpen)),
    );
    if (isBehind) report("went_back", `order ${later.orderId} at ${later.fromMs}`);
  }
}

function spanOf({ invokedMs, returnedMs }: Call): { fromMs: number; toMs: number } {
  return { fromMs: invokedMs, toMs: returnedMs };
}

/** A list has every order acknowledged before it whose cancel was requested after it, if at all. */
function checkListings({ operations, orders }: History, violations: Violation[]): void {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  const cancelledFromMs = new Map<string, number>();
  for (const operation of operations) {
    if (operation.kind !== "cancel") continue;
    const { clientOid, invokedMs } = operation;
    const knownMs = cancelledFromMs.get(clientOid) ?? Number.POSITIVE_INFINITY;
    cancelledFromMs.set(clientOid, Math.min(knownMs, invokedMs));
  }
  const resting = operations.flatMap((operation) => {
    if (operation.kind !== "placement" || operation.answer.kind !== "acknowledged") return [];
    const order = byId.get(operation.answer.orderId);
    const isResting = order !== undefined && (order.closed?.isCancelled ?? true);
    if (!isResting) return [];
    const untilMs = cancelledFromMs.get(order.clientOid) ?? Number.POSITIVE_INFINITY;
    return [{ order, fromMs: operation.returnedMs, untilMs }];
  });
  for (const listing of operations) {
    if (listing.kind !== "listing" || !listing.isWhole) continue;
    for (const { fromMs, order, untilMs } of resting) {
      if (!isMeant(listing, { fromMs, untilMs }) || order.dialect !== listing.dialect) continue;
      if (listing.orderIds.includes(order.orderId)) continue;
      const text = `order ${order.orderId} at ${listing.invokedMs}`;
      violations.push({ rule: "missing_in_list", clientOid: order.clientOid, text });
    }
  }
}

function isMeant(listing: Listing, rests: { fromMs: number; untilMs: number }): boolean {
  return rests.fromMs < listing.invokedMs && listing.returnedMs < rests.untilMs;
}

/** Answers come in time, unless the process was killed; while it is stopped there is no answer. */
function checkAnswerTimes({ operations, stops }: History, violations: Violation[]): void {
  for (const operation of operations) {
    const { clientOid, invokedMs, life, lifeAtEnd, returnedMs } = operation;
    if (life !== lifeAtEnd) continue;
    const stoppedMs = stops.reduce(
      (sum, { fromMs, toMs }) =>
        sum + Math.max(0, Math.min(toMs, returnedMs) - Math.max(fromMs, invokedMs)),
      0,
    );
    const waitedMs = Math.round(returnedMs - invokedMs - stoppedMs);
    if (waitedMs <= ANSWERED_MS_MAX) continue;
    const text = `${kindOf(operation)} after ${waitedMs} ms`;
    violations.push({ rule: "slow_answer", clientOid, text });
  }
}

function kindOf({ kind }: Operation): string {
  return `a ${kind} was answered`;
}
