/** Words and numbers of v2 in the shape of the panels. */
import Big from "big.js";
import type { TriggerBy } from "../model.ts";

export type Text = string | null | undefined;

/** Text without a zero, which some rows write for none. */
export function known(text: Text): string {
  return text === undefined || text === null || Number(text) === 0 ? "" : text;
}

/** A fee of v2, which is negative when paid, as an amount that was paid. */
export function paid(fee: Text): string {
  return known(fee) === ""
    ? ""
    : Big(fee ?? 0)
        .neg()
        .toFixed();
}

/** A rate in percent as a fraction. */
export function fraction(percent: Text): string {
  return known(percent) === ""
    ? ""
    : Big(percent ?? 0)
        .div(100)
        .toFixed();
}

/** A fraction as a rate in percent. */
export function percent(rate: string): string {
  return Big(rate).times(100).toFixed();
}

const STATUSES: Readonly<Record<string, string>> = {
  new: "live",
  cancelled: "canceled",
  full_fill: "filled",
  partially_fill: "partially_filled",
};

/** Status of an order, which the lists of v2 spell in several ways. */
export function closedWord(status: Text): string {
  return STATUSES[status ?? ""] ?? status ?? "";
}

export function triggerByOf(word: Text): TriggerBy {
  if (word === "mark_price") return "mark";
  return word === "index_price" ? "index" : "last";
}

/** Word of v2 for what triggers a plan. */
export function triggerWord(by: TriggerBy): string {
  return by === "last" ? "fill_price" : `${by}_price`;
}
