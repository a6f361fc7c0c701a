/**
 * Bugs to be planted in a copy of the product, one at a time: each is a textual change that the
 * simulation must notice. The oracles are tested with them. A capability that comes new keeps its
 * bugs in a file of its own under `planted`.
 */

import { ACCESS_BUGS } from "./planted/access-bugs.ts";
import { ACCOUNT_BUGS } from "./planted/account-bugs.ts";
import { BOUND_BUGS } from "./planted/bound-bugs.ts";
import { CONVERSION_BUGS } from "./planted/conversion-bugs.ts";
import { CORRECTION_BUGS } from "./planted/correction-bugs.ts";
import { COUNTDOWN_BUGS } from "./planted/countdown-bugs.ts";
import { CREDIT_BUGS } from "./planted/credit-bugs.ts";
import { CUSTODY_BUGS } from "./planted/custody-bugs.ts";
import { DEBT_BUGS } from "./planted/debt-bugs.ts";
import { DELIVERY_BUGS } from "./planted/delivery-bugs.ts";
import { EXPOSURE_BUGS } from "./planted/exposure-bugs.ts";
import { FEE_BUGS } from "./planted/fee-bugs.ts";
import { FUNDING_BUGS } from "./planted/funding-bugs.ts";
import { LENDING_BUGS } from "./planted/lending-bugs.ts";
import { LIMIT_BUGS } from "./planted/limit-bugs.ts";
import { LIQUIDATION_BUGS } from "./planted/liquidation-bugs.ts";
import { LISTING_BUGS } from "./planted/listing-bugs.ts";
import { LOSS_BUGS } from "./planted/loss-bugs.ts";
import { MARGIN_BUGS } from "./planted/margin-bugs.ts";
import { MARKET_BUGS } from "./planted/market-bugs.ts";
import { OPERATING_BUGS } from "./planted/operating-bugs.ts";
import { ORDER_LIMIT_BUGS } from "./planted/order-limit-bugs.ts";
import { P2P_BUGS } from "./planted/p2p-bugs.ts";
import { PLAN_BUGS } from "./planted/plan-bugs.ts";
import type { PlantedBug } from "./planted/planted-bug.ts";
import { PLEDGING_BUGS } from "./planted/pledging-bugs.ts";
import { POSITION_BUGS } from "./planted/position-bugs.ts";
import { PRICE_BUGS } from "./planted/price-bugs.ts";
import { SIGN_IN_BUGS } from "./planted/sign-in-bugs.ts";
import { SOLVENCY_BUGS } from "./planted/solvency-bugs.ts";
import { SWITCH_BUGS } from "./planted/switch-bugs.ts";
import { UNIFIED_BUGS } from "./planted/unified-bugs.ts";
import { UNIT_BUGS } from "./planted/unit-bugs.ts";

