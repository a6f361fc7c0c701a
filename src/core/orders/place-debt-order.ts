/** Placing spot orders of category MARGIN, whose fills may leave debts of the unified account. */
import { assert } from "../base/assert.ts";
import { hasPrice, LOAN_TYPE_TRAITS } from "../base/word-traits.ts";
import { debtRefusal } from "../borrowing/debt-refusal.ts";
import { WALLET_INDEX } from "../ledger/ledger.ts";
import type { Purchase } from "../lending/debt-margin.ts";
import { spotHold } from "../order-book/spot-amounts.ts";
import type { Emit, State } from "../state.ts";
import { enterExits, enterSpotOrder, recordOrder, reserveSpot } from "./enter-order.ts";
import { executeOrder } from "./execute-order.ts";
import { checkCollateralPrice, collateralLimit } from "./order-checks.ts";
import type { Placing } from "./placing.ts";
import { rejectOrder } from "./reject-order.ts";
import { spotReservation } from "./requested-order.ts";

/** The purchase that debt limits are checked for: currencies and amounts paid and bought. */
function purchaseOf({ command, instrument }: Placing): Purchase {
  const { base, quote } = instrument;
  const more = spotReservation(instrument, command);
  if (command.side === "sell") return { paid: base, bought: quote, more, gain: undefined };
  const isSized = command.quoteAmount === 0n;
  const gain = isSized ? spotHold(instrument, false, command.price, command.size) : undefined;
  return { paid: quote, bought: base, more, gain };
}

/** Places an order that passed `placingRefusal`, if the account may borrow for it. */
export function placeDebtOrder(state: State, placing: Placing, emit: Emit): void {
  const { command, instrument, user } = placing;
  const { margin, orderType, price, side } = command;
  assert(margin !== undefined, "an order on margin names its backing");
  const isBuy = side === "buy";
  const limit = hasPrice(orderType) ? price : collateralLimit(state, instrument, isBuy);
  const purchase = purchaseOf(placing);
  const refusal = LOAN_TYPE_TRAITS[margin.loanType].isForUnified
    ? (checkCollateralPrice(state, instrument, isBuy, limit) ??
      debtRefusal(state, user, instrument, purchase))
    : "margin_not_supported";
  if (refusal !== undefined) return rejectOrder(state, command, refusal, emit);
  // From here on the order must succeed: nothing below may reject.
  const account = state.ledger.account(user.index, WALLET_INDEX.unified, purchase.paid);
  const slot = recordOrder(state, command);
  user.borrows = true;
  reserveSpot(state, slot, account, purchase.more);
  enterSpotOrder(state, slot, emit);
  enterExits(state, slot, command, emit);
  state.outcome.id = state.orders.id(slot);
  executeOrder(state, slot, limit, emit);
}
