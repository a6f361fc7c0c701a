/** Kinds of bills, by what moved the money. */
import { unreachable } from "../../core/base/assert.ts";
import {
  indexIn,
  MARGIN_MOVE_REASONS,
  type MoveReason,
  ORDER_BACKINGS,
  ORDER_SOURCES,
  type OrderSource,
  POSITION_SIDES,
  SIDES,
} from "../../core/base/vocabulary.ts";
import { BACKING_TRAITS } from "../../core/base/word-traits.ts";
import type { EventOf } from "../../core/events/events.ts";
import { BILL_KINDS, type BillKind } from "./tables.ts";

/** Prefix of the kind of a fill's bill, by the source of its order; plain orders have none. */
const FILL_WORDS: Readonly<Record<OrderSource, "plain" | "force" | "burst" | "offset">> = {
  api: "plain",
  web: "plain",
  system: "plain",
  normal_plan: "plain",
  trailing_plan: "plain",
  profit_plan: "plain",
  loss_plan: "plain",
  moving_plan: "plain",
  position_profit_plan: "plain",
  position_loss_plan: "plain",
  delivery: "plain",
  liquidation: "burst",
  reduction: "force",
  offset: "offset",
  deleveraging: "plain",
  reversal: "plain",
};

/** What decides the kind of the bill of a fill. */
type FilledOrder = Pick<EventOf<"order_filled">, "backing" | "positionSide" | "side"> & {
  readonly source: OrderSource;
};

function fillKind({ backing, positionSide, side, source }: FilledOrder): BillKind {
  if (BACKING_TRAITS[backing].lender === "unified_account") return `margin_${side}`;
  const word = FILL_WORDS[source];
  switch (word) {
    case "force":
    case "burst":
      return positionSide === "net" ? `${word}_${side}` : `${word}_close_${positionSide}`;
    case "offset":
      return positionSide === "net" ? side : `offset_close_${positionSide}`;
    case "plain": {
      if (positionSide === "net") return side;
      const isOpening = (positionSide === "long") === (side === "buy");
      return `${isOpening ? "open" : "close"}_${positionSide}`;
    }
    default:
      return unreachable(word);
  }
}

/** Index of the kind of a bill, by the words of its fill: see `fillKindIndex`. */
const FILL_KINDS: readonly number[] = ORDER_SOURCES.flatMap((source) =>
  ORDER_BACKINGS.flatMap((backing) =>
    POSITION_SIDES.flatMap((positionSide) =>
      SIDES.map((side) => indexIn(BILL_KINDS, fillKind({ backing, positionSide, side, source }))),
    ),
  ),
);

/** Returns the index of the kind of the bill of a fill, by the indexes of its words. */
export function fillKindIndex(fill: { readonly [N in keyof FilledOrder]: number }): number {
  const { backing, positionSide, side, source } = fill;
  const owner = source * ORDER_BACKINGS.length + backing;
  const place = (owner * POSITION_SIDES.length + positionSide) * SIDES.length + side;
  return FILL_KINDS[place] as number;
}

/** Kinds of the bills of the paying and of the receiving side, by the reason of a movement. */
export const MOVE_KINDS: Readonly<Record<MoveReason, readonly [BillKind, BillKind]>> = {
  credit: ["withdraw", "deposit"],
  debit: ["withdraw", "deposit"],
  transfer: ["transfer_out", "transfer_in"],
  sub_transfer: ["sub_transfer_out", "sub_transfer_in"],
  liquidation_fee: ["liquidation_fee", "liquidation_fee"],
  deposit: ["withdraw", "deposit"],
  withdrawal_hold: ["withdraw", "withdraw"],
  withdrawal: ["withdraw", "deposit"],
  withdrawal_fee: ["withdraw", "deposit"],
  withdrawal_refund: ["withdraw", "withdraw_refund"],
  internal_transfer: ["withdraw", "deposit"],
  p2p_hold: ["p2p_out", "p2p_in"],
  p2p_return: ["p2p_out", "p2p_in"],
  p2p_release: ["p2p_out", "p2p_in"],
  p2p_fee: ["p2p_out", "p2p_in"],
  unit_loan: ["unit_loan_out", "unit_loan_in"],
  unit_repayment: ["unit_loan_out", "unit_loan_in"],
  unit_collateral: ["unit_loan_out", "unit_loan_in"],
  trade_correction: ["trade_correction_out", "trade_correction_in"],
  liquidation_refund: ["liquidation_refund", "liquidation_refund"],
};

type MarginMove = Pick<EventOf<"margin_moved">, "isAdded" | "reason">;

/** Returns the kind of a movement of isolated margin in the futures wallet. */
function marginKind({ isAdded, reason }: MarginMove): BillKind {
  switch (reason) {
    case "opened":
      return "margin_opened";
    case "closed":
      return "margin_closed";
    case "added":
      return "margin_added";
    case "removed":
      return "margin_removed";
    case "leverage_changed":
      return isAdded ? "margin_leverage_added" : "margin_removed";
    case "auto_added":
      return "margin_auto_added";
    default:
      return unreachable(reason);
  }
}

/** Index of the kind of a movement of margin, by its reason: removed, added. */
const MARGIN_KINDS: readonly (readonly [number, number])[] = MARGIN_MOVE_REASONS.map((reason) => [
  indexIn(BILL_KINDS, marginKind({ isAdded: false, reason })),
  indexIn(BILL_KINDS, marginKind({ isAdded: true, reason })),
]);

/** Returns the index of the kind of a movement of margin in the futures wallet. */
export function marginKindIndex(reason: number, isAdded: boolean): number {
  const [removed, added] = MARGIN_KINDS[reason] ?? [];
  return (isAdded ? added : removed) as number;
}