const CORE: readonly PlantedBug[] = [
  {
    name: "self-trade prevention of the taker cancels the maker too",
    file: "core/base/word-traits.ts",
    find: "cancel_taker: { cancelsTaker: true, cancelsMaker: false },",
    replace: "cancel_taker: { cancelsTaker: true, cancelsMaker: true },",
  },
  {
    name: "a refused command has no rejection in its outcome",
    file: "core/commands/reject-command.ts",
    find: "state.outcome.rejection = reason;",
    replace: "",
  },
  {
    name: "texts in events lose their last character",
    file: "core/events/event-buffer.ts",
    find: "this.#numbers[place] = value.length;",
    replace: "this.#numbers[place] = Math.max(0, value.length - 1);",
  },
  {
    name: "a fee is one atom too high where it comes out even",
    file: "core/money/arithmetic.ts",
    find: "BigInt.asIntN(64, rest * times) + (E6 - 1n)",
    replace: "BigInt.asIntN(64, rest * times) + E6",
  },
  {
    name: "inverse values are rounded down",
    file: "core/money/arithmetic.ts",
    find: "(bigIntOf(size) * atomTicksPerLot * 2n + bottom) / (bottom * 2n)",
    replace: "(bigIntOf(size) * atomTicksPerLot) / bottom",
  },
  {
    name: "the fee of an inverse fill is that of its rounded notional",
    file: "core/instruments/instrument.ts",
    find: "? inverseFeeRoundedUp(price, size, instrument.atomTicksPerLot, rate)",
    replace: "? feeRoundedUp(notionalAt(instrument, price, size), rate)",
  },
  {
    name: "the lowest price of a position is that of its first fill",
    file: "core/positions/price-range.ts",
    find: "min === 0 || price < min ? price : min",
    replace: "min === 0 ? price : min",
  },
  {
    name: "the highest price of the fills of an order is that of its last fill",
    file: "core/order-book/inverse-fields.ts",
    find: "price > max ? price : max",
    replace: "price",
  },
  {
    name: "the stated conversion of a size is replaced by the limit price",
    file: "core/orders/enter-order.ts",
    find: "if (sizing !== undefined && sizing.priceE6 > 0) return sizing.priceE6;",
    replace: "void sizing;",
  },
  {
    name: "the order of a plan forgets the conversion of its size",
    file: "core/triggers/execute-plans.ts",
    find: "sizing: plan.sizingPriceE6 === 0 ? undefined : { priceE6: plan.sizingPriceE6 },",
    replace: "sizing: undefined,",
  },
  {
    name: "makers pay the taker's rate",
    file: "core/settlement/settle-fill.ts",
    find: "chargedRate(state, user, instrument, fill.isTaker));",
    replace: "chargedRate(state, user, instrument, true));",
  },
  {
    name: "the newest order of a price trades first",
    file: "core/order-book/order-book.ts",
    find: "return level === 0 ? 0 : this.#levels.head(level);",
    replace: "return level === 0 ? 0 : this.#levels.tail(level);",
  },
  {
    name: "a cancelled spot order keeps its hold",
    file: "core/orders/close-order.ts",
    find: "state.ledger.release(orders.payAccount(slot), reservationOf",
    replace: "void (orders.payAccount(slot), reservationOf",
  },
  {
    name: "self-trade prevention always cancels the maker",
    file: "core/orders/match-order.ts",
    find: "if (STP_CANCELS_MAKER[mode] === 1) closeOrder",
    replace: "closeOrder",
  },
  {
    name: "self-trade prevention forgets sub-accounts",
    file: "core/matching/crossing.ts",
    find: "return takerUser.parent === makerUser.parent;",
    replace: "return takerUser.index === makerUser.index;",
  },
  {
    name: "reduce-only orders may exceed their position",
    file: "core/orders/close-order.ts",
    find: "if (isHedgeIn(user, instrument)) return 0;",
    replace: "if (user.index >= 0) return 0;",
  },
  {
    name: "a client order id is lost",
    file: "core/orders/enter-order.ts",
    find: "orders.clientIds.add(command.user, slot, command.clientOrderId);",
    replace: 'orders.clientIds.add(command.user, slot, "");',
  },
  {
    name: "an exact repeat takes effect twice",
    file: "core/orders/place-order.ts",
    find: "if (pending !== 0) {",
    replace: "if (pending !== 0 && !isRepeat(state, command, 0, pending)) {",
  },
  {
    name: "a level's total is off after a partial fill",
    file: "core/order-book/order-book.ts",
    find: "const total = (this.#levels.total(level) - by) as Lots;",
    replace: "const total = (this.#levels.total(level) - by + 1) as Lots;",
  },
  {
    name: "a demo user trades in a live book",
    file: "core/orders/placing-refusal.ts",
    find: 'if (instrument.realm !== user.realm) return "realm_mismatch";',
    replace: "",
  },
  {
    name: "post-only orders take",
    file: "core/orders/execute-order.ts",
    find: "if (MAY_TAKE[timeInForce] === 0) {",
    replace: "if (MAY_TAKE[timeInForce] === 0 && limit < 0) {",
  },
  {
    name: "the rest of an immediate order rests",
    file: "core/orders/execute-order.ts",
    find: 'else if (remainder === "rests") rest(',
    replace:
      'else if (remainder === "rests" || (remainder === "ioc_remainder" && limit !== 0)) rest(',
  },
  {
    name: "fill-or-kill counts orders that are prevented from trading",
    file: "core/orders/fillable.ts",
    find: "if (isSelfTrade(state, slot, resting)) return STP_CANCELS_TAKER[mode] === 0;",
    replace: "if (mode < 0) return false;",
  },
  {
    name: "trades happen at the taker's price",
    file: "core/orders/match-order.ts",
    find: "match.price = orders.price(maker);",
    replace: "match.price = (limit || orders.price(maker)) as Ticks;",
  },
  {
    name: "an order that grows keeps its place",
    file: "core/orders/apply-amendment.ts",
    find: "price === orders.price(slot) && remaining < orders.remaining(slot);",
    replace: "price === orders.price(slot);",
  },
  {
    name: "unrealised losses do not count against margin",
    file: "core/margin/margin.ts",
    find: "return countsProfit || unrealised < 0n ? plus(left, unrealised) : left;",
    replace: "return countsProfit && unrealised > 0n ? plus(left, unrealised) : left;",
  },
  {
    name: "unrealised profit can be moved out",
    file: "core/margin/margin.ts",
    find: "return countsProfit || unrealised < 0n ? plus(left, unrealised) : left;",
    replace: "return plus(left, unrealised);",
  },
  {
    name: "leverage is lowered without the margin for it",
    file: "core/margin/change-settings.ts",
    find: "if (isLower && !isChangeCovered(",
    replace: "if (leverage < 0 && !isChangeCovered(",
  },
  {
    name: "hedge closing orders overlap",
    file: "core/orders/placing-refusal.ts",
    find: "const closable = held - positions.closingLots.get(position);",
    replace: "const closable = held;",
  },
  {
    name: "a flip books its whole fee on the closed position",
    file: "core/settlement/settle-fill.ts",
    find: "proportionRoundedDown(fee, closing, size)",
    replace: "fee",
  },
  {
    name: "inverse profit has the wrong sign",
    file: "core/settlement/settle-fill.ts",
    find: "const pnl = isLong !== isInverse ?",
    replace: "const pnl = isLong ?",
  },
  {
    name: "the mark price is the highest of three",
    file: "core/instruments/market-prices.ts",
    find: "return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));",
    replace: "return Math.max(a, b, c);",
  },
  {
    name: "funds arrive without leaving anywhere",
    file: "core/ledger/ledger.ts",
    find: "this.#subtract(from, BALANCE, amount);",
    replace: "",
  },
  {
    name: "a position mode is switched under open orders",
    file: "core/margin/change-settings.ts",
    find: "if (!isSame && hasExposure",
    replace: "if (!isSame && user.index < 0 && hasExposure",
  },
  {
    name: "an order refused for margin keeps its id",
    file: "core/orders/place-futures-order.ts",
    find: "? exposureRefusal(state, placing, isBounded) : undefined;",
    replace:
      "? exposureRefusal(state, placing, isBounded) : undefined;\n" +
      "  if (refusal !== undefined) state.lastId += 1;",
  },
  {
    name: "a snapshot leaves out the fees an order has paid",
    file: "core/state-encoding.ts",
    find: "out.i64(orders.totals.feeTotal(slot));",
    replace: "out.i64(0n);",
  },
  {
    name: "a snapshot leaves out position modes",
    file: "core/accounts/user-encoding.ts",
    find: "out.varint(user.hedgeCategories);",
    replace: "out.varint(0);",
  },
];

