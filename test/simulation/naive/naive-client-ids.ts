/**
 * Client ids stay taken for a day after the end of a classic user's order or plan, and at most the
 * last ten thousand of a user.
 */
import type { NaiveState } from "./naive-state.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;
const KEPT_MAX = 10_000;

/** "order ID" or "plan ID" of what ended, with the time of its end, in the order of the ends. */
export type EndedIds = Map<string, number>;

type Named = { readonly id: number; readonly user: number; readonly clientOrderId: string };

/** The nineteen digits of a number that the exchange gave out. */
export function digitsOf(id: number): string {
  return String(10n ** 18n + BigInt(id));
}

/** What goes by a name among a user's own: by a client's name before a given number. */
export function namedBy<T extends Named>(
  all: readonly T[],
  user: number,
  name: string,
): T | undefined {
  if (name === "") return undefined;
  const own = all.filter((one) => one.user === user);
  return (
    own.find((one) => one.clientOrderId === name) ??
    own.find((one) => one.clientOrderId === "" && digitsOf(one.id) === name)
  );
}

/** The order of a plan goes by the plan's number, unless the user has used that as a name. */
export function nameOfPlanned(
  state: NaiveState,
  plan: { readonly id: number; readonly user: number },
): string {
  const name = digitsOf(plan.id);
  const isUsed =
    namedBy(state.orders, plan.user, name) !== undefined ||
    isRemembered(state, "order", { user: plan.user, id: name });
  return isUsed ? "" : name;
}

export function rememberId(
  state: NaiveState,
  of: "order" | "plan",
  ended: { readonly user: number; readonly clientOrderId: string },
): void {
  const { accountKind, endedIds } = state.userAt(ended.user);
  if (ended.clientOrderId === "" || accountKind === "unified") return;
  const name = `${of} ${ended.clientOrderId}`;
  endedIds.delete(name);
  endedIds.set(name, state.timeMs);
  const [oldest] = endedIds.keys();
  if (endedIds.size > KEPT_MAX && oldest !== undefined) endedIds.delete(oldest);
}

export function isRemembered(
  state: NaiveState,
  of: "order" | "plan",
  named: { readonly user: number; readonly id: string },
): boolean {
  const endedMs = state.userAt(named.user).endedIds.get(`${of} ${named.id}`);
  return endedMs !== undefined && state.timeMs < endedMs + DAY_MS;
}

/** The replacement of an order bears its id. */
export function forgetId(
  state: NaiveState,
  replaced: { readonly user: number; readonly clientOrderId: string },
): void {
  state.userAt(replaced.user).endedIds.delete(`order ${replaced.clientOrderId}`);
}
