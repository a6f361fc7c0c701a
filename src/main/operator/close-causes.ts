/** Why orders were closed, as far as the events say it. */
import type { CloseReason } from "../../core/base/vocabulary.ts";
import type { CommandKind } from "../../core/commands/commands.ts";
import type { Instrument } from "../../core/instruments/instrument.ts";
import type { OrderClose } from "../../ops/user-history-rows.ts";
import {
  type ClosedOrder,
  type Liquidations,
  liquidationOf,
} from "../../projections/history/liquidations-behind.ts";
import { wireId } from "../../wire/ids.ts";
import { timeText } from "./times.ts";

type Closer = OrderClose["by"];
type Cause = { readonly by: Closer; readonly words: string };

const CAUSES: Readonly<Record<CloseReason, Cause>> = {
  filled: { by: "matching", words: "The order was filled." },
  user_cancelled: { by: "user", words: "The user cancelled the order." },
  ioc_remainder: {
    by: "matching",
    words: "The order was immediate-or-cancel or a market order, and the rest found no fill.",
  },
  fok_unfillable: {
    by: "matching",
    words: "The order was fill-or-kill, and could not be filled whole.",
  },
  post_only_would_take: {
    by: "matching",
    words: "The order was post-only, and would have been filled at once.",
  },
  self_trade: {
    by: "matching",
    words: "Self-trade prevention: the order met an order of the same main account.",
  },
  reduce_only_excess: {
    by: "exchange",
    words: "The order only reduces, and exceeded what is left of the position.",
  },
  amend_failed: {
    by: "user",
    words: "The user's amendment was refused, and asked for a cancellation in this case.",
  },
  replaced: { by: "user", words: "The user replaced the order by a new one." },
  dust: { by: "matching", words: "The rest of the amount bought less than the smallest size." },
  no_depth: { by: "matching", words: "The market order found no order on the other side." },
  liquidation: { by: "exchange", words: "A liquidation of the account cancelled the order." },
  delivery: { by: "exchange", words: "The contract was delivered." },
  deleveraging: {
    by: "exchange",
    words: "The position was closed by deleveraging, which cancelled the orders that close it.",
  },
  insolvent: { by: "exchange", words: "The account could no longer cover the order." },
  operator_cancelled: { by: "operator", words: "The operator cancelled the order." },
};

/** Commands by which something else than a cancellation of the user caused the reason. */
const SPECIAL: Partial<Record<`${CloseReason} ${CommandKind}`, Cause>> = {
  "user_cancelled tick": {
    by: "exchange",
    words:
      "The user's countdown for cancelling all orders ended, or the liquidation of the user's " +
      "risk unit closed the position.",
  },
  "user_cancelled close_positions": {
    by: "user",
    words: "The user closed the position, which cancelled the orders that close it.",
  },
  "user_cancelled reverse_position": {
    by: "user",
    words: "The user reversed the position, which cancelled the orders that close it.",
  },
  "operator_cancelled set_user_freezes": {
    by: "operator",
    words: "The operator froze the trading of the user, which cancelled the order.",
  },
};

const BY_FLASH_REPAYMENT: Cause = {
  by: "user",
  words: "The user's flash repayment sold the collateral of the margin account.",
};

/** Returns why an order was closed; `liquidations` are those that may have done it. */
export function closeOf(
  order: ClosedOrder,
  instrument: Instrument,
  liquidations: Liquidations,
): OrderClose {
  const { closedBy, closedSeq: seq, closeReason: reason, updatedAtMs } = order;
  const special = closedBy === "none" ? undefined : SPECIAL[`${reason} ${closedBy}`];
  const liquidation =
    reason === "liquidation" ? liquidationOf(order, instrument, liquidations) : undefined;
  const usual = special ?? CAUSES[reason];
  const { by, words } = liquidation?.isFlash === true ? BY_FLASH_REPAYMENT : usual;
  return {
    ...{ reason, words, by, seq, command: closedBy === "none" ? "" : closedBy },
    liquidationId: liquidation === undefined ? "" : wireId(liquidation.id),
    closedAt: timeText(updatedAtMs),
  };
}