const AROUND: readonly PlantedBug[] = [
  {
    name: "acknowledged before the flush",
    file: "journal/segment-writer.ts",
    find: "    await written;",
    replace: "      written.catch(() => undefined);",
  },
  {
    name: "a damaged batch passes for intact",
    file: "journal/frame.ts",
    find: "if (crc32c(bytes, offset + CRC_FROM, offset + length) !== view.getUint32(4, true)) {",
    replace: "if (length < 0) {",
  },
  {
    name: "the journal forgets a flag of a command",
    file: "core/commands/command-codec.ts",
    find: "return from.u8() === 1;",
    replace: "return from.u8() === 2;",
  },
  {
    name: "recovery leaves out the first batch after a snapshot",
    file: "journal/recovery.ts",
    find: "applyBatch(machine, options.codec, batch);",
    replace: "if (start.snapshotSeq === 0) applyBatch(machine, options.codec, batch);",
  },
  {
    name: "stamps follow the clock back",
    file: "sequencer/command-queue.ts",
    find: "return Math.max(this.#stampedMs, this.#options.nowMs());",
    replace: "return this.#options.nowMs();",
  },
  {
    name: "exchange time believes the wall clock",
    file: "main/exchange-clock.ts",
    find: "return Math.floor(this.#exchangeMsAt(this.#monotonicMs()));",
    replace: "return this.#options.wallMs();",
  },
  {
    name: "exchange time is corrected in one go",
    file: "main/exchange-clock.ts",
    find: "this.#slew = Math.max(-SLEW_MAX, Math.min(SLEW_MAX, wanted));",
    replace: "this.#slew = wanted;",
  },
  {
    name: "exchange time runs back to a clock that was set back",
    file: "main/exchange-clock.ts",
    find: "this.#slew = -CONVERGING_SLEW;",
    replace: "this.#slew = -3 * CONVERGING_SLEW;",
  },
  {
    name: "replies of a batch are all the first one's",
    file: "sequencer/sequencer.ts",
    find: "replies[index]?.(outcomes[index] as O);",
    replace: "replies[index]?.(outcomes[0] as O);",
  },
  {
    name: "listeners hear a batch twice",
    file: "sequencer/sequencer.ts",
    find: "for (const listener of this.#listeners) listener(events, firstSeq, lastSeq);",
    replace:
      "for (const listener of [...this.#listeners, ...this.#listeners]) " +
      "listener(events, firstSeq, lastSeq);",
  },
  {
    name: "a closed order stays in the live view",
    file: "projections/live/live-orders.ts",
    find: "    this.#remove(order);\n    this.#closed.add(order);",
    replace: "    this.#closed.add(order);",
  },
  {
    name: "history leaves out makers' fills",
    file: "projections/history/event-writer.ts",
    find: "this.#fills.filled(reader);",
    replace: "if (reader.number(FILLED.role) === 0) this.#fills.filled(reader);",
  },
];

