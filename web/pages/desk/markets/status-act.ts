/** Acts that change the status of instruments, with what they cause. */
import { counted } from "../../../numbers/counted.ts";
import { spacedWords } from "../../../state/spaced-words.ts";
import type { Act } from "../acts/asked-act.ts";
import {
  type InstrumentName,
  type InstrumentStatus,
  instrumentText,
  type ListedInstrument,
  nameOf,
} from "./listed-instrument.ts";

/** Statuses that a person chooses, with what they cause. */
export const STATUS_EFFECTS: Readonly<Record<InstrumentStatus, string>> = {
  online: "Orders are accepted and executed again.",
  reduce_only: "Only reduce-only and closing orders are accepted; liquidations go on.",
  post_only: "Only post-only orders are accepted; nothing is executed.",
  halted: "No order is accepted and nothing is executed.",
  offline: "No order is accepted, nothing is executed, and the market is not listed as tradable.",
};

const STATUS_VERBS: Readonly<Record<InstrumentStatus, string>> = {
  online: "Resume",
  reduce_only: "Limit to closing:",
  post_only: "Limit to post-only orders:",
  halted: "Halt",
  offline: "Take offline:",
};

type Row = Pick<ListedInstrument, "openOrders" | "status" | keyof InstrumentName>;

/** Returns the act that gives an instrument a status. */
export function statusAct(row: Row, status: InstrumentStatus, onDone: () => void): Act {
  const stay =
    row.openOrders === 0
      ? "It has no open orders."
      : `Its open orders stay, and can be cancelled: ${row.openOrders}.`;
  return {
    title: `${STATUS_VERBS[status]} ${instrumentText(row)}`,
    effects: [
      `The status changes: ${spacedWords(row.status)} → ${spacedWords(status)}.`,
      STATUS_EFFECTS[status],
      stay,
    ],
    method: "PUT",
    path: "/instruments/status",
    body: { ...nameOf(row), status },
    repeat: status === "offline" ? row.symbol : undefined,
    done: (answer) => `${row.symbol} is ${spacedWords(String(answer["status"]))}`,
    onDone,
  };
}

/** Statuses that all instruments can be given together. */
export const STATUSES_OF_ALL = ["halted", "post_only", "online"] as const;
export type StatusOfAll = (typeof STATUSES_OF_ALL)[number];

/** Returns the act that gives all instruments of a realm, or of both, a status. */
export function statusOfAllAct(
  realm: "live" | "demo" | "both",
  status: StatusOfAll,
  onDone: () => void,
): Act {
  const where = realm === "both" ? "both realms" : `the ${realm} realm`;
  return {
    title: `${status === "online" ? "Resume" : "Change"} all markets of ${where}`,
    effects: [
      `Every instrument of ${where} that is not offline gets the status ${spacedWords(status)}.`,
      STATUS_EFFECTS[status],
      status === "online"
        ? "Instruments that were halted one by one are resumed too."
        : "Open orders stay; they can be cancelled.",
    ],
    method: "PUT",
    path: "/instruments/status-of-all",
    body: { status, ...(realm === "both" ? {} : { realm }) },
    repeat: realm === "both" ? "ALL MARKETS" : `ALL ${realm.toUpperCase()} MARKETS`,
    done: (answer) =>
      `${counted(Number(answer["changed"]), "market")} changed to ${spacedWords(status)}`,
    onDone,
  };
}

/** Returns the act that delists an instrument. */
export function delistAct(row: Row, onDone: () => void): Act {
  return {
    title: `Delist ${instrumentText(row)}`,
    effects: [
      "The market is halted and taken offline.",
      `Its ${counted(row.openOrders, "open order")} and all its plans are cancelled.`,
      "A contract with open positions is refused: schedule its delivery before.",
    ],
    method: "POST",
    path: "/instruments/delist",
    body: nameOf(row),
    repeat: row.symbol,
    done: (answer) =>
      `${row.symbol} is delisted. Cancelled: ` +
      `${counted(Number(answer["cancelledOrders"]), "order")} and ` +
      `${counted(Number(answer["cancelledPlans"]), "plan")}`,
    onDone,
  };
}