/** Bugs that commands alone bring to light, by what they concern. */
const LISTS: readonly (readonly PlantedBug[])[] = [
  CORE,
  ACCOUNT_BUGS,
  CUSTODY_BUGS,
  P2P_BUGS,
  DEBT_BUGS,
  DELIVERY_BUGS,
  EXPOSURE_BUGS,
  FUNDING_BUGS,
  POSITION_BUGS,
  CONVERSION_BUGS,
  ACCESS_BUGS,
  SIGN_IN_BUGS,
  CORRECTION_BUGS,
  FEE_BUGS,
  COUNTDOWN_BUGS,
  CREDIT_BUGS,
  LENDING_BUGS,
  PLEDGING_BUGS,
  LIMIT_BUGS,
  BOUND_BUGS,
  LIQUIDATION_BUGS,
  LOSS_BUGS,
  LISTING_BUGS,
  ORDER_LIMIT_BUGS,
  MARGIN_BUGS,
  MARKET_BUGS,
  PLAN_BUGS,
  PRICE_BUGS,
  SOLVENCY_BUGS,
  UNIFIED_BUGS,
  UNIT_BUGS,
  OPERATING_BUGS,
  SWITCH_BUGS,
];

/** Bugs that commands alone bring to light, and those that need a disk, a crash or a view. */
export const PLANTED_BUGS = {
  commands: LISTS.flat(),
  schedules: AROUND,
} as const;
